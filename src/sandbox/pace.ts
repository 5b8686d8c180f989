import { CODES, type Refusal, refuse } from './refusal.ts';

export interface PaceLimits {
  /** Calls that may begin within any second; absent: no limit. */
  readonly requestsPerSecond?: number | undefined;
  /** Calls that may be under way at once; absent: no limit. */
  readonly concurrency?: number | undefined;
}

/** Refuses what comes too fast, over all tokens, as the service does (docs/service.md, section 10). */
export class Pace {
  readonly #limits: PaceLimits;
  readonly #clock: () => Date;
  #begun: number[] = [];
  #underWay = 0;

  constructor(limits: PaceLimits, clock: () => Date) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** @returns a refusal, or undefined: then `leave` must follow */
  enter(): Refusal | undefined {
    const now = this.#clock().getTime();
    this.#begun = this.#begun.filter((moment) => moment > now - 1000);
    const { requestsPerSecond = Number.POSITIVE_INFINITY, concurrency = Number.POSITIVE_INFINITY } = this.#limits;
    if (this.#begun.length >= requestsPerSecond || this.#underWay >= concurrency) {
      return refuse(CODES.tooFast, 'too many requests', { retryAfterSeconds: 1 });
    }
    this.#begun.push(now);
    this.#underWay += 1;
    return undefined;
  }

  leave(): void {
    this.#underWay -= 1;
  }
}
