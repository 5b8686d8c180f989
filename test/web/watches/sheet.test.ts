import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readSheet } from '../../../src/base/sheet/rowsOfSheet.ts';
import type { WatchBody } from '../../../src/config/config.ts';
import { sightOf, type Viewer } from '../../../src/people/sight.ts';
import { withOwnWatches } from '../../../src/schedule/ownWatches.ts';
import { csvFile, rowMaker, rowsOf } from '../../../src/web/lists/list.ts';
import { listingOf } from '../../../src/web/lists/listing.ts';
import { xlsxFile } from '../../../src/web/lists/xlsxFile.ts';
import { readHeadings, usualHeadings } from '../../../src/web/pages/watches/sheet/columns.ts';
import { judgeRows } from '../../../src/web/pages/watches/sheet/judgeRows.ts';
import { watchesList } from '../../../src/web/pages/watches/watchesPage.ts';
import { defaultSettings, openOffice } from '../../check/office.ts';

const seesAll: Viewer = { name: undefined, role: 'admin', matters: 'all', confidential: true };
const ofFile = { id: 'widget', dockets: { patentNumber: '6,834,603' }, matter: 'M-1' };

/** Returns a config with these watches of the page beside the watch of the file. */
async function configWith(...own: WatchBody[]) {
  const office = await openOffice({ ...defaultSettings, watches: [ofFile] });
  const at = { changedBy: 'ann', changedAt: '2026-11-20T07:00:00.000Z' };
  const config = withOwnWatches(
    office.parts().config,
    own.map((body) => ({ id: String(body.id), body, ...at })),
  );
  return { office, config };
}

const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'));

async function judge(bytes: Uint8Array, ...own: WatchBody[]) {
  const { config } = await configWith(...own);
  const { rows, ...rest } = await judgeRows(await readSheet(bytes), config, seesAll);
  return { ...rest, rows: rows.map(({ watchConfig: _, ...row }) => row) };
}

const rival = {
  id: 'rival',
  name: '=Rival; everywhere',
  matter: 'M-2',
  designs: { source: ['HAGUE', 'EMID'], holder: ['Rival', 'RIVAL, Inc.'], locarno: '09', registered: '2024-05-17' },
  tell: ['design.new'],
  tags: ['bottles', 'EU'],
};
const secret = { id: 'falcon', matter: 'M-8', dockets: { companyName: 'Falcon' }, confidential: true };

describe('a spreadsheet of watches', () => {
  it.each([
    'csv',
    'xlsx',
  ])('changes nothing if it comes from the export of /watches (%s), with or without secret names', async (form) => {
    const { office, config } = await configWith(rival, secret);
    for (const confidential of [true, false]) {
      const url = new URL('http://here.example/watches.csv');
      const visit = { url, sight: sightOf(config, { ...seesAll, confidential }), now: office.now } as never;
      const listing = listingOf(watchesList);
      const loaded = await listing.file?.load(office.parts() as never, visit, {});
      const list = rowsOf('watches', loaded?.items ?? [], rowMaker(listing.item));
      const bytes = form === 'csv' ? Buffer.from(csvFile(list)) : await xlsxFile(list);
      const { rows, mistakes, unread } = await judgeRows(await readSheet(bytes), config, seesAll);
      expect({ mistakes, unread }).toEqual({ mistakes: [], unread: [] });
      expect(rows.map(({ watch, verdict, differences }) => [watch, verdict, differences])).toEqual([
        ...(confidential ? [['falcon', 'unchanged', []]] : []),
        ['rival', 'unchanged', []],
        ['widget', 'unchanged', []],
        ...(confidential ? [] : [['~confidential-00001', 'left as it is', []]]),
      ]);
    }
  });

  it('changes the fields of a watch that a row sets, and keeps those without a column', async () => {
    const { rows } = await judge(csv('Id;Schedule;Designs holder', 'rival;0 9 * * 5;Rival'), rival);
    expect(rows).toEqual([
      expect.objectContaining({
        verdict: 'changed',
        differences: ['schedule: 0 7 * * 1-5 → 0 9 * * 5', expect.any(String)],
      }),
    ]);
    expect(rows[0]?.body).toEqual({ ...rival, schedule: '0 9 * * 5', designs: { ...rival.designs, holder: 'Rival' } });
  });

  it('makes watches from everyday column names, with an id from the name and several values in a cell', async () => {
    const sheet = csv(
      'Name,Matter,Company,Patent number,Registers,Holder,Locarno class,Urgent,Notes',
      'Kelmont Devices,M-3,Kelmont Devices; Kelmont Inc.,,,,,yes,x',
      ',,,"7,654,321",,,,,',
      'Kelmont Devices,M-4,,,EMID,Kelmont,Cl. 9-1,,',
      ',,,,,,,,',
    );
    const { rows, unread } = await judge(sheet);
    expect(unread).toEqual(['Notes']);
    expect(rows.map(({ row, verdict, body }) => [row, verdict, body])).toEqual([
      [
        2,
        'new',
        {
          id: 'kelmont-devices',
          name: 'Kelmont Devices',
          matter: 'M-3',
          dockets: { companyName: ['Kelmont Devices', 'Kelmont Inc.'] },
          urgent: true,
        },
      ],
      [3, 'new', { id: '7-654-321', dockets: { patentNumber: '7,654,321' } }],
      [
        4,
        'new',
        {
          id: 'kelmont-devices-2',
          name: 'Kelmont Devices',
          matter: 'M-4',
          designs: { source: ['EMID'], holder: 'Kelmont', locarno: 'Cl. 9-1' },
        },
      ],
    ]);
  });

  it('gets for each row the mistakes, by the names of the columns', async () => {
    const sheet = csv(
      'Id,Company,Patent number,Schedule',
      'a b,X,,',
      'two,,"6,83",0 25 * * *',
      'widget,Other,,',
      'three,,,',
      'three,X,,',
    );
    const { rows } = await judge(sheet);
    expect(rows.map(({ row, verdict, mistakes }) => [row, verdict, mistakes.join(' ')])).toEqual([
      [2, 'mistake', expect.stringContaining('did you mean a-b?')],
      [3, 'mistake', expect.stringMatching(/Schedule: .*25 is not a valid hour.* Patent number: found "6,83"/)],
      [4, 'mistake', expect.stringContaining('has this watch, and is where to change it')],
      [5, 'mistake', expect.stringContaining('Nothing to search for: fill in what to watch')],
      [6, 'mistake', 'a row before it has this id'],
    ]);
    expect(rows.filter(({ body }) => body !== undefined)).toEqual([]);
  });

  it('may have every column that the page recommends', () => {
    const { columns, unread, mistakes } = readHeadings(usualHeadings);
    expect({ unread, mistakes }).toEqual({ unread: [], mistakes: [] });
    expect(columns.map(({ field }) => field.label)).toEqual(usualHeadings);
    expect(usualHeadings).toContain('Who is notified');
  });

  it('is refused if a column seems mistyped or doubled, or if a row only edits the words of a search', async () => {
    expect((await judge(csv('Id,Compnay', 'x,Rival'))).mistakes).toEqual([
      expect.stringContaining('did you mean "Dockets company name"?'),
    ]);
    expect((await judge(csv('Id,Company,Dockets company name', 'x,a,b'))).mistakes).toEqual([
      expect.stringContaining('mean the same'),
    ]);
    expect((await judge(csv('a,b', 'x,y'))).mistakes).toEqual([expect.stringContaining('names no column')]);
    const { rows } = await judge(csv('Id,Searches', 'rival,designs: holder Nobody'), rival);
    expect(rows).toMatchObject([{ verdict: 'mistake', mistakes: [expect.stringContaining('Designs …')] }]);
  });

  it('is read in the encodings of Windows programs, and refused if it is damaged or too large', async () => {
    expect(await readSheet(Buffer.from([0x49, 0x64, 0x3b, 0x4e, 0x0d, 0x0a, 0x78, 0x3b, 0xe9]))).toEqual([
      ['Id', 'N'],
      ['x', 'é'],
    ]);
    expect(await readSheet(Buffer.from('\ufeffId\tName\nx\té', 'utf16le'))).toEqual([
      ['Id', 'Name'],
      ['x', 'é'],
    ]);
    await expect(readSheet(Buffer.from('PK nonsense'))).rejects.toMatchObject({
      code: 'usage.sheet',
      message: expect.stringContaining('no workbook'),
    });
    await expect(readSheet(Buffer.from('a,"b\nc'))).rejects.toMatchObject({ code: 'usage.sheet' });
    await expect(readSheet(Buffer.alloc(9 * 1024 * 1024))).rejects.toMatchObject({
      message: expect.stringContaining('8 MB'),
    });
  });

  it('is refused if it has more rows, columns or characters in a cell than allowed', async () => {
    const refusal = async (bytes: Uint8Array) => readSheet(bytes).then(String, (error: Error) => error.message);
    const lines = (many: number, line: string) =>
      Buffer.from(`name\n${line}\n`.padEnd(5 + many * (line.length + 1), `${line}\n`));
    expect(await refusal(lines(12_000, 'x'))).toContain('more than 12000 rows');
    expect(await refusal(csv('a,'.repeat(101)))).toContain('more than 100 columns (row 1)');
    expect(await refusal(csv('name', 'x'.repeat(4001)))).toContain('more than 4000 characters (row 2)');
    // Trailing commas do not count as cells.
    expect(await readSheet(csv(`name${','.repeat(5000)}`, 'x'))).toEqual([['name'], ['x']]);
    const far = (ref: string, value = '<v>1</v>') => workbook(`<row><c r="${ref}">${value}</c></row>`);
    expect(await refusal(far('XFD1048576'))).toContain('more than 12000 rows');
    expect(await refusal(far('ZZZ1'))).toContain('more than 100 columns');
    // A cell with a style but no value does not count.
    expect(await readSheet(far('XFD1048576', ''))).toEqual([]);
  });

  it('is read with the addresses, shared texts, dates and booleans of its cells', async () => {
    const cells = '<c r="B1" t="s"><v>0</v></c><c r="C1" s="1"><v>45292</v></c><c t="b"><v>1</v></c><c><v>9.10</v></c>';
    const shared = '<sst><si><r><t>Acme</t></r><r><t> &amp; Co</t></r><rPh><t>x</t></rPh></si></sst>';
    const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';
    const book = workbook(`<row r="2">${cells.replaceAll('1"', '2"').replace('s="2"', 's="1"')}</row>`, {
      'xl/sharedStrings.xml': Buffer.from(shared),
      'xl/styles.xml': Buffer.from(styles),
    });
    expect(await readSheet(book)).toEqual([[], ['', 'Acme & Co', '2024-01-01', 'true', '9.10']]);
  });
});

/** Returns a workbook with one sheet of these rows. */
function workbook(rows: string, others: Record<string, Uint8Array> = {}): Uint8Array {
  const files = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Target="worksheets/one.xml"/></Relationships>',
    'xl/worksheets/one.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  };
  const parts = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  return zipSync({ ...Object.fromEntries(parts), ...others });
}
