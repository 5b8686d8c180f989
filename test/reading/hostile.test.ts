import { describe, expect, it } from 'vitest';
import { readEntry } from '../../src/reading/readEntry.ts';
import { growth, mostGrowth } from '../growth.ts';

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

/** As `readEntry` cuts after 30,000 characters, longer texts would show no growth. */
const shortest = 7_000;

const filled = (before: string, piece: string, size: number): string =>
  before + piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

describe('a text four times as long takes about four times as long', () => {
  it.each([
    ...pieces,
    ...[
      '(time excluded ',
      'granting vacate ',
      'motion to continue to ',
      'settled motions to dismiss ',
      'not hereby ',
      'based on the hearing is ',
      'motion to strike motion for leave to file ',
      'before hon.x ',
      '--[Edited ',
      're 0 motion filed by ',
      'discovery due ',
    ],
  ])('if it is made of %j', (piece) => {
    for (const before of ['', 'ORDER granting '])
      expect(
        growth((size) => readEntry(filled(before, piece, size), '2026-11-21'), shortest),
        before,
      ).toBeLessThan(mostGrowth);
  });

  it('also if it is a run of blanks of a megabyte', () => {
    expect(growth((size) => readEntry(`ORDER${' '.repeat(size)}granted`), 250_000)).toBeLessThan(mostGrowth);
  });
});
