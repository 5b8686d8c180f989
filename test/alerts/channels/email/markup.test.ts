import { describe, expect, it } from 'vitest';
import { html, markupText } from '../../../../src/alerts/channels/email/styles.ts';

describe('the text of markup', () => {
  it('has no indentation, no empty line and no blank at its ends', () => {
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
  ])('is made of a megabyte of %j, too: in a time that grows with its square it would take hours', (piece) => {
    expect(markupText(html`<p>${piece.repeat(1_000_000)}x</p>`)).toMatch(/x<\/p>$/);
  });
});
