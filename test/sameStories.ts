import { relative } from 'node:path';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { byNight } from './runs.ts';

// Runs before each file of tests (vitest.config.ts): a property tries the same values each time, so that it passes or
// fails the same way everywhere. `TIPSTAFF_SEED` sets other values.
fc.configureGlobal({
  seed: Number(process.env.TIPSTAFF_SEED ?? 20_261_121),
  reporter: (run) => {
    if (!run.failed) return;
    const { testPath = '', currentTestName = '' } = expect.getState();
    const project = process.env.TIPSTAFF_CASES === 'many' ? 'endurance' : 'promises';
    const command = `npx vitest run --project ${project} ${relative(process.cwd(), testPath)}`;
    const night = byNight ? 'TIPSTAFF_NIGHTLY=on ' : '';
    const again = `Again: ${night}TIPSTAFF_SEED=${run.seed} TIPSTAFF_RUNS=${run.numRuns} ${command}`;
    const message = [`Not so: ${currentTestName}`, fc.defaultReportMessage(run), again].join('\n');
    throw new Error(message, { cause: run.errorInstance });
  },
});
