import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Piece, redline } from '../../../src/base/words/redline.ts';

const written = (pieces: readonly Piece[]) =>
  pieces
    .map(({ mark, text }) => (mark === 'removed' ? `[-${text}-]` : mark === 'added' ? `{+${text}+}` : text))
    .join(' ');

describe('a redline', () => {
  it('marks the removed and the added words', () => {
    const pieces = redline('Motion granted in part. Due Nov 30.', 'Motion granted. Due Dec 11.');
    expect(written(pieces)).toBe('Motion [-granted in part.-] {+granted.+} Due [-Nov 30.-] {+Dec 11.+}');
  });

  it('folds long unchanged stretches, except for some words around each difference', () => {
    const same = Array.from({ length: 200 }, (_, index) => `w${index}`).join(' ');
    const text = written(redline(`${same} old`, `${same} new`));
    expect(text).toMatch(/^… w186 .* w199 \[-old-\] \{\+new\+\}$/);
  });

  it('shows equal texts as one piece', () => {
    expect(redline('the same', 'the same')).toEqual([{ mark: 'same', text: 'the same' }]);
  });

  it('handles texts of any length in good time', () => {
    const one = Array.from({ length: 5_000 }, (_, index) => `a${index}`).join(' ');
    const other = Array.from({ length: 5_000 }, (_, index) => `b${index}`).join(' ');
    expect(redline(one, other).map((piece) => piece.mark)).toEqual(['removed', 'added']);
  });

  it('gives both texts back, except for what it folds', () => {
    const words = fc.array(fc.constantFrom('the', 'motion', 'is', 'granted', 'denied', 'in', 'part'), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(words, words, (old, now) => {
        const pieces = redline(old.join(' '), now.join(' '));
        const without = (mark: Piece['mark']) =>
          pieces
            .filter((piece) => piece.mark !== mark)
            .map((piece) => piece.text)
            .join(' ');
        expect(without('added')).toBe(old.join(' '));
        expect(without('removed')).toBe(now.join(' '));
      }),
    );
  });
});
