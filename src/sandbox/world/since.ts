import type { Day } from './day.ts';

/** Something that holds from a day on. */
export interface Since<Value> {
  readonly from: Day;
  readonly value: Value;
}

/** The last that has begun; histories are in the order of time. */
export function latestOn<Value>(history: readonly Since<Value>[], day: Day): Since<Value> | undefined {
  return history.findLast(({ from }) => from <= day);
}

export function latestValue<Value>(history: readonly Since<Value>[], day: Day): Value | undefined {
  return latestOn(history, day)?.value;
}

/** All that have begun. */
export function valuesOn<Value>(history: readonly Since<Value>[], day: Day): Value[] {
  return history.filter(({ from }) => from <= day).map(({ value }) => value);
}

/** When a record begins to be found, and on which days after it may be found differently. */
export interface Times {
  readonly begins: Day;
  readonly turningDays: readonly Day[];
}

export function timesOf(begins: Day, turns: readonly { readonly from: Day }[]): Times {
  return { begins, turningDays: turns.map(({ from }) => from).filter((day) => day > begins) };
}
