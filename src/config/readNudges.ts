import { z } from 'zod';
import { courtCalled } from '../records/courts.ts';
import { readDocketNumber } from '../records/docket.ts';
import { signingSecret } from './channels.ts';
import {
  field,
  isAddress,
  isLoopback,
  keyed,
  listOf,
  network,
  readUrl,
  refuse,
  text,
  urlOfHost,
} from './fields/fields.ts';
import { oneOf, type Path, type Report, readByType, readShape } from './fields/finding.ts';
import { duration } from './fields/schedule.ts';

const court = field('watched, or the ids of federal courts like nysd', (value) => {
  if (value === 'watched') return value;
  return courtCalled(value) ?? refuse({ why: 'no federal court has that id' });
});

const address = field('an http(s) URL with {court} in it', (value) => {
  const parsed = readUrl(value.replaceAll('{court}', 'court'));
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return refuse({ why: 'it is not a URL' });
  if (parsed.username !== '' || parsed.password !== '') return refuse({ why: 'it holds a login' });
  return value.includes('{court}') ? value : refuse({ why: 'it has no place for the court' });
});

const feeds = keyed({
  type: text(),
  courts: listOf(court, 'watched, or a list of ids of courts').default(['watched']),
  /** Seconds. */
  every: duration('5m', '60m').default(900),
  contact: field('a mail address or an https URL', (value) =>
    isAddress(value) || readUrl(value)?.protocol === 'https:' ? value : refuse(),
  ).optional(),
  url: address.optional(),
});

/** Part of an address, so it must be impossible to guess and need no escaping. */
const pathSecret = field('32 or more letters, digits, - and _', (value) => {
  if (!/^[\w-]+$/.test(value)) return refuse({ why: 'it holds other characters' });
  return value.length < 32 ? refuse({ why: `it has only ${value.length}` }) : value;
});

const caseOfCourt = field('a court and a number like "dcd 1:20-cv-00731"', (value) => {
  const [, name = '', number = ''] = /^(\S+)\s+(.+)$/.exec(value) ?? [];
  const courtId = courtCalled(name);
  if (courtId === undefined) return refuse({ why: 'no federal court has that id' });
  return readDocketNumber(number) === undefined ? refuse({ why: 'it has no docket number' }) : { courtId, number };
});

const webhook = keyed({
  type: text(),
  format: oneOf(['tipstaff', 'courtlistener'] as const).default('tipstaff'),
  secret: listOf(text('a secret'), 'a secret, or a list of secrets', 'at least one secret'),
  from: listOf(network, 'a list of IP addresses or networks').optional(),
  cases: z.record(z.string(), caseOfCourt, { error: 'a map from ids of CourtListener to cases' }).default({}),
});

export const nudgeSchemas = { feeds, webhook } as const;
export const nudgeTypes = ['feeds', 'webhook'] as const;

export type NudgeSource = FeedsConfig | WebhookNudges;
export type FeedsConfig = SourceOf<'feeds'>;
export type WebhookNudges = SourceOf<'webhook'>;
type SourceOf<Type extends keyof typeof nudgeSchemas> = Readonly<
  Omit<z.output<(typeof nudgeSchemas)[Type]>, 'type'> & { type: Type; name: string }
>;

type Listening = Readonly<{ host: string; publicUrl?: string | undefined }>;

const former = {
  mail:
    'none, because mails are not read: use the feed of the court (type: feeds), or post what a mail says to a signed ' +
    'webhook (type: webhook)',
};

/** Reads nudge sources, without those that have mistakes. */
export function readNudges(raw: unknown, http: Listening | undefined, report: Report): Record<string, NudgeSource> {
  const schemaOf = (type: NudgeSource['type']) => nudgeSchemas[type];
  const kinds = { key: 'nudges', accepted: 'a map of sources by name', types: nudgeTypes, schemaOf, former };
  const sources = readByType(raw, kinds, report, ({ whole, fields, name, type }, path) => {
    if (!whole) return undefined;
    // Complete: the schema of this type read every field.
    const source = { ...fields, type, name } as unknown as NudgeSource;
    if (source.type === 'webhook') validateWebhook(source, http, path, report);
    return source;
  });
  validateCourts(Object.values(sources), report);
  return sources;
}

/** Whoever has the secret can request checks of cases, up to `nudgeLimits`. */
function validateWebhook(source: WebhookNudges, http: Listening | undefined, path: Path, report: Report): void {
  const form = source.format === 'tipstaff' ? signingSecret : pathSecret;
  readShape(keyed({ secret: z.array(form) }), { secret: source.secret }, path, report);
  if (source.format !== 'courtlistener' || http === undefined) return;
  const { host, publicUrl = urlOfHost(host) } = http;
  if (publicUrl.startsWith('https:') || isLoopback(publicUrl)) return;
  const why = 'its secret is in the address, and would travel unencrypted';
  report.mistake({ path: [...path, 'format'], why, accepted: 'an https URL as http.publicUrl' });
}

function validateCourts(sources: readonly NudgeSource[], report: Report): void {
  const named = new Map<string, string>();
  for (const source of sources) {
    if (source.type !== 'feeds') continue;
    for (const id of source.courts) {
      const other = named.get(id);
      if (other !== undefined && other !== source.name) {
        const why = `${other} reads the same`;
        report.mistake({ path: ['nudges', source.name, 'courts'], why, accepted: 'each court in one source' });
      }
      named.set(id, source.name);
    }
  }
}
