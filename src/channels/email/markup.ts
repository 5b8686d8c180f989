import { html, raw } from 'hono/html';
import { layoutTable } from './styles.ts';

/** Markup whose values are escaped: text becomes text, only markup made here stays markup. */
export type Markup = ReturnType<typeof html>;

export { html };

export const nothing: Markup = html``;

/** The attributes of a table that is only for layout. */
export const layout = raw(layoutTable);

/** Blanks that mail programs keep, more than any of them shows in a preview. */
export const previewFiller = raw('&#847;&zwnj;&nbsp;'.repeat(150));

/** Our own style sheet, which must not be escaped. */
export function styleElement(sheet: string): Markup {
  return html`<style>${raw(sheet)}</style>`;
}

/** Markup that only Outlook on Windows reads, because it lays out by Word's rules. */
export function forOutlook(markup: string): Markup {
  return html`${raw(`<!--[if mso]>${markup}<![endif]-->`)}`;
}

/** The finished markup without the indentation of its templates; no value in it contains a line break. */
export function markupText(markup: Markup): string {
  // Line by line, not by one expression: that would try every blank of a long run anew.
  const lines = String(markup).split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
