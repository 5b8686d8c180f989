import { dayMs, utcDay } from '../../base/time.ts';
import { cleanText } from '../../base/words/cleanText.ts';
import { type ZipPart, zipFile } from '../../base/zipFile.ts';
import type { Download, FileContent } from '../frame/page.ts';
import { type Cell, csvFile, headingOf, inTurn, type ListRows, moreWords, type Row, rowMaker, rowsOf } from './list.ts';
import type { Listing } from './listing.ts';

// Writes the six files of a workbook (ECMA-376) itself, because libraries block the process for a large workbook.

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaging = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const longestText = 32_767;
const rowsAtOnce = 500;

/** Indexes into `styles`. A cell in the text style stays text when a person edits it. */
const [numberStyle, textStyle, headingStyle, dayStyle, momentStyle] = [0, 1, 2, 3, 4];

type Column = { readonly name: string; readonly heading: string; readonly kind: ColumnKind };

/** Writes text never as a formula, and moments in UTC. The header row is frozen and has filters. */
export function xlsxFile(list: ListRows, madeAt: Date): Promise<Buffer> {
  return zipFile([...frame, { path: 'xl/worksheets/sheet1.xml', content: sheet(list) }], madeAt);
}

const frame: readonly ZipPart[] = [
  part(
    '[Content_Types].xml',
    `<Types xmlns="${packaging}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
  ),
  part('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])),
  part(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Tipstaff" sheetId="1" r:id="rId1"/></sheets>
</workbook>`,
  ),
  part(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
  ),
  part(
    'xl/styles.xml',
    `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>
<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/>
<name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill>
<patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1">
<border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1">
<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1">
<cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  ),
];

function part(path: string, xml: string): ZipPart {
  return { path, content: [head + xml] };
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packaging}/relationships">${each.join('')}</Relationships>`;
}

function* sheet({ rows, more }: ListRows): Generator<string> {
  const columns = columnsOf(rows);
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
  const widths = columns.map(({ name, heading }, index) => {
    const longest = Math.max(heading.length, ...rows.slice(0, 200).map((row) => String(row[name] ?? '').length));
    return `<col min="${index + 1}" max="${index + 1}" width="${Math.min(60, longest + 2)}" customWidth="1"/>`;
  });
  yield widths.length === 0 ? '' : `<cols>${widths.join('')}</cols>`;
  yield `<sheetData>${line(
    1,
    columns.map(({ heading }) => textCell(heading, headingStyle)),
  )}`;
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    yield rows
      .slice(from, from + rowsAtOnce)
      .map((row, index) =>
        line(
          from + index + 2,
          columns.map(({ name, kind }) => cell(row[name], kind)),
        ),
      )
      .join('');
  }
  yield `${more ? line(rows.length + 2, [textCell(moreWords, textStyle)]) : ''}</sheetData>`;
  yield columns.length === 0 ? '' : `<autoFilter ref="A1:${letters(columns.length)}${rows.length + 1}"/>`;
  yield '</worksheet>';
}

function columnsOf(rows: readonly Row[]): Column[] {
  return Object.keys(rows[0] ?? {}).map((name) => {
    const kind = kindOfColumn(rows, name);
    return { name, kind, heading: `${headingOf(name)}${kind === 'moments' ? ' (UTC)' : ''}` };
  });
}

/** Converts a column number, from 1, to `A`, `Z`, `AA`. */
function letters(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return `${before > 0 ? letters(before) : ''}${String.fromCharCode(65 + ((column - 1) % 26))}`;
}

/** Gives each cell its address, which some programs need. */
function line(row: number, cells: readonly string[]): string {
  return `<row>${cells.map((one, index) => `<c r="${letters(index + 1)}${row}"${one}`).join('')}</row>`;
}

function cell(value: Cell, kind: ColumnKind): string {
  if (value === undefined || value === '') return '/>';
  if (typeof value === 'number') return numberCell(value, numberStyle);
  const serial = kind === 'mixed' ? undefined : serialOf(value);
  if (serial === undefined) return textCell(cleanText(value), textStyle);
  return numberCell(serial, kind === 'days' ? dayStyle : momentStyle);
}

function numberCell(value: number, style: number): string {
  return ` s="${style}"><v>${value}</v></c>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Relies on `cleanText` to remove the characters that XML forbids. */
function textCell(text: string, style: number): string {
  const escaped = text
    .slice(0, longestText)
    .toWellFormed()
    .replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
  return ` t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}

type ColumnKind = 'days' | 'moments' | 'mixed';

const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** Returns a day column only if every value is a day, because Excel would sort a text among them apart. */
function kindOfColumn(rows: readonly Row[], name: string): ColumnKind {
  const values = rows.map((row) => row[name]).filter((value) => value !== undefined && value !== '');
  if (values.length === 0) return 'mixed';
  if (values.every((value) => isOf(day, value))) return 'days';
  return values.every((value) => isOf(moment, value)) ? 'moments' : 'mixed';
}

function isOf(form: RegExp, value: Cell): boolean {
  return typeof value === 'string' && form.test(value) && serialOf(value) !== undefined;
}

const dayZero = Date.UTC(1899, 11, 30);
/** Earlier days would be one day off, because Excel treats 1900 as a leap year. */
const firstDay = Date.UTC(1901, 0, 1);

/** Returns the serial number of a day or a UTC moment, or undefined if it is invalid or too early for Excel. */
function serialOf(text: string): number | undefined {
  const time = Date.parse(text);
  if (Number.isNaN(time) || time < firstDay || utcDay(new Date(time)) !== text.slice(0, 10)) return undefined;
  return Math.round(((time - dayZero) / dayMs) * 1e6) / 1e6;
}

export const listForms = ['csv', 'xlsx', 'json'] as const;
type ListForm = (typeof listForms)[number];

export function listDownloads({ name, item, file }: Listing): Download[] {
  if (file === undefined) return [];
  return listForms.map((form) => ({
    path: `${file.path}.${form}`,
    respond: (parts, visit, params, signal) =>
      inTurn(async () => {
        // A client that disconnected meanwhile takes no turn.
        if (signal.aborted) return undefined;
        const loaded = await file.load(parts, visit, params);
        if (loaded === undefined) return undefined;
        const { items, more = false, called = name } = loaded;
        const rows = rowsOf(called, items, rowMaker(item));
        const saveAs = `${called}-${utcDay(visit.now)}.${form}`;
        return { ...(await contentOf(form, { ...rows, more: rows.more || more }, visit.now)), saveAs };
      }),
  }));
}

async function contentOf(form: ListForm, list: ListRows, now: Date): Promise<FileContent> {
  switch (form) {
    case 'csv':
      return { type: 'text/csv; charset=utf-8', body: csvFile(list) };
    case 'xlsx':
      return { type: `${contentType}.sheet`, body: await xlsxFile(list, now) };
    case 'json': {
      // Writes an unknown value as null, so that every row has the same keys.
      const orNull = (_key: string, one: unknown) => (one === undefined ? null : one);
      return { type: 'application/json', body: JSON.stringify({ madeAt: now.toISOString(), ...list }, orNull) };
    }
  }
}
