import { html, raw } from 'hono/html';
import { counted, withCommas } from '../../base/words/sentence.ts';
import { placeBesideTitle, recordPath, recordTitle, type SearchRecord } from '../../records/record.ts';
import type { Html } from './page.ts';

interface TableColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => Html | string | number;
  readonly look?: string | undefined;
}

/** Returns a table. On a phone, each row becomes a list of cells with their headings. */
export function table<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): Html {
  const classOf = (look: string | undefined) => (look === undefined ? '' : html` class="${look}"`);
  return html`<div class="wide"><table class="stack"><thead><tr>${columns.map(
    ({ label, look }) => html`<th${classOf(look)}>${label}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr>${columns.map(({ label, look, cell }, index) => {
        const shown = cell(row);
        return html`<td${index === 0 ? '' : html` data-name="${label}"`}${classOf(look)}>${
          typeof shown === 'number' ? withCommas(shown) : shown
        }</td>`;
      })}</tr>`,
  )}</tbody></table></div>`;
}

export function options(all: readonly (readonly [value: string, words: string])[], chosen?: string): Html {
  return html`${all.map(
    ([value, words]) => html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`,
  )}`;
}

/** Lists named values, one a line, without the undefined ones. */
export function facts(rows: readonly (readonly [name: string, value: Html | string | undefined])[]): Html {
  const known = rows.filter(([, value]) => value !== undefined && value !== '');
  return html`<dl class="facts">${known.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

export function emptyState(words: string, todo?: Html): Html {
  return html`<p class="empty">${words}${todo === undefined ? '' : html` ${todo}`}</p>`;
}

/** Folds the first items of a list. @param total the number of all items */
export function foldedList(summary: Html | string, items: readonly Html[], total: number): Html {
  const more = total - items.length;
  return html`<details><summary>${summary}</summary><ul>${items.map((one) => html`<li>${one}</li>`)}</ul>${
    more > 0 ? html`<p class="quiet">And ${counted(more, 'more', 'more')}.</p>` : ''
  }</details>`;
}

/** Returns the title of a record as a link to its page, then its court and number or its register. */
export function recordLink(record: SearchRecord): Html {
  return html`<a href="${recordPath(record)}">${recordTitle(record)}</a>
<span class="quiet">${placeBesideTitle(record)}</span>`;
}

export function links(all: readonly (readonly [href: string, words: string])[]): Html {
  const comma = all.some(([, words]) => words.includes(',')) ? '; ' : ', ';
  return html`${all.map(([href, words], index) => html`${index > 0 ? comma : ''}<a href="${href}">${words}</a>`)}`;
}

export function columnChart(columns: readonly { readonly name: string; readonly value: number }[]): Html {
  const values = columns.map(({ value }) => value);
  const words = `credits a day, highest ${withCommas(Math.max(0, ...values))}`;
  return html`<figure class="chart">${sparkline(values, words, { wide: 12, gap: 4, high: 90 })}
<figcaption class="quiet small">
${columns[0]?.name} to ${columns.at(-1)?.name}: ${words}</figcaption></figure>`;
}

export const tallest = 18;

type Bar = { readonly state: string; readonly tall: number };
type BarSize = { readonly wide: number; readonly gap: number; readonly high: number };

const inACell: BarSize = { wide: 5, gap: 2, high: tallest };

/** Draws a bar for each value, the oldest first. @param words the same as text */
export function sparkline(values: readonly number[], words: string, size = inACell): Html {
  const most = Math.max(1, ...values);
  const tallOf = (value: number) => Math.max(2, Math.round((value / most) * size.high));
  const bars = values.map((value) =>
    value === 0 ? { state: 'none', tall: 1 } : { state: 'some', tall: tallOf(value) },
  );
  return barRow(bars, size, words);
}

export function barRow(bars: readonly Bar[], { wide, gap, high }: BarSize, words: string): Html {
  // One path for each state, because a rectangle for each bar would be most of a page of a hundred rows.
  const paths = [...new Set(bars.map(({ state }) => state))].map((state) => {
    const shapes = bars.map((bar, index) =>
      bar.state === state ? `M${index * (wide + gap)} ${high - bar.tall}h${wide}v${bar.tall}h-${wide}z` : '',
    );
    return `<path class="${state}" d="${shapes.join('')}"/>`;
  });
  const width = bars.length * (wide + gap);
  return html`<svg class="spark" role="img" aria-label="${words}"
viewBox="0 0 ${width} ${high}" width="${width}" height="${high}"><title>${words}</title>${raw(paths.join(''))}</svg>`;
}

export { recordPath };

export const watchPath = (id: string): string => `/watches/${encodeURIComponent(id)}`;

export function watchActionPath(id: string, action: string): string {
  return `/watches/${encodeURIComponent(id)}/${action}`;
}

export const matterPath = (matter: string): string => `/matters/${encodeURIComponent(matter)}`;

export const feedPath = (watchId: string): string => `/feeds/${encodeURIComponent(watchId)}.atom`;

/** Returns a link to another site that does not send the referrer. */
export function outside(href: string, words: string): Html {
  return html`<a href="${href}" rel="noreferrer noopener" class="out">${words}</a>`;
}
