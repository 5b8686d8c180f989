import { describe, expect, it } from 'vitest';
import {
  isBeginning,
  isCutShort,
  isNearlySameText,
  wordContainment,
  wordSimilarity,
} from '../../../src/records/diff/comparableEntry.ts';

const words = (text: string) => text.split(' ');

describe('two texts that differ by an edit are the same', () => {
  it.each([
    [true, 'order granting motion to compel discovery', 'order granting motion to compel discovery in part'],
    [true, 'one two three four five six seven eight nine ten', 'one two three four five six seven eight or more'],
    [false, 'one two three four five six seven eight nine ten', 'one two three four five six seven or more still'],
    [false, 'order granting motion to compel', 'order granting motion to compel in part'],
    [
      true,
      'notice of hearing before judge ada counsel in courtroom four',
      'notice of hearing before judge ada counsel in courtroom five',
    ],
    [false, 'receipt of filing fee paid in full number 17', 'receipt of filing fee paid in full number 18'],
  ])('%s: %s | %s', (same, one, other) => {
    expect(isNearlySameText(words(one), words(other))).toBe(same);
    expect(isNearlySameText(words(other), words(one))).toBe(same);
  });
});

it('similar texts share words in any order, and two texts without words are equal', () => {
  expect(wordSimilarity(words('order on venue'), words('venue order'))).toBe(0.8);
  expect(wordSimilarity(words('order'), words('notice'))).toBe(0);
  expect(wordSimilarity(['a', 'a'], ['a', 'b'])).toBe(0.5);
  expect(wordSimilarity([], [])).toBe(1);
});

it('a text without words is contained in every text, and is the beginning of none', () => {
  expect(wordContainment([], words('order'))).toBe(1);
  expect(isBeginning([], words('order'))).toBe(false);
});

it('a text of 40 letters that begins another text is its cut form, and a shorter one is a title', () => {
  const text = 'x'.repeat(60);
  expect(isCutShort(text.slice(0, 40), text)).toBe(true);
  expect(isCutShort(text.slice(0, 39), text)).toBe(false);
});
