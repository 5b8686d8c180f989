import { expect, it } from 'vitest';
import { cleanText } from '../../../src/base/words/cleanText.ts';

it('puts text on one line', () => expect(cleanText(' a\r\n b\t\u00a0c\u2028d ')).toBe('a b c d'));

it('decodes entities that were left in it, once', () => {
  expect(cleanText('Smith&#039;s &lt;b&gt; &amp;lt; &#x41; &unknown; &#0;')).toBe("Smith's <b> &lt; A &unknown; &#0;");
});

it('removes what turns text round, also when it comes as an entity', () => {
  expect(cleanText('a\u202eb\u2066c\u200fd&#8238;e\u200bf\u2060g\u00adh\u0007i')).toBe('abcdefghi');
});

it('keeps emoji, their joiners and other alphabets', () => {
  for (const text of ['👩‍⚖️ 🇺🇸', '判決 حكم पक्ष']) expect(cleanText(text)).toBe(text);
});

it('replaces half a character', () => expect(cleanText('a\ud83db')).toBe('a\ufffdb'));
