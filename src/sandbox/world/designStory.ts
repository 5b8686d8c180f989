import type { Day } from './day.ts';
import type { Since } from './since.ts';
import { type Times, timesOf } from './since.ts';

/** A design registration from its registration on. What can be seen of it depends on the day alone. */
export interface DesignStory {
  readonly source: string;
  readonly irn: string;
  readonly id: string;
  readonly filed: Day;
  readonly registered: Day;
  /** The day of the bulletin, from which it can be found. */
  readonly shown: Day;
  readonly product: string;
  readonly locarno: string;
  readonly designated: readonly string[];
  readonly designCount: number;
  /** In the order of time, each from `shown` at the earliest. */
  readonly holders: readonly Since<readonly string[]>[];
  readonly status: readonly Since<string>[];
  readonly expires: readonly Since<Day>[];
  readonly pictures: readonly Since<number>[];
}

/** Of what designs are searched by, holders and status change. */
export function designTimes({ shown, holders, status }: DesignStory): Times {
  return timesOf(shown, [...holders, ...status]);
}
