import { type Workbook, writeWorkbook } from '../../base/sheet/writeWorkbook.ts';
import { utcDay } from '../../base/time.ts';
import { cleanText } from '../../base/words/cleanText.ts';
import type { Download, FileContent } from '../frame/page.ts';
import { type Cell, csvFile, headingOf, inTurn, type ListRows, moreWords, type Row, rowMaker, rowsOf } from './list.ts';
import type { Listing } from './listing.ts';

/** A workbook of more rows would take more memory than a small machine has. */
export const workbookRows = 20_000;

const longestText = 32_767;

/** Writes days and moments (UTC) as dates if a column has nothing else. */
export function xlsxFile({ rows, more }: ListRows): Promise<Uint8Array> {
  const shown = rows.slice(0, workbookRows);
  const columns = Object.keys(rows[0] ?? {}).map((name) => ({ name, kind: kindOfColumn(shown, name) }));
  const cells = shown.map((row) => columns.map(({ name, kind }) => cellOf(row[name], kind)));
  const isCut = more || rows.length > workbookRows;
  const last = isCut ? [[moreWords(workbookRows), ...columns.slice(1).map(() => undefined)]] : [];
  return writeWorkbook({ columns: columns.map((column) => shownColumn(column, shown)), rows: [...cells, ...last] });
}

function shownColumn({ name, kind }: { name: string; kind: ColumnKind }, rows: readonly Row[]): Workbook['columns'][0] {
  const heading = `${headingOf(name)}${kind === 'moments' ? ' (UTC)' : ''}`;
  const longest = Math.max(heading.length, ...rows.slice(0, 200).map((row) => String(row[name] ?? '').length));
  return { heading, width: Math.min(60, longest + 2), dateFormat: dateFormats[kind] };
}

function cellOf(value: Cell, kind: ColumnKind) {
  if (typeof value !== 'string' || value === '') return value;
  return (kind === 'mixed' ? undefined : dateOf(value)) ?? cleanText(value).slice(0, longestText).toWellFormed();
}

const dateFormats = { days: 'yyyy\\-mm\\-dd', moments: 'yyyy\\-mm\\-dd\\ hh:mm', mixed: '' } as const;
type ColumnKind = keyof typeof dateFormats;

const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** Returns a day column only if every value is a day, because Excel would sort a text among them apart. */
function kindOfColumn(rows: readonly Row[], name: string): ColumnKind {
  const texts = rows.map((row) => String(row[name] ?? '')).filter((text) => text !== '');
  const areAll = (form: RegExp) => texts.every((text) => form.test(text) && dateOf(text) !== undefined);
  if (texts.length === 0 || !(areAll(day) || areAll(moment))) return 'mixed';
  return areAll(day) ? 'days' : 'moments';
}

/** Earlier days would be one day off, because Excel treats 1900 as a leap year. */
const firstDay = Date.UTC(1901, 0, 1);

/** Returns undefined for a day or moment that is invalid or too early for Excel. */
function dateOf(text: string): Date | undefined {
  const date = new Date(text);
  return date.getTime() >= firstDay && utcDay(date) === text.slice(0, 10) ? date : undefined;
}

const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const listForms = ['csv', 'xlsx', 'json'] as const;
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

async function contentOf(form: (typeof listForms)[number], list: ListRows, now: Date): Promise<FileContent> {
  switch (form) {
    case 'csv':
      return { type: 'text/csv; charset=utf-8', body: csvFile(list) };
    case 'xlsx':
      return { type: contentType, body: await xlsxFile(list) };
    case 'json': {
      // Writes an unknown value as null, so that every row has the same keys.
      const orNull = (_key: string, one: unknown) => (one === undefined ? null : one);
      return { type: 'application/json', body: JSON.stringify({ madeAt: now.toISOString(), ...list }, orNull) };
    }
  }
}
