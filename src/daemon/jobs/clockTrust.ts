import { hourMs } from '../../base/time.ts';

/** Whether this machine's clock can be believed, as far as anybody has compared it. */
export interface ClockTrust {
  /** It agrees with the clock of the database's machine. */
  readonly isRight: boolean;
  /** It has agreed for an hour, and was not set meanwhile: what is old by it may be deleted. */
  readonly isProven: boolean;
  /** @returns whether it is right from now on, and was not before */
  note(compared: { readonly agrees: boolean; readonly wasSet: boolean }): boolean;
}

/** A clock that nobody has compared yet is not believed. */
export function openClockTrust(monotonicMs: () => number = () => performance.now()): ClockTrust {
  let isRight = false;
  let provenFrom = 0;
  return {
    get isRight() {
      return isRight;
    },
    get isProven() {
      return isRight && monotonicMs() >= provenFrom;
    },
    note({ agrees, wasSet }) {
      const isNews = agrees && !isRight;
      if (isNews || wasSet) provenFrom = monotonicMs() + hourMs;
      isRight = agrees;
      return isNews;
    },
  };
}
