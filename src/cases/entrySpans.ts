import type { EntryType } from '../reading/entryReading.ts';
import type { ReadEntry } from '../snapshot/readEntries.ts';

/** The entries of a span of time, by type. */
export interface Span {
  /** `2024-03`, `2024-Q1` or `2024` */
  readonly name: string;
  readonly counts: ReadonlyMap<EntryType, number>;
}

const mostSpans = 60;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/** Entries by month; by quarter or year where months would be too many. Spans without an entry are there too. */
export function spansOf(entries: readonly ReadEntry[]): Span[] {
  const dated = entries.filter(({ entry }) => isoDay.test(entry.dateFiled));
  const days = dated.map(({ entry }) => entry.dateFiled).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const namer =
    [monthName, quarterName].find((name) => namesBetween(first, last, name).length <= mostSpans) ?? yearName;
  const byName = Map.groupBy(dated, ({ entry }) => namer(entry.dateFiled));
  return namesBetween(first, last, namer).map((name) => ({ name, counts: countsOf(byName.get(name) ?? []) }));
}

function countsOf(entries: readonly ReadEntry[]): Map<EntryType, number> {
  const counts = new Map<EntryType, number>();
  for (const { reading } of entries) counts.set(reading.type, (counts.get(reading.type) ?? 0) + 1);
  return counts;
}

const monthName = (day: string) => day.slice(0, 7);
const quarterName = (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
const yearName = (day: string) => day.slice(0, 4);

function namesBetween(first: string, last: string, name: (day: string) => string): string[] {
  const names = new Set<string>();
  for (let year = Number(first.slice(0, 4)), month = Number(first.slice(5, 7)); ; month += 1) {
    if (month > 12) [year, month] = [year + 1, 1];
    const day = `${year}-${String(month).padStart(2, '0')}-01`;
    if (day.slice(0, 7) > last.slice(0, 7)) return [...names];
    names.add(name(day));
  }
}
