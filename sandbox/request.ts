/** A call that the service refuses, by a `code` inside HTTP 200 or by `httpStatus`. It is never charged. */
export interface Refusal {
  readonly kind: 'refusal';
  /** A code of docs/service.md, section 9. */
  readonly code: number;
  readonly message: string;
  readonly httpStatus?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Sends Retry-After as an HTTP date instead of seconds. */
  readonly retryAfterAsDate?: boolean | undefined;
}

export function refuse(
  code: number,
  message: string,
  more: Pick<Refusal, 'httpStatus' | 'retryAfterSeconds' | 'retryAfterAsDate'> = {},
): Refusal {
  return { kind: 'refusal', code, message, ...more };
}

export function isRefusal(value: object): value is Refusal {
  return 'kind' in value && value.kind === 'refusal';
}

/** Codes that the sandbox sends without faults. docs/sandbox.md has the whole table. */
export const CODES = {
  missingParameter: 1001,
  badParameter: 1002,
  tooFast: 4029,
  creditsGone: 2001,
  tokenMissing: 3000,
  tokenUnknown: 3001,
} as const;

export type RequestBody = Readonly<Record<string, unknown>>;

/** Returns the named text fields, trimmed. A blank field means "no filter" and is left out. */
export function textFields<Name extends string>(
  body: RequestBody,
  names: readonly Name[],
): Partial<Record<Name, string>> | Refusal {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = body[name] ?? '';
    if (typeof value !== 'string') return refuse(CODES.badParameter, `parameter error: ${name} must be a string`);
    if (value.trim() !== '') found[name] = value.trim();
  }
  return found;
}

/** Returns a whole number of at least `least`. Absent means `preset`; a number above `most` is reduced to `most`. */
export function countField(
  body: RequestBody,
  name: string,
  limits: { preset: number; least: number; most: number },
): number | Refusal {
  const value = body[name] ?? limits.preset;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < limits.least) {
    return refuse(CODES.badParameter, `parameter error: ${name} must be a whole number, ${limits.least} or more`);
  }
  return Math.min(value, limits.most);
}

export function parseBody(body: string): RequestBody | Refusal {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as RequestBody;
  } catch {
    // Refused below, like any other body that is no object.
  }
  return refuse(CODES.badParameter, 'parameter error: the body must be a JSON object');
}
