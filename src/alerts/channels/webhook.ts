import { keyOf, signedHeaders } from '../../base/http.ts';
import { webLink } from '../../base/words/cleanText.ts';
import type { WebhookChannelConfig } from '../../config/channels.ts';
import { priorityOrder } from '../../reading/entryPriority.ts';
import type { ShownEvent } from '../../reading/events/calendarEvent.ts';
import { readEntry } from '../../reading/readEntry.ts';
import { courtDocument, courtPage } from '../../records/courts.ts';
import { matchedIn } from '../../records/diff/searchMatch.ts';
import type { Entry, EntryReading } from '../../records/docket.ts';
import { labelOf, recordPath, type SearchRecord, titleOf } from '../../records/record.ts';
import { showsRecord } from '../message/changeItem.ts';
import type { AlertContent, Alike, ChangesContent, MessageChange } from '../message/content.ts';
import { messagePriority } from '../message/message.ts';
import { pageLink } from '../message/outline.ts';
import { isMovedBy, isSetBy } from '../message/watchDates.ts';
import { prioritisedFor } from '../message/words/consequence.ts';
import {
  alertKey,
  type Channel,
  type HttpResponse,
  isSuccess,
  noArrivals,
  type OpeningParts,
  postResult,
  sendInOrder,
} from './channel.ts';
import { type ChangeJson, type EntryJson, factsSchema, type Payload, type PayloadOf } from './webhookSchema.ts';

const mostChanges = 50;

/** These concern the channel, not the message: the receiver is busy, unavailable, moved, or refuses us. */
const channelStatuses: readonly number[] = [401, 403, 404, 405, 408, 425, 429];
const unsubscribed = 410;

type WebhookParts = Pick<OpeningParts, 'installation' | 'http' | 'clock' | 'secrets'>;

/** Follows Standard Webhooks: signed JSON, one call per alert, with the same `webhook-id` at each attempt. */
export function openWebhook(config: WebhookChannelConfig, parts: WebhookParts): Channel {
  const keys = config.secret.map(keyOf);

  return {
    name: config.name,
    send(content, signal, arrivals = noArrivals()) {
      const payload = renderJson(content, mostChanges);
      const id = [alertKey(content), content.channel, parts.installation].join('_').replaceAll('.', '_');
      const call = () => {
        const body = JSON.stringify(payload);
        return parts.http.post(config.url, signedHeaders(keys, id, parts.clock(), body), body, signal);
      };
      const send = () => postResult(call, parts, judge);
      return sendInOrder([{ key: '', json: () => payload, send }], arrivals);
    },
  };
}

/** Retries after every failure, because a receiver that refuses an alert today may accept it tomorrow. */
function judge(received: HttpResponse) {
  const { status } = received;
  if (isSuccess(received)) return { outcome: 'sent' } as const;
  if (status === unsubscribed) return { outcome: 'ended' } as const;
  // A redirect is not followed, because the signature is not meant for another receiver.
  const isOfMessage = status >= 400 && status < 500 && !channelStatuses.includes(status);
  return { outcome: 'retry', scope: isOfMessage ? 'message' : 'channel' } as const;
}

export function renderJson(content: AlertContent, most = Number.POSITIVE_INFINITY): Payload {
  const { id: alert, channel, createdAt: timestamp } = content;
  const common = { channel, ...(content.sandbox && { sandbox: true as const }), priority: messagePriority(content) };
  const stored = { alert, ...common };
  switch (content.kind) {
    case 'changes':
      return { type: 'alert.changes', timestamp, data: { ...stored, ...changesJson(content, most) } };
    case 'baseline':
      return {
        type: 'alert.baseline',
        timestamp,
        data: { ...stored, announcements: content.announcements, ...(content.more && { more: content.more }) },
      };
    case 'notice':
      return { type: 'alert.notice', timestamp, data: { ...stored, notices: content.notices } };
    case 'test':
      return { type: 'alert.test', timestamp, data: common };
  }
}

function changesJson(
  whole: ChangesContent,
  most: number,
): Omit<PayloadOf<'alert.changes'>['data'], 'alert' | 'channel' | 'priority'> {
  const { id, pageUrl, digest, checks, coverage, endedHolds: endedMutes, filteredOut = {}, changes } = whole;
  const watches = whole.watches.map((watch) => {
    const left = filteredOut[watch.id] ?? 0;
    return { ...watch, ...(left > 0 && { filteredOut: left }) };
  });
  const rest = pageUrl === undefined ? `tipstaff alerts show ${id} --json` : `${pageUrl}/api/v1/changes?alert=${id}`;
  return {
    digest,
    watches,
    checks,
    ...(coverage && { coverage }),
    ...(endedMutes && { endedMutes }),
    total: changes.length,
    changes: firstOf(whole, most).map((change) => alertChangeJson(change, whole)),
    ...(changes.length > most && { rest }),
  };
}

function firstOf({ changes, watches }: ChangesContent, most: number): readonly MessageChange[] {
  if (changes.length <= most) return changes;
  const order = new Map(changes.map((change) => [change, priorityOrder(prioritisedFor(change, watches).priority)]));
  return changes.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)).slice(0, most);
}

type DateJson = NonNullable<ChangeJson['dates']>[number];

function alertChangeJson(change: MessageChange, content: ChangesContent): ChangeJson {
  const { links, entries: _, ...stored } = changeJson(change);
  const { priority, label, unshown } = prioritisedFor(change, content.watches);
  const watches = content.watches.filter(({ id }) => change.watches.includes(id));
  const matched = change.record.type === 'docket' ? matchedIn(change.record, watches) : [];
  const entries = change.kind === 'docket.new' ? change.entries : undefined;
  const dates = (content.dates ?? []).filter((date) => isOf(date, change)).map(dateJson);
  return {
    ...stored,
    priority,
    label,
    ...(unshown && { muted: true }),
    links: { ...links, page: pageLink('', content.pageUrl, recordPath(change.record))?.url },
    ...(showsRecord(change) && { facts: factsJson(change.record) }),
    ...(matched.length > 0 && { matched: [...matched] }),
    ...(change.joined && { joined: { party: change.joined.party, entry: change.joined.by?.documentNumber } }),
    ...(entries && { entries: entries.map((entry) => insideJson(entry, change, content)) }),
    ...(change.alike && { alike: alikeJson(change.alike) }),
    ...(change.notCompared && { notCompared: change.notCompared }),
    ...(dates.length > 0 && { dates }),
  };
}

function alikeJson({ own, likeness, watch, picture, reviewed }: Alike): NonNullable<ChangeJson['alike']> {
  return { own, likeness, watch, picture, ...(reviewed && { reviewed }) };
}

function insideJson(entry: Entry, change: MessageChange, { watches }: ChangesContent): EntryJson {
  const asNew = { ...change, kind: 'entry.new', entry, reading: undefined, fields: [] } as const;
  const { priority, label } = prioritisedFor(asNew, watches);
  return { ...entryJson(entry), priority, label, links: entryLinks(entry, change.record) };
}

function isOf(date: ShownEvent, change: MessageChange): boolean {
  if (date.record.type !== change.record.type || date.record.key !== change.record.key) return false;
  return change.kind === 'docket.new' || isSetBy(date, change) || isMovedBy(date, change);
}

/** Names each property, so that the compiler refuses one that the schema lacks. A rest would accept any. */
function dateJson({ uid, what, date, time, timezone, title, status, ...about }: ShownEvent): DateJson {
  const { entry, filed, sentence, note, mayBeCancelled, earlier, link } = about;
  const when = { uid, what, date, time, timezone, title, status } satisfies Partial<DateJson>;
  const source = { entry, filed, sentence, note, mayBeCancelled, earlier, link } satisfies Partial<DateJson>;
  return { ...when, ...source };
}

function factsJson(record: SearchRecord): NonNullable<ChangeJson['facts']> {
  const own =
    record.type === 'docket' ? { judge: record.assignedTo } : { images: record.images?.map((image) => image.url) };
  const facts = Object.entries(factsSchema.parse({ ...record, ...own }));
  return Object.fromEntries(facts.filter(([, value]) => value !== undefined && value !== '' && String(value) !== ''));
}

/** Returns a change as `changes --json` prints it (docs/design.md, section 5). */
export function changeJson(change: MessageChange): Omit<ChangeJson, 'priority' | 'label'> {
  const { id, kind, detectedAt, watches, checkId: check, record, entry, entries, fields, note } = change;
  return {
    ...{ id, kind, detectedAt, watches, check },
    record: recordJson(record),
    links: { ...recordLinks(record), ...(entry && entryLinks(entry, record)) },
    ...(entry && { entry: entryJson(entry, change.reading) }),
    ...(kind === 'docket.new' &&
      entries && { entries: entries.map((one) => entryJson(one)), moreEntries: change.moreEntries ?? 0 }),
    fields,
    ...(note !== undefined && { note }),
  };
}

function recordJson(record: SearchRecord): ChangeJson['record'] {
  const named = { type: record.type, key: record.key, label: labelOf(record), title: titleOf(record) };
  if (record.type === 'design') return { ...named, register: record.source };
  return { ...named, ...(record.court && { court: record.court }), ...(record.courtId && { courtId: record.courtId }) };
}

function entryJson(entry: Entry, reading: EntryReading = readEntry(entry.description, entry.dateFiled)): EntryJson {
  const { documentNumber, dateFiled, description, documentHref, pdfUrl } = entry;
  return { documentNumber, dateFiled, description, documentHref, pdfUrl, reading };
}

type Links = ChangeJson['links'];

function recordLinks(record: SearchRecord): Links {
  if (record.type === 'design') return { register: address(record.detailUrl) };
  return { docket: address(courtPage(record)) };
}

function entryLinks(entry: Entry, record: SearchRecord): Links {
  const atCourt = (href: string | null) =>
    record.type === 'docket' ? address(courtDocument(record, href)) : undefined;
  const attachments = entry.extraDocument.flatMap((one) => address(one.pdfUrl) ?? atCourt(one.documentHref) ?? []);
  return {
    pdf: address(entry.pdfUrl),
    document: atCourt(entry.documentHref),
    ...(attachments.length > 0 && { attachments }),
  };
}

const address = (text: string | null | undefined): string | undefined => webLink('', text)?.url;
