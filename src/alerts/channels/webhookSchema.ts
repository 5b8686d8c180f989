import { z } from 'zod';
import { dateStatuses } from '../../reading/events/dateLine.ts';
import { changeKinds } from '../../records/diff/change.ts';
import {
  announcement,
  baselineMore,
  checkFacts,
  coverageFacts,
  endedHold,
  type Frozen,
  noticeFacts,
  watchFacts,
} from '../message/facts.ts';

const texts = z.array(z.string());
const text = (words: string) => z.string().describe(words);
const day = (words: string) => z.string().describe(`${words} YYYY-MM-DD.`);
const link = (words: string) => z.string().describe(`${words} An http(s) URL.`).optional();

const prioritySchema = z
  .enum(['act', 'read', 'routine'])
  .meta({ id: 'priority' })
  .describe('How much it matters to its reader: something to do, to read, or to file.');

const readingSchema = z
  .object({
    type: text('What the filing is: order, motion, complaint … The list may grow.'),
    about: texts.describe('What it is about: dismissal, injunction … The list may grow.'),
    outcome: z.string().nullable().describe('What the court decided: granted, denied … null: nothing.'),
    refersTo: texts.describe('Numbers of the documents that it names.'),
    dates: z.array(
      z.object({
        date: day('The day that the text sets.').optional(),
        days: z.number().int().describe('Instead of a date: days counted from the filing.').optional(),
        time: text('HH:MM in the zone that its words name, else at the court.').optional(),
        what: z.enum(['hearing', 'deadline']),
        words: text('The words of the filing.'),
      }),
    ),
  })
  .describe('What the text of the entry says, read by rules: docs/reading.md.');

const linksSchema = z
  .object({
    docket: link('The case at its court (PACER asks for a login and may charge).'),
    register: link('The registration in its register.'),
    pdf: link('The document of the entry.'),
    document: link('The same at the court (PACER).'),
    attachments: texts.describe('The attachments of the entry: their PDFs, else their pages at the court.').optional(),
    page: link('Its page in Tipstaff, if http.publicUrl is set.'),
  })
  .describe('Where to read more. Unknown links are absent.')
  .meta({ id: 'links' });

const entrySchema = z
  .object({
    documentNumber: text('As the court counts; blank for an entry without a number.'),
    dateFiled: day('As the source has it, normally'),
    description: text('The text of the entry, as the court wrote it.'),
    documentHref: z.string().nullable().describe('The document’s path at the court, as the source has it.'),
    pdfUrl: text('As the source has it; blank where there is no PDF.'),
    reading: readingSchema,
    priority: prioritySchema.optional(),
    label: text('What the entry is, in a few words: ORDER · motion to dismiss DENIED.').optional(),
    links: linksSchema.optional(),
  })
  .meta({ id: 'entry' });

const recordSchema = z.object({
  type: z.enum(['docket', 'design']),
  key: text('Identifies the record permanently.'),
  label: text('The case number or the registration number.'),
  title: text('The case name, or the products of a design.'),
  court: text('Of a case: its court.').optional(),
  courtId: text('Of a case: ded, cand …').optional(),
  register: text('Of a design: HAGUE, EMID …').optional(),
});

export const factsSchema = z
  .object({
    dateFiled: day('').optional(),
    dateTerminated: day('').optional(),
    judge: z.string().optional(),
    suitNature: z.string().optional(),
    jurisdiction: z.string().optional(),
    parties: texts.optional(),
    patentNumbers: texts.optional(),
    entryTotal: z.number().describe('How many entries the court’s docket has.').optional(),
    status: z.string().optional(),
    registrationNumber: z.string().optional(),
    holders: texts.optional(),
    products: texts.optional(),
    locarno: texts.describe('Classes, as 09-01.').optional(),
    designated: texts.describe('States, two letters each.').optional(),
    registered: day('').optional(),
    expires: day('').optional(),
    designCount: z.number().describe('Designs that the registration holds.').optional(),
    images: texts.describe('URLs of its pictures.').optional(),
  })
  .describe('Of docket.new, design.new and design.alike: what the record is. Unknown facts are absent.');

const dateSchema = z.object({
  uid: text('Identifies the event permanently, as in the calendar feeds.'),
  what: z.enum(['hearing', 'deadline', 'expiry', 'renewal']),
  date: day(''),
  time: text('HH:MM in `timezone`; absent for a whole day.').optional(),
  timezone: text('IANA zone: the one that the filing names beside the time, else of the court.').optional(),
  title: z.string(),
  status: z.enum(dateStatuses),
  entry: text('Number of the document that says so; blank where it has none.'),
  filed: day('When that was filed.').optional(),
  sentence: text('The sentence that says so.'),
  note: z.string().optional(),
  mayBeCancelled: text('The filing that may cancel the date, as D.I. 52. Its words are not clear.').optional(),
  earlier: z
    .array(z.object({ date: day(''), entry: text('Number of the document that set it; blank where it has none.') }))
    .describe('The days set before, the last one set first.')
    .optional(),
  link: link('The document, else the case.'),
});

const value = z.union([z.string(), z.number(), z.null(), texts]);

const changeSchema = z
  .object({
    id: z
      .number()
      .int()
      .describe('Identifies the change permanently: a receiver that keeps these ids can drop every repeat.'),
    kind: z.enum(changeKinds).describe('What happened. The list may grow.'),
    detectedAt: text('ISO time.'),
    watches: texts.describe('Ids of the channel’s watches that it concerns.'),
    check: z.number().int().describe('The check that found it.'),
    record: recordSchema,
    priority: prioritySchema,
    label: text('What an entry is, in a few words; blank where there is nothing to say.'),
    muted: z.boolean().describe('Every watch that it concerns mutes it.').optional(),
    links: linksSchema,
    entry: entrySchema.describe('Of entry.new and entry.updated, as it is now.').optional(),
    facts: factsSchema.optional(),
    entries: z.array(entrySchema).describe('Of docket.new: the complaint, then the newest.').optional(),
    moreEntries: z.number().int().describe('Of docket.new: how many more entries it has.').optional(),
    matched: z
      .array(z.object({ what: z.enum(['party', 'patent']), name: z.string() }))
      .describe('Of a case: the party and the patent by which the watches found it, as the docket has them.')
      .optional(),
    joined: z
      .object({ party: z.string(), entry: z.string().optional() })
      .describe('Of docket.new: it is an old case, and this party was joined to it; the document that did so.')
      .optional(),
    fields: z
      .array(z.object({ field: z.string(), before: value, after: value }))
      .describe('What changed. null: there was none, or it was removed.'),
    note: text('A sentence where the fields do not say all.').optional(),
    alike: z
      .object({
        own: text('Its number, or the name that you gave it.'),
        likeness: z.number().describe('0 to 1. It ranks designs; it is no legal opinion.'),
        watch: text('The watch whose own design it is.'),
        picture: text('The picture that is most similar, as the service has it.'),
        reviewed: z.enum(['alike', 'not alike', 'ask counsel']).describe('How somebody reviewed the pair.').optional(),
      })
      .describe('Of a new design that was compared with your own (docs/looks.md): the most similar of yours.')
      .optional(),
    notCompared: text('Why a design, or its new pictures, were not compared with yours.').optional(),
    dates: z
      .array(dateSchema)
      .describe(
        'The dates that these filings set, move or cancel, as they stand now. Read from their texts; check the docket.',
      )
      .optional(),
  })
  .meta({ id: 'change', description: 'One thing that happened to one record.' });

const common = {
  channel: z.string(),
  sandbox: z.literal(true).describe('The facts are made up by the built-in sandbox.').optional(),
  priority: prioritySchema.describe('The highest priority in the whole alert.'),
};

const stored = { alert: z.number().int().describe('The number of the alert: tipstaff alerts show NUMBER.'), ...common };

const changesData = z.object({
  ...stored,
  digest: z.boolean(),
  watches: z.array(watchFacts).describe('Those that the changes concern, and others of a digest.'),
  checks: z.array(checkFacts).describe('Those that found the changes, and others of a digest.'),
  coverage: coverageFacts.optional(),
  endedMutes: z.array(endedHold).describe('The mutes that deferred some of these changes until now.').optional(),
  total: z.number().int().describe('How many changes the alert has.'),
  changes: z.array(changeSchema).describe('At most 50, those that matter most.'),
  rest: z
    .string()
    .describe('Where all of them are, if there are more: a URL of the API, which needs a key; else a command.')
    .optional(),
});

const baselineData = z.object({ ...stored, announcements: z.array(announcement), more: baselineMore.optional() });

const noticeData = z.object({ ...stored, notices: z.array(noticeFacts) });

const timestamp = text('ISO time when the alert was made.');

/** The payloads of a webhook by `type`, in the envelope of Standard Webhooks. Properties are added, never removed. */
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
  .meta({ title: 'Tipstaff webhook', description: 'What a channel of the type webhook receives.' });

export type Payload = Frozen<z.output<typeof payloadSchema>>;
export type PayloadOf<Type extends Payload['type']> = Extract<Payload, { type: Type }>;

export type ChangeJson = Frozen<z.output<typeof changeSchema>>;
export type EntryJson = Frozen<z.output<typeof entrySchema>>;
