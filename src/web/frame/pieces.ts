import { html, raw } from 'hono/html';
import { withCommas } from '../../base/words/sentence.ts';
import type { Html } from './page.ts';

interface TableColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => Html | string | number;
  readonly look?: string | undefined;
}

/** A table whose rows are read one under the other on a phone, each cell with its heading. */
export function table<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[], kind = 'stack'): Html {
  const classOf = (look: string | undefined) => (look === undefined ? '' : html` class="${look}"`);
  return html`<div class="wide"><table class="${kind}"><thead><tr>${columns.map(
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

const [height, barWidth, gap] = [90, 12, 4];

export function columnChart(columns: readonly { readonly name: string; readonly value: number }[], of: string): Html {
  const most = Math.max(0, ...columns.map((column) => column.value));
  const bars = columns
    .map(({ value }, index) => {
      const tall = value === 0 ? 1 : Math.max(2, (value / most) * (height - 2));
      return (
        `<rect class="${value === 0 ? 'none' : 'bar'}" x="${index * (barWidth + gap)}" ` +
        `y="${(height - tall).toFixed(1)}" width="${barWidth}" height="${tall.toFixed(1)}"/>`
      );
    })
    .join('');
  const width = columns.length * (barWidth + gap);
  return html`<figure class="chart">
<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"
aria-label="${of}, ${withCommas(most)} at most; the table below has the figures">${raw(bars)}</svg>
<details class="small"><summary>Figures</summary><table><tbody>${columns.map(
    ({ name, value }) => html`<tr><td>${name}</td><td class="number">${withCommas(value)}</td></tr>`,
  )}</tbody></table></details>
<figcaption class="quiet small">
${columns[0]?.name} to ${columns.at(-1)?.name}: ${of}, ${withCommas(most)} at most</figcaption></figure>`;
}

/** A row of thin bars for a table's cell: `values` from the oldest to the newest. `words` says it as text. */
export function sparkline(values: readonly number[], words: string): Html {
  const most = Math.max(1, ...values);
  const bars = values.map((value) =>
    value === 0
      ? { state: 'none', tall: 1 }
      : { state: 'some', tall: Math.max(2, Math.round((value / most) * tallest)) },
  );
  return barRow(bars, { wide: 5, gap: 2 }, words);
}

export const tallest = 18;

export function barRow(
  bars: readonly { readonly state: string; readonly tall: number }[],
  { wide, gap }: { readonly wide: number; readonly gap: number },
  words: string,
): Html {
  // A path for each state: a hundred rows are a page, and of each bar a rectangle would be most of it.
  const paths = [...new Set(bars.map(({ state }) => state))].map((state) => {
    const shapes = bars.map((bar, index) =>
      bar.state === state ? `M${index * (wide + gap)} ${tallest - bar.tall}h${wide}v${bar.tall}h-${wide}z` : '',
    );
    return `<path class="${state}" d="${shapes.join('')}"/>`;
  });
  const width = bars.length * (wide + gap);
  return html`<svg class="spark" role="img" aria-label="${words}"
viewBox="0 0 ${width} ${tallest}" width="${width}" height="${tallest}"><title>${words}</title>${raw(
    paths.join(''),
  )}</svg>`;
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
