import { CODES, type Refusal, refuse } from './refusal.ts';

/** A bearer token and what it may still spend. */
export interface Account {
  readonly token: string;
  /** Credits left; undefined: without limit. */
  left: number | undefined;
  spent: number;
}

/** Bearer tokens and their credits (docs/service.md, sections 2 and 10). */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  readonly #asHttpStatus: boolean;

  /** @param asHttpStatus refuse bad tokens with HTTP 401 instead of a code inside HTTP 200 */
  constructor(tokens: Readonly<Record<string, number | undefined>>, asHttpStatus: boolean) {
    this.#asHttpStatus = asHttpStatus;
    for (const [token, left] of Object.entries(tokens)) this.#accounts.set(token, { token, left, spent: 0 });
  }

  identify(authorization: string | undefined): Account | Refusal {
    const token = /^Bearer +(\S+)$/.exec(authorization ?? '')?.[1];
    const httpStatus = this.#asHttpStatus ? 401 : undefined;
    if (token === undefined) return refuse(CODES.tokenMissing, 'token missing', { httpStatus });
    return this.#accounts.get(token) ?? refuse(CODES.tokenUnknown, 'token invalid', { httpStatus });
  }

  /** Sets what a token has left; a token not known before is made. */
  setCredits(token: string, left: number | undefined): void {
    const account = this.#accounts.get(token);
    if (account) account.left = left;
    else this.#accounts.set(token, { token, left, spent: 0 });
  }

  list(): readonly Account[] {
    return [...this.#accounts.values()];
  }
}

/** Takes the price, or refuses and takes nothing. */
export function charge(account: Account, credits: number): Refusal | undefined {
  if (account.left !== undefined && account.left < credits) {
    return refuse(CODES.creditsGone, `insufficient credits: ${credits} needed, ${account.left} left`);
  }
  if (account.left !== undefined) account.left -= credits;
  account.spent += credits;
  return undefined;
}
