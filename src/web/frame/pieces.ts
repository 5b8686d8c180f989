import { html, raw } from 'hono/html';
import { withCommas } from '../../base/words/sentence.ts';
import type { Html } from './page.ts';

interface TableColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => Html | string | number;
  readonly look?: string | undefined;
}

/** A table whose rows are read one under the other on a phone, each cell with its heading. */
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

/** Named values, one under the other; those without a value are left out. */
export function facts(rows: readonly (readonly [name: string, value: Html | string | undefined])[]): Html {
  const known = rows.filter(([, value]) => value !== undefined && value !== '');
  return html`<dl class="facts">${known.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

export function links(all: readonly (readonly [href: string, words: string])[]): Html {
  return html`${all.map(([href, words], index) => html`${index > 0 ? ', ' : ''}<a href="${href}">${words}</a>`)}`;
}

/** A bar for each column. @param of what is counted: `credits a day` */
export function columnChart(columns: readonly { readonly name: string; readonly value: number }[], of: string): Html {
  const most = Math.max(0, ...columns.map((column) => column.value));
  const words = `${of}, ${withCommas(most)} at most`;
  const bars = barsOf(
    columns.map(({ value }) => value),
    90,
  );
  const chart = barRow(bars, { wide: 12, gap: 4, high: 90 }, `${words}; the table below has the figures`);
  return html`<figure class="chart">${chart}
<details class="small"><summary>Figures</summary><table><tbody>${columns.map(
    ({ name, value }) => html`<tr><td>${name}</td><td class="number">${withCommas(value)}</td></tr>`,
  )}</tbody></table></details>
<figcaption class="quiet small">
${columns[0]?.name} to ${columns.at(-1)?.name}: ${words}</figcaption></figure>`;
}

/** A row of thin bars for a table's cell: `values` from the oldest to the newest. `words` says it as text. */
export function sparkline(values: readonly number[], words: string): Html {
  return barRow(barsOf(values, tallest), { wide: 5, gap: 2, high: tallest }, words);
}

export const tallest = 18;

type Bar = { readonly state: string; readonly tall: number };

function barsOf(values: readonly number[], high: number): Bar[] {
  const most = Math.max(1, ...values);
  return values.map((value) =>
    value === 0 ? { state: 'none', tall: 1 } : { state: 'some', tall: Math.max(2, Math.round((value / most) * high)) },
  );
}

export function barRow(
  bars: readonly Bar[],
  { wide, gap, high }: { readonly wide: number; readonly gap: number; readonly high: number },
  words: string,
): Html {
  // A path for each state: a hundred rows are a page, and of each bar a rectangle would be most of it.
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

export { recordPath } from '../../records/record.ts';

/** `/watches/new` is the form, so a watch with the id `new` has its page elsewhere. */
export const pathOfWatchNew = '/watches/id/new';

export function watchPath(id: string): string {
  return id === 'new' ? pathOfWatchNew : `/watches/${encodeURIComponent(id)}`;
}

export function watchActionPath(id: string, action: string): string {
  return `/watches/${encodeURIComponent(id)}/${action}`;
}

export const userPath = (name: string): string => `/users/${encodeURIComponent(name)}`;

export const matterPath = (matter: string): string => `/matters/${encodeURIComponent(matter)}`;

export const feedPath = (watchId: string): string => `/feeds/${encodeURIComponent(watchId)}.atom`;

/** Feed readers offer what a page names; nobody chooses among more. */
const mostFeeds = 20;

export function feedsOf(watches: readonly { readonly id: string; readonly name: string }[]) {
  return watches.slice(0, mostFeeds).map(({ id, name }) => ({ title: name, href: feedPath(id) }));
}

/** A link to another site, which does not learn where the reader came from. */
export function outside(href: string, words: string): Html {
  return html`<a href="${href}" rel="noreferrer noopener" class="out">${words}</a>`;
}
