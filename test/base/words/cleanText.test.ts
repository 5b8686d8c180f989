import { expect, it } from 'vitest';
import { cleanText, fold, foldedWords, shorten } from '../../../src/base/words/cleanText.ts';

it('cleanText puts text on one line', () => expect(cleanText(' a\r\n b\t\u00a0c\u2028d ')).toBe('a b c d'));

it('cleanText decodes leftover entities once', () => {
  expect(cleanText('Smith&#039;s &lt;b&gt; &amp;lt; &#x41; &unknown; &#0;')).toBe("Smith's <b> &lt; A &unknown; &#0;");
});

it('cleanText removes characters that reverse text, even as entities', () => {
  expect(cleanText('a\u202eb\u2066c\u200fd&#8238;e\u200bf\u2060g\u00adh\u0007i')).toBe('abcdefghi');
});

it('cleanText keeps emoji, their joiners and other alphabets', () => {
  for (const text of ['👩‍⚖️ 🇺🇸', '判決 حكم पक्ष']) expect(cleanText(text)).toBe(text);
});

it('cleanText replaces half a character', () => expect(cleanText('a\ud83db')).toBe('a\ufffdb'));

it('fold shows a short text whole', () => expect(fold('short', 10)).toEqual({ shown: 'short', hidden: 0 }));

it('fold cuts at a blank, and counts what it hides', () => {
  const text = 'one two three four five';
  const { shown, hidden } = fold(text, 15);
  expect(shown).toBe('one two three');
  expect(shown.length + hidden).toBe(text.length);
});

it('fold never cuts a character in half', () => expect(fold('🎉'.repeat(10), 5).shown).toBe('🎉🎉'));

it('foldedWords says how many more characters there are', () =>
  expect(foldedWords(3_100)).toBe('… 3,100 more characters'));

it('shorten ends a cut text with a word, not with a comma', () =>
  expect(shorten('open again, 3 new entries (STIPULATION; ORDER)', 41)).toBe(
    'open again, 3 new entries (STIPULATION…',
  ));
it('shorten cuts a text to the limit', () => expect(shorten('x'.repeat(50), 10)).toHaveLength(10));
