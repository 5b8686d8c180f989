/**
 * How many cases a property tries: `few` in `npm test`, `many` in `npm run test:endurance`, which runs each `*.property.test.ts` once more.
 * `TIPSTAFF_RUNS=500` says another number, `TIPSTAFF_SEED=7` other cases.
 */
export function runs({ few, many }: { readonly few: number; readonly many: number }): number {
  return Number(process.env.TIPSTAFF_RUNS ?? (process.env.TIPSTAFF_CASES === 'many' ? many : few));
}
