import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readSheet } from '../../src/base/sheet/rowsOfSheet.ts';
import { csvFile, type ListRows, rowsAtMost, rowsOf } from '../../src/web/lists/list.ts';
import { partOfRows } from '../../src/web/lists/listPage.ts';
import { workbookRows, xlsxFile } from '../../src/web/lists/xlsxFile.ts';
import { listings } from '../../src/web/pages.ts';
import { serveDemoWorld } from './demoWorld.ts';

const hostile = [
  '=HYPERLINK("http://evil.example")',
  '+1',
  '-2+3',
  '@SUM(A1)',
  '|cmd',
  '\t=1',
  'a "b", c\r\nd',
  '<b>&\u0007\u202e',
];
const hostileList: ListRows = rowsOf('hostile', hostile, (text) => ({ theText: text, amount: -5, unknown: undefined }));

/** Returns the cells of a workbook's sheet: texts as strings, numbers and dates as numbers. */
function cellsOf(workbook: Uint8Array): (string | number)[][] {
  const files = unzipSync(workbook);
  const read = (name: string) => strFromU8(files[`xl/${name}.xml`] ?? new Uint8Array());
  const texts = [...read('sharedStrings').matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text = '']) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
  const sheet = read('worksheets/sheet1');
  expect(sheet).not.toContain('<f');
  const width = [...(/<row r="1">(.*?)<\/row>/s.exec(sheet)?.[1] ?? '').matchAll(/<c /g)].length;
  return [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: (string | number)[] = Array(width).fill('');
    for (const [, column = '', kind, value] of row.matchAll(/<c r="([A-Z]+)\d+"[^>]*?( t="s")?><v>(.*?)<\/v><\/c>/g))
      cells[column.charCodeAt(0) - 65] = kind === undefined ? Number(value) : (texts[Number(value)] ?? '');
    return cells;
  });
}

describe('a list as a file', () => {
  it('has no formula in its CSV cells, and keeps its columns whatever the texts contain', () => {
    const lines = csvFile(hostileList).split('\r\n');
    expect(lines[0]).toBe('\uFEFFThe text,Amount,Unknown');
    expect(lines.slice(1, -1)).toEqual([
      `"'=HYPERLINK(""http://evil.example"")",-5,`,
      `'+1,-5,`,
      `'-2+3,-5,`,
      `'@SUM(A1),-5,`,
      `'|cmd,-5,`,
      `'=1,-5,`,
      `"a ""b"", c d",-5,`,
      `<b>&,-5,`,
    ]);
  });

  it('has texts as texts and figures as numbers in the workbook', async () => {
    const rows = cellsOf(await xlsxFile(hostileList));
    expect(rows[0]).toEqual(['The text', 'Amount', 'Unknown']);
    expect(rows.slice(1).map(([text]) => text)).toEqual([...hostile.slice(0, 5), '=1', 'a "b", c d', '<b>&']);
    expect(new Set(rows.slice(1).map(([, amount]) => amount))).toEqual(new Set([-5]));
  });

  it('has days and times as date cells in the workbook, if a column contains nothing else', async () => {
    const rows = [
      {
        filed: '2026-11-21',
        seen: '2026-11-21T12:00:00.000Z',
        text: '2026-11-21',
        old: '1899-01-01',
        none: '',
        coming30Days: 5,
      },
      { filed: '', seen: '2026-11-22T06:30:00.000Z', text: 'undated', old: '2026-02-30', none: '', coming30Days: 6 },
    ];
    const workbook = await xlsxFile({ name: 'days', rows, more: false });
    expect(cellsOf(workbook)).toEqual([
      ['Filed', 'Seen (UTC)', 'Text', 'Old', 'None', 'Coming 30 days'],
      [46_347, 46_347.5, '2026-11-21', '1899-01-01', '', 5],
      ['', expect.closeTo(46_348.270833), 'undated', '2026-02-30', '', 6],
    ]);
    const files = unzipSync(workbook);
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('<autoFilter ref="A1:F3"/></worksheet>');
    expect(sheet).toMatch(/<pane ySplit="1"[^>]* state="frozen"/);
    const formats = strFromU8(files['xl/styles.xml'] ?? new Uint8Array()).matchAll(/formatCode="(.*?)"/g);
    expect([...formats].map(([, format]) => format)).toEqual(['@', 'yyyy\\-mm\\-dd', 'yyyy\\-mm\\-dd\\ hh:mm']);
  });

  it('has at most 50,000 rows, a workbook 20,000, and says so in its last row', async () => {
    const list = rowsOf(
      'long',
      Array.from({ length: rowsAtMost + 1 }, (_, index) => index),
      (number) => ({ number }),
    );
    expect(list).toMatchObject({ more: true });
    expect(csvFile(list).split('\r\n').at(-2)).toContain('Only the first 50,000 rows');
    const cells = cellsOf(await xlsxFile(list));
    expect(cells).toHaveLength(workbookRows + 2);
    expect(cells.at(-1)).toEqual([expect.stringContaining('Only the first 20,000 rows')]);
  });

  it('is a valid file even without rows', async () => {
    const none = { name: 'none', rows: [], more: false };
    expect(csvFile(none)).toBe('\uFEFF\r\n');
    expect(await readSheet(await xlsxFile(none))).toEqual([]);
  });
});

it('every list of the pages can be downloaded in three formats, with the filters of its page', async () => {
  const { url } = await serveDemoWorld();
  const cases = (await (await fetch(`${url}/cases.json`)).json()) as { rows: { number: string; address: string }[] };
  const aCase = cases.rows.find((row) => row.number === '1:20-cv-00168')?.address ?? '';
  const pages = [
    '/watches',
    '/changes',
    '/cases',
    '/designs',
    '/calendar',
    '/alerts',
    '/checks',
    '/credits',
    '/search?q=dismissal',
    aCase,
  ];
  const taken: Record<string, number> = {};
  for (const page of pages) {
    const body = await (await fetch(url + page)).text();
    const links = [...body.matchAll(/href="([^"]+\.(csv|xlsx|json)[^"]*)" download/g)].map(([, href = '']) => href);
    expect(new Set(links.map((link) => /\.(csv|xlsx|json)/.exec(link)?.[1])), page).toEqual(
      new Set(['csv', 'xlsx', 'json']),
    );
    const [csv = '', xlsx = '', json = ''] = links;
    const rows = ((await (await fetch(url + json)).json()) as { rows: object[] }).rows;
    const workbook = cellsOf(new Uint8Array(await (await fetch(url + xlsx)).arrayBuffer()));
    const table = await (await fetch(url + csv)).text();
    expect(workbook.length - 1, page).toBe(rows.length);
    expect(table.trimEnd().split('\r\n').length - 1, page).toBe(rows.length);
    taken[page] = rows.length;
  }
  expect(Math.min(...Object.values(taken)), JSON.stringify(taken)).toBeGreaterThan(0);

  const rowsAt = async (path: string) =>
    ((await (await fetch(url + path)).json()) as { rows: Record<string, string>[] }).rows;
  const orders = await rowsAt(`${aCase}/entries.json?type=order`);
  const all = await rowsAt(`${aCase}/entries.json`);
  expect(orders.length).toBeGreaterThan(0);
  expect(orders.length).toBeLessThan(all.length);
  expect(new Set(orders.map((row) => row.type))).toEqual(new Set(['order']));
  const expired = await rowsAt('/designs.json?status=EXP');
  expect(new Set(expired.map((row) => row.status))).toEqual(new Set(['EXP']));
  const response = await fetch(`${url}/checks.csv?outcome=complete`);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="checks-\d{4}-\d\d-\d\d\.csv"$/);
  expect((await fetch(`${url}/cases/none/entries.csv`)).status).toBe(404);
});

it('a file has the fields of the API as its columns, under the same names, each value in one cell', async () => {
  const { url } = await serveDemoWorld();
  const rowsAt = async (path: string) => (await (await fetch(url + path)).json()) as Record<string, object[]>;
  for (const { name, file, api } of listings) {
    if (file === undefined || api === undefined) continue;
    const [row = {}] = (await rowsAt(`${file.path}.json`)).rows ?? [];
    const { items = [] } = await rowsAt(`/api/v1/${name}?limit=500`);
    const columns = new Set(Object.keys(row));
    const fields = new Set(items.flatMap((item) => Object.keys(item)));
    for (const field of fields) {
      const parts = ['', 'Since', 'Type', 'Key', 'CompanyName', 'Holder', 'DocumentNumber', 'Docket'].map(
        (part) => `${field}${part}`,
      );
      expect
        .soft(
          parts.some((part) => columns.has(part)),
          `${name}: ${field}`,
        )
        .toBe(true);
    }
  }
  const [pausable = {}] = (await rowsAt('/watches.json')).rows ?? [];
  expect(pausable).toMatchObject({
    pausedSince: null,
    pausedUntil: null,
    foundNothing: 'no',
    kind: expect.any(String),
  });
  const [aCase = {}] = (await rowsAt('/cases.json')).rows ?? [];
  expect(aCase).toMatchObject({ changedAt: expect.any(String), patents: expect.stringMatching(/^\d/) });
});

it('the links beside a list that may be in another order than that of time do not say older or newer', () => {
  const url = new URL('http://tipstaff.localhost/designs?like=a&after=1');
  expect(String(partOfRows(['1', '2', '3', '4'], (row) => row, url, 2).nav)).toMatch(/>Previous<.*>Next</s);
});
