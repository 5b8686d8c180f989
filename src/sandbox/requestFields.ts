import { CODES, type Refusal, refuse } from './refusal.ts';

export type RequestBody = Readonly<Record<string, unknown>>;

/** The text fields named, trimmed; blank ones mean "no filter" and are left out. */
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

/** A whole number of at least `least`; absent gives `preset`, more than `most` is clamped to it. */
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
