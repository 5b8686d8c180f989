import { z } from 'zod';
import { TipstaffError } from '../errors.ts';
import type { FaultOrder } from './faults/fault.ts';
import type { EntryHit } from './hits.ts';
import type { Patch } from './records.ts';

/** The bodies that `/_sandbox/` takes. A field that is not known is refused: it would do nothing, and nobody would notice. */

const wholeNumber = z.int().min(0);
const recordType = z.enum(['docket', 'design']);

const faultOrder: z.ZodType<FaultOrder> = z.strictObject({
  name: z.string(),
  value: z.number().optional(),
  fields: z.array(z.string()).optional(),
  operation: z.enum(['pacer', 'wipo']).optional(),
  match: z.record(z.string(), z.unknown()).optional(),
  page: wholeNumber.optional(),
  skip: wholeNumber.optional(),
  times: wholeNumber.optional(),
});

/** Entries are accepted as they are, bad ones too: that is what a sandbox is for. */
const entries = z.array(z.custom<EntryHit>((value) => typeof value === 'object' && value !== null));

export const advanceBody = z.strictObject({ days: wholeNumber });
export const creditsBody = z.strictObject({ token: z.string().min(1), credits: wholeNumber.nullable() });
export const faultsBody = z.strictObject({ faults: z.array(z.union([z.string(), faultOrder])) });
export const patchBody: z.ZodType<Patch> = z.strictObject({
  type: recordType,
  key: z.string(),
  set: z.record(z.string(), z.unknown()).optional(),
  unset: z.array(z.string()).optional(),
  addEntries: entries.optional(),
});
export const recordPath = z.tuple([recordType, z.string()]);

/** @throws TipstaffError `usage.sandbox` with every mistake and an example of what is accepted */
export function checked<Value>(schema: z.ZodType<Value>, value: unknown, example: string): Value {
  const outcome = schema.safeParse(value);
  if (outcome.success) return outcome.data;
  throw new TipstaffError('usage.sandbox', `${z.prettifyError(outcome.error)}\nGive ${example}`);
}
