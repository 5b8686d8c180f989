import { z } from 'zod';
import { dayOf } from '../../records/dates.ts';

// Any field of the service may be absent or null (docs/service.md, section 5): neither is an error.

/** Characters kept of one text: a longer one costs every message that quotes it more memory than a process has. */
const longestText = 100_000;

/** A text of any length cut to what is kept of it, and marked. What lies beyond is no news: cut again, it stays as it is. */
export function cutText(shown: string): string {
  return shown.length <= longestText ? shown : `${shown.slice(0, longestText)} […] (cut after 100,000 characters)`;
}

const cut = z.string().transform(cutText);
export const text = cut.nullish();
/** Identifiers are text, but some sources send them as numbers. */
export const identifier = z.union([cut, z.number()]).nullish();
export const whole = z.int().nullish();
export const texts = z.array(cut.nullish()).nullish();
export const identifiers = z.array(identifier).nullish();

/** A date that has to be one: read as its day. Blank is allowed, and a register may know the year or month only. */
export const date = z
  .string()
  .transform((shown, context) => {
    const trimmed = shown.trim();
    const day = trimmed === '' || /^\d{4}(-\d{2})?$/.test(trimmed) ? trimmed : dayOf(trimmed);
    if (day === undefined) context.addIssue({ code: 'custom', message: 'expected a date' });
    return day ?? '';
  })
  .nullish();
