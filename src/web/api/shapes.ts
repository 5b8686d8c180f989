import { z } from 'zod';

// The items of the API: the OpenAPI document is made of these, and a test compares them with what is sent.

const moment = z.string().describe('ISO 8601, UTC');
const day = z.string().describe('YYYY-MM-DD');

export const watchShape = z.object({
  id: z.string(),
  name: z.string().describe('of a confidential watch, for those who may not read it, its matter'),
  matter: z.string().nullable(),
  tags: z.array(z.string()).describe('none where it is confidential'),
  searches: z.array(z.string()).describe('in words; none where it is confidential'),
  schedule: z.string(),
  timezone: z.string(),
  outcome: z.enum(['complete', 'partial', 'failed', 'skipped']).nullable(),
  lastCompleteAt: moment.nullable(),
  nextDueAt: moment.nullable().describe('null while it is paused'),
  paused: z
    .object({
      since: moment,
      until: moment.nullable().describe('null: until it is resumed'),
      by: z.string().nullable(),
      because: z.string().nullable().describe('null where it is confidential'),
    })
    .nullable()
    .describe('not looked at while it is paused'),
  incidents: z.array(z.object({ kind: z.string(), since: moment })).describe('those that are open'),
  records: z.number(),
  foundNothing: z.boolean(),
  creditsThisMonth: z.number(),
});

export const caseShape = z.object({
  key: z.string(),
  number: z.string().nullable(),
  name: z.string().nullable(),
  court: z.string().nullable(),
  courtId: z.string().nullable(),
  courtPage: z.string().nullable().describe('the docket at PACER, which takes a fee'),
  judge: z.string().nullable(),
  status: z.string().nullable(),
  filed: day.nullable(),
  terminated: day.nullable(),
  parties: z.array(z.string()),
  patents: z.array(z.string()),
  entries: z.number().nullable().describe('how many the court’s docket has'),
  changedAt: moment,
  firstSeenAt: moment,
});

export const designShape = z.object({
  key: z.string(),
  source: z.string(),
  number: z.string().nullable(),
  holders: z.array(z.string()),
  products: z.array(z.string()),
  classes: z.array(z.string()).describe('Locarno'),
  designated: z.array(z.string()),
  status: z.string().nullable(),
  registered: day.nullable(),
  expires: day.nullable(),
  pictures: z.array(z.string()).describe('addresses, as the service has them'),
  changedAt: moment,
  firstSeenAt: moment,
});

export const changeShape = z.looseObject({
  id: z.number(),
  kind: z.string(),
  detectedAt: moment,
  watches: z.array(z.string()),
  check: z.number(),
  record: z.object({ type: z.enum(['docket', 'design']), key: z.string(), label: z.string(), title: z.string() }),
  fields: z.array(z.looseObject({ field: z.string() })),
});

export const alertShape = z.object({
  id: z.number(),
  channel: z.string(),
  kind: z.enum(['changes', 'baseline', 'notice']),
  state: z.enum(['waiting', 'sent', 'failed']),
  createdAt: moment,
  dueAt: moment,
  endedAt: moment.nullable(),
  attempts: z.number(),
  changes: z.number(),
  lastAnswer: z.string().nullable().describe('the server’s words'),
});

export const checkShape = z.object({
  id: z.number(),
  watches: z.array(z.string()),
  endedAt: moment,
  outcome: z.enum(['complete', 'partial', 'failed', 'skipped']),
  reason: z.string().nullable(),
  hits: z.number(),
  requests: z.number(),
  credits: z.number(),
});

export const creditsShape = z.object({
  day,
  operation: z.enum(['pacer', 'wipo']),
  service: z.string().optional().describe('which one was paid, where there are several'),
  requests: z.number(),
  credits: z.number(),
});

export const dateShape = z.looseObject({
  date: day,
  time: z.string().optional().describe('HH:MM at the court'),
  what: z.enum(['hearing', 'deadline', 'expiry', 'renewal']),
  title: z.string(),
  case: z.string(),
  sentence: z.string(),
  status: z.enum(['set', 'asked', 'cancelled']),
  record: z.object({ type: z.enum(['docket', 'design']), key: z.string() }),
  watches: z.array(z.string()),
});
