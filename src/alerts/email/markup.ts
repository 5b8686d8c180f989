import { html } from 'hono/html';

/** Markup whose values are escaped: text becomes text, only markup made here stays markup. */
export type Markup = ReturnType<typeof html>;

export { html };

export const nothing: Markup = html``;

/** The finished markup without the indentation of its templates; no value in it contains a line break. */
export function markupText(markup: Markup): string {
  return String(markup)
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}
