import { html } from 'hono/html';
import type { Html } from './page.ts';

/** Named values, one under the other; those without a value are left out. */
export function facts(rows: readonly (readonly [name: string, value: Html | string | undefined])[]): Html {
  const known = rows.filter(([, value]) => value !== undefined && value !== '');
  return html`<dl class="facts">${known.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
