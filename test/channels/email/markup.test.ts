import { describe, expect, it } from 'vitest';
import { html, markupText } from '../../../src/channels/email/styles.ts';
import { growth, mostGrowth } from '../../growth.ts';

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
  ])('is made in a time that grows with its length, whatever it is made of: %j', (piece) => {
    expect(growth((size) => markupText(html`<p>${piece.repeat(size)}x</p>`), 5_000)).toBeLessThan(mostGrowth);
  });
});
