import { parseArgs } from 'node:util';
import { bestFixed, daily, mean, type Outcome, replayFixed } from './cadence/fixed.ts';
import { replayAdaptive } from './cadence/replay.ts';
import { drawsOf, livesOf, madeUpDockets, readDockets, weeks } from './cadence/world.ts';

// npm run bench:cadence [-- --dockets FILE] [--seed N] [--looks 7,14,35] [--tuned]: how long filings wait at equal
// credits. The policy is that of src/schedule/adaptive, with one price of a check for all cases.

const { values } = parseArgs({
  options: {
    dockets: { type: 'string' },
    seed: { type: 'string', default: '22' },
    looks: { type: 'string', default: '7,14,35' },
    /** Replays the dockets on which the policy was tuned, instead of the others. */
    tuned: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const random = drawsOf(seed);
const all = values.dockets === undefined ? madeUpDockets(40, random) : readDockets(values.dockets);
// The policy was tuned on every second docket of the file, from the first on. The figures are from the others.
const dockets = values.dockets === undefined ? all : all.filter((_, index) => index % 2 === (values.tuned ? 0 : 1));
const lives = livesOf(dockets, random);
const filings = replayFixed(lives, daily).delays.length;
const print = (line: string) => process.stdout.write(`${line}\n`);

print(
  `${dockets.length} dockets${values.dockets === undefined ? ' (made up)' : `, ${values.tuned ? 'those tuned on' : 'held out'}`}: ${filings} filings in ${weeks} weeks; hours drawn by seed ${seed}.`,
);
print('Bounds of the adaptive watches: atLeastEvery 7d, atMostEvery 30m. Hours from filing to finding.\n');
print('| looks a week | way of looking | mean | median | p90 | looks | of best fixed |');
print('|--:|---|--:|--:|--:|--:|--:|');

for (const looks of values.looks.split(',').map(Number)) {
  const fixed = bestFixed(lives, looks);
  const line = (name: string, outcome: Outcome) =>
    print(
      `| ${looks} | ${name} | ${figures(outcome)} | ${outcome.looks} | ${(mean(outcome.delays) / mean(fixed.delays)).toFixed(2)} |`,
    );
  if (looks === 7) line('daily at 07:00', replayFixed(lives, daily));
  line('best fixed hours', fixed);
  line('adaptive', replayAdaptive(lives, fixed.looks));
}

function figures({ delays }: Outcome): string {
  const sorted = [...delays].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return [mean(sorted), at(0.5), at(0.9)].map((hours) => hours.toFixed(1)).join(' | ');
}
