import * as fc from 'fast-check';

// Before each file of tests (vitest.config.ts): a property is tried with the same values each time, so that what passes here passes
// elsewhere and what fails fails again. `TIPSTAFF_SEED` takes other values.
fc.configureGlobal({ seed: Number(process.env.TIPSTAFF_SEED ?? 20_261_121) });
