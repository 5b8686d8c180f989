import { describe, expect, it } from 'vitest';
import { isNearlySameText } from '../../src/diff/similarText.ts';

const words = (text: string) => text.split(' ');

describe('two texts that differ by an edit are one', () => {
  it.each([
    [true, 'order granting motion to compel discovery', 'order granting motion to compel discovery in part'],
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
