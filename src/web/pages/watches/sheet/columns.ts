import { valueAt } from '../../../../base/json.ts';
import type { OwnWatch, WatchBody, WatchConfig } from '../../../../config/config.ts';
import { nearMiss } from '../../../../config/fields/finding.ts';
import { bodyOf } from '../../../../config/watchText.ts';
import { headingOf, rowMaker, textOfCell } from '../../../lists/list.ts';
import { shapeOf } from '../../../lists/listing.ts';
import { type FormField, valueIn, watchFields, withSettings } from '../fields.ts';
import { watchesList } from '../watchesPage.ts';

type Column = { readonly index: number; readonly key: string; readonly field: FormField };

export interface Columns {
  readonly columns: readonly Column[];
  /** The column with the searches in words, which our own files have. */
  readonly searchesAt: number | undefined;
  readonly unread: readonly string[];
  readonly mistakes: readonly string[];
}

export const usualHeadings: readonly string[] = [
  'name',
  'matter',
  'dockets.companyName',
  'dockets.patentNumber',
  'dockets.caseNumber',
  'dockets.court',
  'designs.source',
  'designs.holder',
  'designs.locarno',
  'schedule',
  'notify',
].map((key) => watchFields.get(key)?.label ?? key);

/** The headings of our own files, including those of no setting. */
const ownHeadings = Object.keys(rowMaker(shapeOf(watchesList.columns))({})).map(plain);

/** Maps `Dockets patent number`, `dockets.patentNumber`, `Patent number` and the form's label to the same key. */
const keysByName: ReadonlyMap<string, string> = namesOf(watchFields);

function namesOf(all: ReadonlyMap<string, FormField>): Map<string, string> {
  const names = new Map<string, string>();
  const ambiguous = new Set(['id', 'wholeword', 'status']);
  for (const [key, { label }] of all) {
    for (const name of [label, key.split('.').at(-1) ?? ''].map(plain)) {
      if (!key.includes('.') || !ambiguous.has(name)) names.set(name, names.get(name) ?? key);
    }
  }
  for (const key of all.keys()) names.set(plain(key), key);
  return names;
}

function plain(name: string): string {
  return name
    .replace(/\(UTC\)$/, '')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
}

export function readHeadings(headings: readonly string[]): Columns {
  const columns: Column[] = [];
  const unread: string[] = [];
  const mistakes: string[] = [];
  for (const [index, heading] of headings.entries()) {
    const name = plain(heading);
    const key = keysByName.get(name);
    const field = watchFields.get(key ?? '');
    if (key !== undefined && field !== undefined) {
      const first = columns.find((one) => one.key === key);
      if (first === undefined) columns.push({ index, key, field });
      else
        mistakes.push(
          `the columns ${quoted(headings[first.index])} and ${quoted(heading)} mean the same; accepted: one of them`,
        );
    } else if (name !== '' && !ownHeadings.includes(name)) {
      const meant = nearMiss(name, [...keysByName.keys()]);
      const meantKey = meant === undefined ? undefined : keysByName.get(meant);
      if (meantKey === undefined) unread.push(heading);
      else
        mistakes.push(
          `found the column ${quoted(heading)}; did you mean ${quoted(headingOf(meantKey.replaceAll('.', ' ')))}?`,
        );
    }
  }
  if (columns.length === 0)
    mistakes.push(`the first row names no column of a watch; accepted: ${usualHeadings.join(', ')} …`);
  const searchesAt = headings.findIndex((heading) => plain(heading) === 'searches');
  return { columns, searchesAt: searchesAt < 0 ? undefined : searchesAt, unread, mistakes };
}

const quoted = (text = ''): string => JSON.stringify(text.slice(0, 60));

/** Returns the settings in force, including defaults. */
export function settingsOf(watch: WatchConfig, own: OwnWatch | undefined): WatchBody {
  const body = bodyOf(watch, own);
  const { id, name, matter, tags, schedule, timezone, notify } = watch;
  return { ...body, id, name, matter, tags, schedule, timezone, notify };
}

export function withCells(body: WatchBody, shown: WatchBody, columns: readonly Column[], row: readonly string[]) {
  const changed: [key: string, value: unknown][] = [];
  const differences: string[] = [];
  for (const { index, key, field } of columns) {
    const [before, after] = [oneLine(textOfCell(valueAt(shown, key.split('.')))), oneLine(row[index] ?? '')];
    if (before === after) continue;
    // Semicolons or line breaks separate values. Commas also separate short words.
    changed.push([key, valueIn(field, row[index] ?? '', /[;\n]/, /[;,\n]/)]);
    differences.push(`${key}: ${before || 'nothing'} → ${after || 'nothing'}`);
  }
  return { body: withSettings(body, changed), differences };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
