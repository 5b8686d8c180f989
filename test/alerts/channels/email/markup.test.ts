import { describe, expect, it } from 'vitest';
import { html, markupText } from '../../../../src/alerts/channels/email/styles.ts';

describe('the function markupText', () => {
  it('removes indentation, empty lines and blanks at both ends', () => {
    expect(
      markupText(html`  <p>
      one  two
\t
    </p>  `),
    ).toBe('<p>\none  two\n</p>');
  });

  it.each([
    ' ',
    '\t',
    '\n',
    ' \n',
    'a ',
  ])('handles a megabyte of %j, for which quadratic time would take hours', (piece) => {
    expect(markupText(html`<p>${piece.repeat(1_000_000)}x</p>`)).toMatch(/x<\/p>$/);
  });
});
