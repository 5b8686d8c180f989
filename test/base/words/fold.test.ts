import { expect, it } from 'vitest';
import { fold, foldedWords, shorten } from '../../../src/base/words/cleanText.ts';

it('shows short text whole', () => expect(fold('short', 10)).toEqual({ shown: 'short', hidden: 0 }));

it('cuts at a blank and counts what it hides', () => {
  const text = 'one two three four five';
  const { shown, hidden } = fold(text, 15);
  expect(shown).toBe('one two three');
  expect(shown.length + hidden).toBe(text.length);
});

it('never cuts a character in half', () => expect(fold('🎉'.repeat(10), 5).shown).toBe('🎉🎉'));

it('says how much more there is', () => expect(foldedWords(3_100)).toBe('… 3,100 more characters'));

it('ends what it cut with a word, not with a comma', () =>
  expect(shorten('open again, 3 new entries (STIPULATION; ORDER)', 41)).toBe(
    'open again, 3 new entries (STIPULATION…',
  ));
it('shortens names to the limit', () => expect(shorten('x'.repeat(50), 10)).toHaveLength(10));
