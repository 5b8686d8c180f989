import { CODES, type Refusal, refuse } from './request.ts';

export interface Account {
  readonly token: string;
  /** Credits left; undefined: unlimited. */
  left: number | undefined;
  spent: number;
}

/** Bearer tokens and their credits (docs/service.md, sections 2 and 10). */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  readonly #asHttpStatus: boolean;

  /** @param asHttpStatus true: refuse a bad token with HTTP 401; false: with a code inside HTTP 200 */
  constructor(tokens: Tokens, asHttpStatus: boolean) {
    this.#asHttpStatus = asHttpStatus;
    if (isList(tokens)) for (const token of tokens) this.setCredits(token, undefined);
    else for (const [token, left] of Object.entries(tokens)) this.setCredits(token, left);
  }

  identify(authorization: string | undefined): Account | Refusal {
    const token = /^Bearer +(\S+)$/.exec(authorization ?? '')?.[1];
    const httpStatus = this.#asHttpStatus ? 401 : undefined;
    if (token === undefined) return refuse(CODES.tokenMissing, 'token missing', { httpStatus });
    return this.#accounts.get(token) ?? refuse(CODES.tokenUnknown, 'token invalid', { httpStatus });
  }

  /** Sets the remaining credits of a token, and creates an unknown token. */
  setCredits(token: string, left: number | undefined): void {
    const account = this.#accounts.get(token);
    if (account) account.left = left;
    else this.#accounts.set(token, { token, left, spent: 0 });
  }

  list(): readonly Account[] {
    return [...this.#accounts.values()];
  }
}

/** Bearer tokens, each with its credits (undefined: unlimited). */
export type Tokens = readonly string[] | Readonly<Record<string, number | undefined>>;

const isList = (tokens: Tokens): tokens is readonly string[] => Array.isArray(tokens);

/** Charges the price, or refuses and charges nothing. */
export function charge(account: Account, credits: number): Refusal | undefined {
  if (account.left !== undefined && account.left < credits) {
    return refuse(CODES.creditsGone, `insufficient credits: ${credits} needed, ${account.left} left`);
  }
  if (account.left !== undefined) account.left -= credits;
  account.spent += credits;
  return undefined;
}

export interface PaceLimits {
  /** Calls that may start within a second; absent: no limit. */
  readonly requestsPerSecond?: number | undefined;
  /** Concurrent calls; absent: no limit. */
  readonly concurrency?: number | undefined;
}

/** Refuses calls of all tokens that come too fast, as the service does (docs/service.md, section 10). */
export class Pace {
  readonly #limits: PaceLimits;
  readonly #clock: () => Date;
  #begun: number[] = [];
  #underWay = 0;

  constructor(limits: PaceLimits, clock: () => Date) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** @returns a refusal; if undefined, the caller must call `leave` later */
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
