import { html } from 'hono/html';
import type { WatchConfig } from '../config/config.ts';
import type { Db } from '../database/store.ts';
import { sparkline } from '../pages/columnChart.ts';
import type { Html } from '../pages/page.ts';
import { inWatches } from '../pages/visit/inWatches.ts';
import type { Design } from '../records/design.ts';
import { locarnoTitle } from '../records/locarno.ts';
import { lastChangedDesigns } from '../snapshot/listRecordsQueries.ts';
import { counted } from '../words/sentence.ts';

const quarters = 12;
const classesShown = 6;
/** A watch of a whole class holds more; then nothing is charted, because it would be of a part. */
const designsAtMost = 2000;

/**
 * How many designs a watch's holder registered in each quarter of three years, by Locarno class: a row of bars a class.
 * Nothing where there are too many, or none.
 */
export async function filingsChart(db: Db, watch: WatchConfig, now: Date): Promise<Html> {
  const { records, total, isMore } = await lastChangedDesigns(db, inWatches([watch]), designsAtMost);
  if (isMore || total > designsAtMost) return html``;
  const designs = records.flatMap(({ record }) => (record.type === 'design' ? [record] : []));
  const rows = filingsByClass(designs, now);
  if (rows.length === 0) return html``;
  const last = quarterOf(now.toISOString());
  return html`<figure class="chart"><table class="filings"><thead><tr><th>Registered by class</th>
<th>${quarterWords(last - quarters + 1)} to ${quarterWords(last)}</th><th class="number">Designs</th></tr></thead>
<tbody>${rows.map(
    ({ title, perQuarter, sum }) =>
      html`<tr><td>${title}</td>
<td>${sparkline(
        perQuarter,
        `${title}: ${counted(sum, 'design')} in ${quarters} quarters, ${perQuarter.join(', ')}`,
      )}</td><td class="number">${sum}</td></tr>`,
  )}</tbody></table></figure>`;
}

interface ClassRow {
  readonly title: string;
  /** Designs registered, the oldest quarter first. */
  readonly perQuarter: readonly number[];
  readonly sum: number;
}

/** The classes in which most was registered in the last twelve quarters; a design counts in its first class. */
export function filingsByClass(designs: readonly Design[], now: Date): ClassRow[] {
  const last = quarterOf(now.toISOString());
  const recent = designs.flatMap(({ registered = '', locarno = [] }) => {
    const age = last - quarterOf(registered);
    return /^\d{4}-\d{2}/.test(registered) && age >= 0 && age < quarters
      ? [{ age, main: locarno[0]?.slice(0, 2) ?? '' }]
      : [];
  });
  const byClass = [...Map.groupBy(recent, ({ main }) => main)].sort(([, a], [, b]) => b.length - a.length);
  const others = byClass.slice(classesShown).flatMap(([, some]) => some);
  const row = (title: string, some: readonly { readonly age: number }[]): ClassRow => ({
    title,
    sum: some.length,
    perQuarter: Array.from({ length: quarters }, (_, at) => some.filter(({ age }) => age === quarters - 1 - at).length),
  });
  return [
    ...byClass.slice(0, classesShown).map(([main, some]) => row(classWords(main), some)),
    ...(others.length === 0 ? [] : [row('Other classes', others)]),
  ];
}

function classWords(main: string): string {
  return main === '' ? 'Without a class' : [main, locarnoTitle(main)].filter(Boolean).join(' ');
}

/** Quarters since the year 0. */
function quarterOf(day: string): number {
  return Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3);
}

function quarterWords(quarter: number): string {
  return `Q${(quarter % 4) + 1} ${Math.floor(quarter / 4)}`;
}
