/** Whether this is `npm run nightly`, which tries everything. The gate tries examples. */
export const byNight = process.env.TIPSTAFF_NIGHTLY === 'on';

/**
 * The number of cases that a property tries: `few` in `npm test`, `many` in `npm run test:endurance` (each
 * `*.property.test.ts` once more, two hundred times as many at night). `TIPSTAFF_RUNS=500` sets another number,
 * `TIPSTAFF_SEED=7` other cases.
 */
export function runs({ few, many }: { readonly few: number; readonly many: number }): number {
  const tried = process.env.TIPSTAFF_CASES === 'many' ? many * (byNight ? 200 : 1) : few;
  return Number(process.env.TIPSTAFF_RUNS ?? tried);
}
