import { z } from 'zod';
import { changeSchema, type entrySchema, prioritySchema } from './changeSchema.ts';

const texts = z.array(z.string());

const watchSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    matter: z.string().optional(),
    asks: z.string().describe('The query in words.'),
    confidential: z.boolean().optional(),
    asksFor: texts.describe('The holders or companies that it asks for.').optional(),
    asksForPatents: texts.describe('The patent numbers that it asks for.').optional(),
    report: z
      .object({
        entries: texts.optional(),
        about: texts.optional(),
        exclude: texts.optional(),
        important: texts.optional(),
      })
      .describe('Which entries it reports; absent: all.')
      .optional(),
    important: texts.optional(),
    mute: texts.optional(),
    filteredOut: z.number().int().describe('How many entries its report left out in these checks.').optional(),
    shortened: z.literal(true).optional(),
  })
  .meta({ id: 'watch' });

const checkSchema = z
  .object({
    id: z.number().int(),
    endedAt: z.string().describe('ISO time.'),
    outcome: z.enum(['complete', 'partial', 'failed', 'skipped']),
    reason: z.string().optional(),
    shortened: z.literal(true).optional(),
  })
  .meta({ id: 'check' });

const common = {
  channel: z.string(),
  sandbox: z.literal(true).describe('The built-in sandbox made the facts up.').optional(),
  priority: prioritySchema.describe('The highest priority in the whole alert, over all its calls.'),
};

const stored = {
  alert: z.number().int().describe('The number of the alert: tipstaff alerts show NUMBER.'),
  ...common,
  part: z
    .object({ number: z.number().int().min(1), of: z.number().int().min(1) })
    .describe('An alert of more than 20 KB comes in several calls, each with a webhook-id of its own.'),
};

const unwatchedSchema = z.object({
  watch: watchSchema,
  knownUntil: z.string().describe('ISO time of the last complete check; absent: there was none.').optional(),
  since: z.string().describe('ISO time.'),
  reason: z.string().optional(),
  inPart: z.boolean().describe('Some of it was checked, and is reported.').optional(),
  shortened: z.literal(true).optional(),
});

const pausedSchema = z.object({
  watch: watchSchema,
  since: z.string().describe('ISO time: nothing later was checked.'),
  until: z.string().describe('ISO time; absent: until it is resumed.').optional(),
  author: z.string(),
  reason: z.string(),
  shortened: z.literal(true).optional(),
});

const neverFoundSchema = z.object({
  watch: watchSchema,
  since: z.string().describe('ISO time of its first complete check.'),
  near: z.string().describe('What is stored and may have been meant.').optional(),
  shortened: z.literal(true).optional(),
});

const changesData = z.object({
  ...stored,
  digest: z.boolean(),
  watches: z.array(watchSchema).describe('Those that the changes of this call concern, and others of a digest.'),
  checks: z.array(checkSchema).describe('Those that found the changes of this call, and others of a digest.'),
  coverage: z
    .object({
      watches: z.number().int(),
      cases: z.number().int(),
      designs: z.number().int(),
      unwatched: z
        .array(unwatchedSchema)
        .describe('What could not be checked. News can be missing only from these watches and from paused ones.'),
      paused: z.array(pausedSchema).describe('Paused watches, which are not checked.').optional(),
      neverFound: z
        .array(neverFoundSchema)
        .describe('Watches that have never found anything since their first complete check: perhaps they cannot.')
        .optional(),
    })
    .describe('Of a digest: what it stands for.')
    .optional(),
  endedMutes: z
    .array(
      z.object({
        label: z.string(),
        author: z.string(),
        reason: z.string(),
        beganAt: z.string(),
        endedAt: z.string(),
        shortened: z.literal(true).optional(),
      }),
    )
    .describe('The mutes that deferred some of these changes until now.')
    .optional(),
  changes: z.array(changeSchema),
});

const foundSchema = z.object({
  type: z.enum(['docket', 'design']).optional(),
  key: z.string().describe('As changes name it.').optional(),
  label: z.string(),
  title: z.string(),
  filed: z.string().describe('YYYY-MM-DD; blank where it is not known.'),
  place: z.string().describe('Its court or register, in short.').optional(),
  status: z.string().optional(),
  ended: z.string().describe('Of a case: YYYY-MM-DD.').optional(),
  url: z.string().describe('Its page at the court or register.').optional(),
});

const baselineData = z.object({
  ...stored,
  announcements: z.array(
    z.object({
      watch: watchSchema,
      check: checkSchema,
      records: z.number().int(),
      entries: z.number().int(),
      filteredOut: z.number().int(),
      advice: texts.describe('Of a watch that found nothing: what courts and registers write instead.').optional(),
      leftOut: z
        .array(z.object({ label: z.string(), name: z.string(), asked: z.string() }))
        .describe('Some of what filteredOut counts: the name is only part of a longer word.')
        .optional(),
      examples: z.array(foundSchema).describe('The newest records.'),
      shortened: z.literal(true).optional(),
    }),
  ),
  more: z
    .object({
      watches: z.number().int(),
      records: z.number().int(),
      foundNothing: z.number().int(),
      silent: texts.describe('Names of some that found nothing.'),
    })
    .describe('Of very many that began together: the watches that are only counted.')
    .optional(),
});

const noticeData = z.object({
  ...stored,
  notices: z.array(
    z.object({
      incident: z.string().describe('Its kind, as tipstaff status --json names it.'),
      subject: z.string(),
      phase: z.enum(['began', 'ended']),
      at: z.string().describe('ISO time.'),
      detail: z.string().describe('What happened, why, and what to do.'),
      facts: z
        .array(z.object({ name: z.string(), value: z.string() }))
        .describe('The same as detail, one by one.')
        .optional(),
      matter: z.string().describe('Of the watch that it is about, unless that is confidential.').optional(),
      thread: z.string().describe('What the notices of one incident have in common, its begin and its end.').optional(),
      obsolete: z.boolean().describe('It ended because nobody is concerned any more.').optional(),
      inPart: z.boolean().describe('Of a watch that could be checked, but not completely.').optional(),
      readers: z.boolean().describe('It is for those who follow the watch, not for the operators.').optional(),
      shortened: z.literal(true).optional(),
    }),
  ),
});

const timestamp = z.string().describe('ISO time when the alert was made.');

/** What a webhook is sent, by `type`: the envelope of Standard Webhooks. New properties may come; none will go. */
export const payloadSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('alert.changes'), timestamp, data: changesData }),
    z.object({
      type: z.literal('alert.baseline').describe('A watch began: what it found.'),
      timestamp,
      data: baselineData,
    }),
    z.object({ type: z.literal('alert.notice').describe('An incident began or ended.'), timestamp, data: noticeData }),
    z.object({ type: z.literal('alert.test').describe('tipstaff send-test.'), timestamp, data: z.object(common) }),
  ])
  .meta({ title: 'Tipstaff webhook', description: 'What a channel of the type webhook is given.' });

type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;

export type Payload = Frozen<z.output<typeof payloadSchema>>;
export type PayloadOf<Type extends Payload['type']> = Extract<Payload, { type: Type }>;

export type ChangeJson = Frozen<z.output<typeof changeSchema>>;
export type EntryJson = Frozen<z.output<typeof entrySchema>>;
