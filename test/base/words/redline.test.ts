import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Piece, redline } from '../../../src/base/words/redline.ts';

const written = (pieces: readonly Piece[]) =>
  pieces
    .map(({ mark, text }) => (mark === 'removed' ? `[-${text}-]` : mark === 'added' ? `{+${text}+}` : text))
    .join(' ');

describe('a redline', () => {
  it('marks the words that went and those that came', () => {
    const pieces = redline('Motion granted in part. Due Nov 30.', 'Motion granted. Due Dec 11.');
    expect(written(pieces)).toBe('Motion [-granted in part.-] {+granted.+} Due [-Nov 30.-] {+Dec 11.+}');
  });

  it('folds long stretches that stayed the same, with some words around each difference', () => {
    const same = Array.from({ length: 200 }, (_, index) => `w${index}`).join(' ');
    const text = written(redline(`${same} old`, `${same} new`));
    expect(text).toMatch(/^… w186 .* w199 \[-old-\] \{\+new\+\}$/);
  });

  it('shows equal texts as one', () => {
    expect(redline('the same', 'the same')).toEqual([{ mark: 'same', text: 'the same' }]);
  });

  it('takes texts of any length in good time', () => {
    const one = Array.from({ length: 5_000 }, (_, index) => `a${index}`).join(' ');
    const other = Array.from({ length: 5_000 }, (_, index) => `b${index}`).join(' ');
    expect(redline(one, other).map((piece) => piece.mark)).toEqual(['removed', 'added']);
  });

  it('gives both texts back, but for what it folds', () => {
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
