import { html, markupText } from '../../src/alerts/channels/email/styles.ts';
import { readEntry } from '../../src/reading/readEntry.ts';
import { beginnings, filled, pieces } from '../reading/hostileTexts.ts';
import type { Benchmark } from './parts/figures.ts';

/** The least of several runs counts, because garbage collection only adds time. */
const runs = 4;
/** Below this, a time depends more on the clock and on code that is not compiled yet than on the work. */
const floorMs = 1;
/** `readEntry` cuts texts after 30,000 characters, so texts longer than four times this would show no growth. */
const shortest = 7_000;

/** Processor time, because wall time would include whatever else this machine does. */
function leastMs(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return Math.max(floorMs, least);
}

/** 4 when time grows with the length of the input, 16 when with its square, 1 when both are too fast to tell. */
function growth(work: (size: number) => void, size: number): number {
  const short = leastMs(() => work(size));
  return leastMs(() => work(4 * size)) / short;
}

/** How time grows with the length of texts that are made to take long. */
export const benchmark: Benchmark = async () => {
  const texts = beginnings.flatMap((beginning) => pieces.map((piece) => ({ beginning, piece })));
  const readings = texts.map(({ beginning, piece }) => ({
    note: `${beginning}${piece}…`,
    measured: growth((size) => readEntry(filled(beginning, piece, size), '2026-11-21'), shortest),
  }));
  const markups = [' ', '\t', '\n', ' \n', 'a '].map((piece) => ({
    note: JSON.stringify(piece),
    measured: growth((size) => markupText(html`<p>${piece.repeat(size)}x</p>`), 50_000),
  }));
  return [
    { what: 'reading a text four times as long', ...slowest(readings), atMost: 8, unit: 'ratio' },
    { what: 'markup four times as long', ...slowest(markups), atMost: 8, unit: 'ratio' },
  ];
};

function slowest<Growth extends { readonly measured: number }>(all: readonly Growth[]): Growth {
  const [first] = all.toSorted((a, b) => b.measured - a.measured);
  if (first === undefined) throw new Error('Nothing was measured.');
  return first;
}
