import type { Day } from './day.ts';

/** When a record begins to be found, and on which days after it may be found differently. */
export interface Times {
  readonly begins: Day;
  readonly turningDays: readonly Day[];
}

export function timesOf(begins: Day, turns: readonly { readonly from: Day }[]): Times {
  return { begins, turningDays: turns.map(({ from }) => from).filter((day) => day > begins) };
}
