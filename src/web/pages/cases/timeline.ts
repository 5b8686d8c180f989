import { html, raw } from 'hono/html';
import { counted } from '../../../base/words/sentence.ts';
import { type EntryType, entryTypes } from '../../../reading/entryReading.ts';
import type { ReadEntry } from '../../../store/snapshot/entriesTable.ts';
import type { Html } from '../../frame/page.ts';

/**
 * Whose entries they are, with one colour for each. The name of the type is beside its bars, so the colour is not
 * needed.
 */
const families = {
  court: { words: 'by the court', types: ['order', 'judgment', 'report', 'verdict', 'hearing'] },
  parties: {
    words: 'by the parties',
    types: ['complaint', 'answer', 'motion', 'response', 'reply', 'brief', 'stipulation', 'dismissal', 'appeal'],
  },
} as const satisfies Record<string, { words: string; types: readonly EntryType[] }>;

const rowHeight = 20;
const labelsAtMost = 5;

/**
 * A row of bars for each type of entry that the case has, the court's first, each with its number; all figures as text
 * below.
 */
export function timeline(entries: readonly ReadEntry[]): Html {
  const spans = spansOf(entries);
  if (spans.length < 2) return html``;
  const rows = rowsOf(spans);
  const most = Math.max(...rows.flatMap(({ values }) => values));
  const years = yearStarts(spans);
  return html`<figure class="strips"><div class="rows">${rows.map(
    ({ type, family, values, total }) =>
      html`<a href="?type=${type}#entries">${type}</a><span class="number">${total}</span>${strip(values, {
        family,
        most,
        years,
        words: wordsOf(type, total, values, spans),
      })}`,
  )}${axis(spans, years)}</div>
<figcaption class="quiet small"><span class="key court">${families.court.words}</span>
<span class="key parties">${families.parties.words}</span> <span class="key papers">papers and notices</span>. At
most ${counted(most, 'entry')} of a type in a ${spanWord(spans)}.</figcaption>
<details class="small"><summary>Figures</summary><table>
<tbody>${spans.map(figures)}</tbody></table></details></figure>`;
}

type Family = keyof typeof families | 'papers';

interface Row {
  readonly type: EntryType;
  readonly family: Family;
  readonly values: readonly number[];
  readonly total: number;
}

function rowsOf(spans: readonly Span[]): Row[] {
  const listed: EntryType[] = [...families.court.types, ...families.parties.types];
  const ordered = [...listed, ...entryTypes.filter((type) => !listed.includes(type))];
  return ordered.flatMap((type): Row[] => {
    const values = spans.map(({ counts }) => counts.get(type) ?? 0);
    const total = values.reduce((sum, one) => sum + one, 0);
    return total === 0 ? [] : [{ type, family: familyOf(type), values, total }];
  });
}

function familyOf(type: EntryType): Family {
  const isOf = (types: readonly EntryType[]) => types.includes(type);
  if (isOf(families.court.types)) return 'court';
  return isOf(families.parties.types) ? 'parties' : 'papers';
}

interface Drawing {
  readonly family: Family;
  readonly most: number;
  /** Where years begin, as indices of spans. */
  readonly years: readonly number[];
  readonly words: string;
}

/**
 * Positions in percent, so that a row is as wide as there is room. By the square root, so that one entry is seen beside
 * fifty.
 */
function strip(values: readonly number[], { family, most, years, words }: Drawing): Html {
  const percent = (index: number) => ((index / values.length) * 100).toFixed(2);
  const lines = years.map((index) => `<line x1="${percent(index)}%" x2="${percent(index)}%" y1="0" y2="100%"/>`);
  const bars = values.flatMap((value, index) => {
    if (value === 0) return [];
    const tall = Math.max(3, Math.sqrt(value / most) * (rowHeight - 2));
    return (
      `<rect class="${family}" x="${percent(index)}%" y="${(rowHeight - tall).toFixed(1)}" ` +
      `width="${(80 / values.length).toFixed(2)}%" height="${tall.toFixed(1)}"/>`
    );
  });
  return html`<svg height="${rowHeight}" role="img" aria-label="${words}"><title>${words}</title>${raw(
    [...lines, ...bars].join(''),
  )}</svg>`;
}

function wordsOf(type: EntryType, total: number, values: readonly number[], spans: readonly Span[]): string {
  const most = Math.max(...values);
  const span = spans[values.indexOf(most)]?.name ?? '';
  const [first, last] = [spans[0]?.name, spans.at(-1)?.name];
  return `${type}: ${counted(total, 'entry')} from ${first} to ${last}, ${most} of them in ${span}`;
}

function yearStarts(spans: readonly Span[]): number[] {
  return spans.flatMap(({ name }, index) =>
    index > 0 && name.slice(0, 4) !== spans[index - 1]?.name.slice(0, 4) ? index : [],
  );
}

/** The years under the bars, as many as fit on a phone; within one year, the first and the last span. */
function axis(spans: readonly Span[], years: readonly number[]): Html {
  const step = Math.ceil(years.length / labelsAtMost);
  const labels = years
    .filter((_, index) => index % step === 0)
    .map(
      (index) =>
        `<text x="${((index / spans.length) * 100).toFixed(2)}%" y="12">${spans[index]?.name.slice(0, 4)}</text>`,
    );
  const ends = [
    `<text x="0" y="12">${spans[0]?.name}</text>`,
    `<text x="100%" y="12" text-anchor="end">${spans.at(-1)?.name}</text>`,
  ];
  const drawn = (years.length === 0 ? ends : labels).join('');
  return html`<span></span><span></span><svg height="16" aria-hidden="true">${raw(drawn)}</svg>`;
}

function spanWord(spans: readonly Span[]): string {
  const name = spans[0]?.name ?? '';
  return name.length === 4 ? 'year' : name.includes('Q') ? 'quarter' : 'month';
}

function figures({ name, counts }: Span): Html {
  const parts = entryTypes.flatMap((type) => (counts.has(type) ? `${type} ${counts.get(type)}` : []));
  return html`<tr><td>${name}</td><td>${parts.join(', ') || 'none'}</td></tr>`;
}

interface Span {
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
