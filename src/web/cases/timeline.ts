import { html, raw } from 'hono/html';
import type { EntryType } from '../../reading/entryReading.ts';
import type { ReadEntry } from '../../store/views/readEntries.ts';
import type { Html } from '../page.ts';

/** What the bars tell apart. */
const groups = ['orders', 'motions', 'others'] as const;
type Group = (typeof groups)[number];

const groupOf: Partial<Readonly<Record<EntryType, Group>>> = {
  order: 'orders',
  judgment: 'orders',
  verdict: 'orders',
  dismissal: 'orders',
  report: 'orders',
  motion: 'motions',
  response: 'motions',
  reply: 'motions',
  brief: 'motions',
};

/** The entries of a span of time, by group. */
export interface Span {
  /** `2024-03`, `2024-Q1` or `2024` */
  readonly name: string;
  readonly counts: Readonly<Record<Group, number>>;
}

const mostBars = 60;

/** Entries by month; by quarter or year where months would be too many. Spans without an entry are there too. */
export function spansOf(entries: readonly ReadEntry[]): Span[] {
  const days = entries
    .map(({ entry }) => entry.dateFiled)
    .filter((day) => /^\d{4}-\d{2}-\d{2}$/.test(day))
    .sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const namer =
    [monthName, quarterName, yearName].find((name) => namesBetween(first, last, name).length <= mostBars) ?? yearName;
  const byName = Map.groupBy(entries, ({ entry }) => namer(entry.dateFiled));
  return namesBetween(first, last, namer).map((name) => ({ name, counts: countsOf(byName.get(name) ?? []) }));
}

function countsOf(entries: readonly ReadEntry[]): Record<Group, number> {
  const counts = { orders: 0, motions: 0, others: 0 };
  for (const { reading } of entries) counts[groupOf[reading.type] ?? 'others'] += 1;
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

const [height, barWidth, gap] = [70, 9, 3];

/** The chart, and its figures as a table for those who read. */
export function timeline(entries: readonly ReadEntry[]): Html {
  const spans = spansOf(entries);
  if (spans.length < 2) return html``;
  const most = Math.max(...spans.map(({ counts }) => counts.orders + counts.motions + counts.others));
  const bars = spans.map(({ counts }, index) => barOf(counts, index, most)).join('');
  const width = spans.length * (barWidth + gap);
  return html`<figure class="chart"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Entries over time; the table below has the figures">${raw(bars)}</svg>
<details class="small"><summary>Figures</summary><table><thead><tr><th>Time</th><th class="number">Orders</th><th class="number">Motions and briefs</th><th class="number">Others</th></tr></thead><tbody>${spans.map(
    ({ name, counts }) =>
      html`<tr><td>${name}</td><td class="number">${counts.orders}</td><td class="number">${counts.motions}</td><td class="number">${counts.others}</td></tr>`,
  )}</tbody></table></details>
<figcaption class="quiet small">${spans[0]?.name} to ${spans.at(-1)?.name}: <span class="key orders">orders</span> <span class="key motions">motions and briefs</span> <span class="key others">others</span></figcaption></figure>`;
}

function barOf(counts: Readonly<Record<Group, number>>, index: number, most: number): string {
  let top = height;
  return groups
    .map((group) => {
      const tall = counts[group] === 0 ? 0 : Math.max(1.5, (counts[group] / most) * (height - 2));
      top -= tall;
      return `<rect class="${group}" x="${index * (barWidth + gap)}" y="${top.toFixed(1)}" width="${barWidth}" height="${tall.toFixed(1)}"/>`;
    })
    .join('');
}
