import type { Reporter, TestModule } from 'vitest/node';

/** The most that the tests of one file should take, in processor seconds of the reference machine (test/costs.ts). */
const fileMay = 1;
/** A busy machine measures too much, so a file fails the run only at a time that no noise explains. */
const fileFails = 20;

interface Cost {
  readonly file: string;
  readonly seconds: number;
}

/** Prints after `npm test` what all files took together, and which files took too much. */
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
