import { describe, expect, it } from 'vitest';
import { readEntry } from '../../src/reading/readEntry.ts';

const size = 100_000;
// A hundred times what these take on a slow machine: what grows with the square of the length is far beyond it.
const boundMs = 2_000;

const pieces = [
  ...[' ', '\u00a0', '(', ')', '[', '(a', '((', '*', '.', '-', '1', '1 ', '1, ', '#', '# 1 ', 'a', 'a-', 'a b '],
  ...['Motion to ', 'ORDER granting ', 'notice by ', 'stipulation of ', 'certificate of service ', 'Minute Entry '],
  ...[
    '1/2/2027 ',
    'January 5, 2027 ',
    'Jan ',
    'May ',
    'within 5 days ',
    'at 10:00 ',
    'hearing ',
    'due by ',
    'filed by ',
  ],
  ...['re 1 ', '(related document(s) ', 'Attachments: # 1 ', '(Attachments: ', '(Entered: ', 'Modified on '],
  ...['&amp;', '&#', 'signed by judge a. ', 'order vacating ', 'judge x: ', '123 F.3d 456 ('],
];

describe('a text of 100,000 characters', () => {
  it.each(
    pieces.map((piece) => [JSON.stringify(piece), piece] as const),
  )('of nothing but %s is read in time', (_, piece) => {
    const text = piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
    for (const whole of [
      text,
      `ORDER ${text}`,
      `Motion to Dismiss (Attachments: ${text}`,
      `Hearing set for ${text}`,
      `re [${text}`,
    ]) {
      const before = performance.now();
      readEntry(whole, '2026-11-21');
      expect(performance.now() - before).toBeLessThan(boundMs);
    }
  });
});
