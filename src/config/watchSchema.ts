import { z } from 'zod';
import { type ChangeKind, changeKinds } from '../diff/change.ts';
import { identifier } from './identifier.ts';
import { field, flag, keyed, listOf, refuse, text } from './schema/fields.ts';
import { nearMiss } from './schema/nearMiss.ts';
import { schedule, timezone } from './schema/schedule.ts';
import { designated, locarno, patentNumber, registered } from './searchFields.ts';
import { channelNames } from './settingsSchema.ts';

const kind = field(changeKinds.join(', '), (value) => {
  const found = changeKinds.find((known) => known === value);
  return found ?? refuse({ suggestion: nearMiss(value, changeKinds) });
});

/** A kind of change, or any words; what has the form of a kind must be one. */
const wordsOrKind = field('words, or a kind of change', (value) => {
  if (!/^(docket|entry|design)\.\S*$/.test(value) || changeKinds.includes(value as ChangeKind)) return value;
  return refuse({ why: `the kinds are ${changeKinds.join(', ')}`, suggestion: nearMiss(value, changeKinds) });
});

const weights = listOf(wordsOrKind, 'a list of words or kinds of change').optional();

export const watchSchema = keyed({
  id: identifier,
  name: text().optional(),
  matter: text().optional(),
  dockets: z.unknown().optional(),
  designs: z.unknown().optional(),
  schedule: schedule.optional(),
  timezone: timezone.optional(),
  notify: channelNames.optional(),
  tell: listOf(kind, 'a list of kinds of change')
    .refine((list) => list.length > 0, { error: 'at least one kind; leave it out for every kind' })
    .optional(),
  announce: flag.optional(),
  important: weights,
  mute: weights,
  urgent: flag.optional(),
  confidential: flag.optional(),
});

export const docketFields = keyed({
  patentNumber: patentNumber.optional(),
  companyName: text().optional(),
  caseNumber: text().optional(),
  wholeWord: flag.optional(),
});

export const designFields = keyed({
  source: listOf(text('a register'), 'a register, or a list of them').refine((list) => list.length > 0, {
    error: 'at least one register',
  }),
  holder: text().optional(),
  locarno: locarno.optional(),
  product: text().optional(),
  registrationNumber: text().optional(),
  id: text().optional(),
  idPrefix: text().optional(),
  designated: designated.optional(),
  status: text().optional(),
  registered: registered.optional(),
  expires: registered.optional(),
  litigation: flag.optional(),
  wholeWord: flag.optional(),
});

/** Keys that people write one level too high. */
export const insideSearch: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.keys(designFields.shape).map((key) => [key, `designs: { ${key}: … }`]),
  ...Object.keys(docketFields.shape).map((key) => [key, `dockets: { ${key}: … }`]),
]);

export type DocketFields = z.output<typeof docketFields>;
export type DesignFields = z.output<typeof designFields>;
export type WatchFields = Partial<z.output<typeof watchSchema>>;
