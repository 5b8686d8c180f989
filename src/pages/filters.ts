import { html } from 'hono/html';
import type { Html } from './page.ts';

type Option = string | readonly [value: string, words: string];

/** Nobody finds anything in a longer list, and with ten thousand watches it would be most of the page. */
const mostOffered = 300;

/**
 * A choice of a filter form; the first, empty one means all. Of very many, one is written instead. The address's query says
 * what is chosen.
 */
export function choice(name: string, all: string, options: readonly Option[], query: URLSearchParams): Html {
  const chosen = query.get(name) ?? '';
  if (options.length > mostOffered)
    return html`<input name="${name}" aria-label="${name}" placeholder="${all}" size="16" value="${chosen}">`;
  return html`<select name="${name}" aria-label="${name}"><option value="">${all}</option>${options.map((option) => {
    const [value, words] = typeof option === 'string' ? [option, option] : option;
    return value === chosen
      ? html`<option value="${value}" selected>${words}</option>`
      : html`<option value="${value}">${words}</option>`;
  })}</select>`;
}
