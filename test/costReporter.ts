import type { Reporter, TestModule } from 'vitest/node';

/** What the tests of a file of `npm test` may cost, in seconds of processor time of the reference machine (test/costs.ts). */
const fileMay = 1;
/** Whoever measures on a busy machine measures too much: a file fails the run only where no noise explains it. */
const fileFails = 20;

interface Cost {
  readonly file: string;
  readonly seconds: number;
}

/** After `npm test`: what all files cost together, and which of them cost more than one may. */
export default class CostReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const costs = modules
      .flatMap((module) => {
        const seconds = module.meta().cost;
        return seconds === undefined ? [] : [{ file: module.relativeModuleId, seconds }];
      })
      .sort((a, b) => b.seconds - a.seconds);
    const sum = costs.reduce((total, { seconds }) => total + seconds, 0);
    const tooMuch = costs.filter(({ seconds }) => seconds > fileMay);
    const lines = [
      `     Cost  ${sum.toFixed(0)} s of processor time in ${costs.length} files, ${tooMuch.length} over ${fileMay} s`,
    ];
    process.stdout.write([...lines, ...tooMuch.map(line), '', ''].join('\n'));
    if (tooMuch.some(({ seconds }) => seconds > fileFails)) {
      process.stdout.write(
        `A file over ${fileFails} s fails the run. Make it smaller, or move what is long to test/endurance/.\n`,
      );
      process.exitCode = 1;
    }
  }
}

function line({ file, seconds }: Cost): string {
  return `${seconds.toFixed(1).padStart(9)}  ${file}`;
}
