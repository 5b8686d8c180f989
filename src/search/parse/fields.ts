import { z } from 'zod';
import { dayOf } from '../../records/dates.ts';

// Any field of the service may be absent or null (docs/service.md, section 5): neither is an error.

export const text = z.string().nullish();
/** Identifiers are text, but some sources send them as numbers. */
export const identifier = z.union([z.string(), z.number()]).nullish();
export const whole = z.int().nullish();
export const texts = z.array(z.string().nullish()).nullish();
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
