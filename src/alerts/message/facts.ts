import { z } from 'zod';
import { checkCauses } from '../../base/words/watchWords.ts';
import type { EntryTopic, EntryType } from '../../records/docket.ts';

const texts = z.array(z.string());
/** A value of one of our enumerations, published as a string because the enumerations may grow. */
const wordOf = <Word extends string>() => z.string() as unknown as z.ZodType<Word>;

export const watchFacts = z
  .object({
    id: z.string(),
    name: z.string(),
    matter: z.string().optional(),
    asks: z.string().describe('The query in words: dockets, patent number 6834603.'),
    confidential: z
      .boolean()
      .describe('Names, numbers and texts stay out of subjects, Slack and plain text.')
      .optional(),
    asksFor: texts.describe('The holders or companies that it searches for.').optional(),
    asksForPatents: texts.describe('The patent numbers that it searches for.').optional(),
    mostAlike: z
      .number()
      .int()
      .describe('Its new designs are compared with your own: how many of the most similar come first.')
      .optional(),
    report: z
      .object({
        entries: z.array(wordOf<EntryType>()).optional(),
        about: z.array(wordOf<EntryTopic>()).optional(),
        exclude: z.array(wordOf<EntryType | EntryTopic>()).optional(),
        important: z.array(wordOf<EntryType | EntryTopic>()).optional(),
      })
      .describe('Which entries it reports; absent: all.')
      .optional(),
    important: texts.describe('Kinds of change, or words: such changes stand out.').optional(),
    mute: texts.describe('Kinds of change, or words: such changes are counted, not shown.').optional(),
    filteredOut: z.number().int().describe('How many entries its report left out in these checks.').optional(),
  })
  .meta({ id: 'watch' });

const cause = z
  .enum(checkCauses)
  .nullable()
  .describe('Why the result was not complete; null: the service did not show all of it.')
  .optional();

export const checkFacts = z
  .object({
    id: z.number().int(),
    endedAt: z.string().describe('ISO time.'),
    outcome: z.enum(['complete', 'partial', 'failed', 'skipped']),
    cause,
    reason: z.string().optional(),
    repeated: z.boolean().describe('A later check of the same search was complete: nothing is missing.').optional(),
    watches: z.array(z.string()).describe('Ids of the watches with this search.').optional(),
  })
  .meta({ id: 'check' });

const unwatched = z.object({
  watch: watchFacts,
  knownUntil: z
    .string()
    .describe('ISO time of the oldest last complete check of its searches; absent: one has none.')
    .optional(),
  since: z.string().describe('ISO time when it first could not be checked.'),
  cause,
  reason: z.string().describe('As in checks; absent: there was no check.').optional(),
  inPart: z.boolean().describe('Part of it was checked and is reported.').optional(),
});

const pausedWatch = z.object({
  watch: watchFacts,
  since: z.string().describe('ISO time: nothing later was checked.'),
  until: z.string().describe('ISO time; absent: until it is resumed.').optional(),
  author: z.string(),
  reason: z.string().describe('May be empty.'),
});

const neverFound = z.object({
  watch: watchFacts,
  since: z.string().describe('ISO time of its first complete check.'),
  near: z.string().describe('What is stored and may have been meant.').optional(),
});

export const coverageFacts = z
  .object({
    watches: z.number().int(),
    cases: z.number().int().describe('Records that the watches found, each once.'),
    designs: z.number().int(),
    unwatched: z
      .array(unwatched)
      .describe('What could not be checked. News can be missing only from these watches and from paused ones.'),
    paused: z.array(pausedWatch).describe('Paused watches, which are not checked.').optional(),
    neverFound: z
      .array(neverFound)
      .describe('Watches that have never found anything since their first complete check: perhaps they cannot.')
      .optional(),
  })
  .describe('Of a digest: what it stands for.');

export const endedHold = z.object({
  label: z.string().describe('The watch or record that was muted.'),
  author: z.string(),
  reason: z.string(),
  beganAt: z.string(),
  endedAt: z.string(),
});

const foundAtBaseline = z.object({
  type: z.enum(['docket', 'design']).optional(),
  key: z.string().describe('As changes name it.').optional(),
  label: z.string(),
  title: z.string(),
  filed: z.string().describe('When it was filed or registered, YYYY-MM-DD; blank where it is not known.'),
  place: z.string().describe('Its court or register, in short.').optional(),
  status: z.string().describe('As the service has it.').optional(),
  ended: z.string().describe('Of a case: YYYY-MM-DD.').optional(),
  url: z.string().describe('Its page at the court or register.').optional(),
});

export const announcement = z.object({
  watch: watchFacts,
  check: checkFacts,
  records: z.number().int(),
  entries: z.number().int(),
  filteredOut: z.number().int(),
  whyFiltered: z.string().describe('Why, in words: the case is in another court.').optional(),
  operators: z.boolean().describe('It is for the operators, who do not follow the watch.').optional(),
  advice: texts.describe('Of a watch that found nothing: what courts and registers write instead.').optional(),
  nothingFor: z
    .array(z.object({ asks: z.string(), advice: texts }))
    .describe('Values of its lists that found nothing, where others found something.')
    .optional(),
  leftOut: z
    .array(z.object({ label: z.string(), name: z.string(), asked: z.string() }))
    .describe('Some of what filteredOut counts: the name is only part of a longer word.')
    .optional(),
  examples: z.array(foundAtBaseline).describe('The newest records, at most fifty.'),
});

export const baselineMore = z
  .object({
    watches: z.number().int(),
    records: z.number().int().describe('What they found, in all.'),
    foundNothing: z.number().int(),
    silent: texts.describe('Names of some that found nothing.'),
  })
  .describe('Of very many that began together: the watches that are only counted.');

export const noticeFacts = z.object({
  incident: z.string().describe('Its kind, as tipstaff status --json names it.'),
  subject: z.string(),
  phase: z.enum(['began', 'ended']),
  at: z.string().describe('ISO time.'),
  detail: z.string().describe('What happened, why, and what to do: plain sentences.'),
  facts: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .describe('The same as detail, one by one.')
    .optional(),
  matter: z.string().describe('Of the watch that it is about, unless that is confidential.').optional(),
  thread: z.string().describe('What the notices of one incident have in common, its begin and its end.').optional(),
  readers: z.boolean().describe('It is for those who follow the watch, not for the operators.').optional(),
  obsolete: z.boolean().describe('It ended because nobody is concerned any more.').optional(),
  inPart: z.boolean().describe('Of a watch that could be checked, but not completely.').optional(),
});

export type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;

export type WatchFacts = Frozen<z.output<typeof watchFacts>>;
export type CheckFacts = Frozen<z.output<typeof checkFacts>>;
export type Coverage = Frozen<z.output<typeof coverageFacts>>;
export type Unwatched = Coverage['unwatched'][number];
export type PausedWatch = NonNullable<Coverage['paused']>[number];
export type NeverFound = NonNullable<Coverage['neverFound']>[number];
export type EndedHold = Frozen<z.output<typeof endedHold>>;
export type Announcement = Frozen<z.output<typeof announcement>>;
export type FoundAtBaseline = Announcement['examples'][number];
export type LeftOutAtBaseline = NonNullable<Announcement['leftOut']>[number];
export type BaselineMore = Frozen<z.output<typeof baselineMore>>;
/** A part of the stored payload of a baseline alert. `more` comes last. */
export type BaselinePart = Announcement | { readonly more: BaselineMore };
export type Notice = Frozen<z.output<typeof noticeFacts>>;
