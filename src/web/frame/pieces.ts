import { html } from 'hono/html';
import { withCommas } from '../../base/words/sentence.ts';
import type { Html } from './page.ts';

/** A column of a table. @param look its class: `number` */
export interface TableColumn<Row> {
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

/** Named values, one under the other; those without a value are left out. */
export function facts(rows: readonly (readonly [name: string, value: Html | string | undefined])[]): Html {
  const known = rows.filter(([, value]) => value !== undefined && value !== '');
  return html`<dl class="facts">${known.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

/** Links one after the other. */
export function links(all: readonly (readonly [href: string, words: string])[]): Html {
  return html`${all.map(([href, words], index) => html`${index > 0 ? ', ' : ''}<a href="${href}">${words}</a>`)}`;
}
