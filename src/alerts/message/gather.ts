import { dayMs, hourMs } from '../../base/time.ts';
import { type ChannelConfig, kindOf } from '../../config/channels.ts';
import { type Config, idsOf, type NamesService, usesSandbox, type WatchConfig } from '../../config/config.ts';
import { type Design, imagePathOf, ownPictureAddress } from '../../records/design.ts';
import { watchesOfChecks } from '../../schedule/watchStatusQueries.ts';
import { checksOfAlert, checksSince, type EndedCheck, repeatedAmong } from '../../store/snapshot/checksTable.ts';
import { findsOfKeys, type Review, reviewsOf, type StoredFind } from '../../store/snapshot/findsTable.ts';
import { findDesignsNumbered } from '../../store/snapshot/listRecordsQueries.ts';
import { countFilteredOut, starredKeys } from '../../store/snapshot/storeChangesTable.ts';
import { type Db, isSigned, sign } from '../../store/store.ts';
import { loadAlert, type StoredAlert } from '../outbox/alertsOfWatchesQueries.ts';
import { watchFacts } from '../outbox/watchFacts.ts';
import { whenDue } from '../outbox/whenDue.ts';
import type { AlertContent, Alike, BaselineContent, ChangesContent, MessageChange, NoticeContent } from './content.ts';
import type { BaselinePart, CheckFacts, Coverage } from './facts.ts';
import { gatherChanges } from './gatherChanges.ts';
import { gatherCoverage } from './gatherCoverage.ts';
import { datesOfChanges } from './watchDates.ts';

export interface GatherParts {
  /** A watch that is no longer in the config has the name in the store. */
  readonly config: Pick<Config, 'channels' | 'watches'> & NamesService;
  readonly pageUrl?: string | undefined;
  readonly clock: () => Date;
  /** Signs the links of mails. Absent: mails have no such links, as when a message is only shown. */
  readonly signingKey?: string | undefined;
}

export async function gatherAlert(db: Db, alertId: number, parts: GatherParts): Promise<AlertContent | undefined> {
  const alert = await loadAlert(db, alertId);
  if (alert === undefined) return undefined;
  // Alerts of a channel that is no longer in the config are still readable, with times in UTC.
  const channel = parts.config.channels[alert.channel];
  const common = {
    id: alertId,
    channel: alert.channel,
    createdAt: alert.createdAt,
    timezone: channel?.timezone ?? 'UTC',
    locale: channel?.locale,
    pageUrl: parts.pageUrl,
    sandbox: usesSandbox(parts.config),
  };
  const { payload } = alert;
  const { signingKey } = parts;
  const isOffered = channel !== undefined && kindOf(channel.type).offersLinks?.(channel) === true;
  const { createdAt } = alert;
  const signLink: ChangesContent['signLink'] =
    signingKey !== undefined && isOffered
      ? ({ type, key }) => signMailLink(signingKey, { alert: alertId, createdAt, type, key })
      : undefined;
  switch (alert.kind) {
    case 'changes':
      return { ...common, kind: 'changes', ...(await gatherNews(db, alertId, alert, parts)), signLink };
    case 'baseline':
      return { ...common, kind: 'baseline', ...announcementsIn(payload as readonly BaselinePart[]) };
    case 'notice':
      return { ...common, kind: 'notice', notices: payload as NoticeContent['notices'] };
  }
}

function announcementsIn(parts: readonly BaselinePart[]): Pick<BaselineContent, 'announcements' | 'more'> {
  const announcements = parts.flatMap((part) => ('more' in part ? [] : [part]));
  const rest = parts.find((part) => 'more' in part);
  return { announcements, ...(rest && { more: rest.more }) };
}

const lateMs = hourMs;

async function gatherNews(db: Db, alertId: number, alert: StoredAlert, parts: GatherParts) {
  const channel = parts.config.channels[alert.channel];
  const { watches, changes: gathered } = await gatherChanges(db, alertId, parts.config.watches);
  const comparing = parts.config.watches.filter(({ similarTo }) => similarTo !== undefined);
  const changes = await withLikeness(db, gathered, comparing);
  const endedHolds = alert.payload as ChangesContent['endedHolds'];
  const namesDates = channel !== undefined && kindOf(channel.type).namesDates?.(channel) === true;
  const hasDesigns = changes.some(({ record }) => record.type === 'design');
  const starred = hasDesigns ? await starredKeys(db) : undefined;
  const dates = namesDates ? await datesOfChanges(db, { changes, watches }) : undefined;
  const found = await checksOfAlert(db, alertId);
  const sent = alert.digestFacts as DigestFacts | undefined;
  const until = sent?.at ?? alert.sentAt ?? parts.clock().toISOString();
  // Only in mails: an extra line would divide a chat alert differently on a retry, which would repeat changes.
  const isLate = channel?.type === 'email' && Date.parse(until) - Date.parse(alert.readyAt) > lateMs;
  const lateSince = isLate ? alert.readyAt : undefined;
  const checks = await factsOfChecks(db, found, until, parts.config.watches);
  const news = { watches, changes, checks, endedHolds, dates, starred };
  // An alert without changes is always a digest, which must say what was not checked.
  const digest = changes.length === 0 || (channel !== undefined && isDigest(channel, alert));
  const all = digest ? await withItsPeriod(db, alert, { news, found, until }, parts) : news;
  return { digest, lateSince, ...all, filteredOut: await filteredOutOf(db, all) };
}

export type DigestFacts = { readonly at: string; readonly coverage: Coverage };

function isDigest(channel: ChannelConfig, alert: StoredAlert): boolean {
  return channel.digest !== undefined && alert.dueAt >= whenDue(channel, new Date(alert.createdAt)).toISOString();
}

type News = Pick<ChangesContent, 'watches' | 'checks' | 'changes' | 'endedHolds' | 'dates' | 'coverage' | 'starred'>;

/**
 * Adds every check of the period of a digest, and what could not be checked. An empty digest covers all watches.
 * @param gathered `found` are the checks that found the news, `until` is when the digest was or will be sent
 */
async function withItsPeriod(
  db: Db,
  alert: StoredAlert,
  { news, found, until }: { readonly news: News; readonly found: readonly EndedCheck[]; readonly until: string },
  parts: GatherParts,
): Promise<News> {
  const ofChannel = parts.config.watches.filter((watch) => watch.notify.includes(alert.channel));
  const watches = news.changes.length > 0 ? news.watches : ofChannel.map(watchFacts);
  const ids = watches.map((watch) => watch.id);
  const ended = [...found, ...(await checksSince(db, ids, alert.createdAt)).filter(({ endedAt }) => endedAt <= until)];
  const checks = new Map(
    (await factsOfChecks(db, ended, until, parts.config.watches)).map((check) => [check.id, check]),
  );
  const sent = alert.digestFacts as DigestFacts | undefined;
  const coverage = sent?.coverage ?? (await gatherCoverage(db, ofChannel, parts.clock()));
  return { ...news, watches, checks: [...checks.values()].sort((a, b) => a.id - b.id), coverage };
}

async function filteredOutOf(db: Db, { watches, checks }: News): Promise<ChangesContent['filteredOut']> {
  const filtering = watches.filter((watch) => watch.report !== undefined).map((watch) => watch.id);
  const checkIds = checks.map((check) => check.id);
  return Object.fromEntries(await countFilteredOut(db, checkIds, filtering));
}

async function factsOfChecks(
  db: Db,
  checks: readonly EndedCheck[],
  until: string,
  watches: readonly WatchConfig[],
): Promise<CheckFacts[]> {
  const repeated = await repeatedAmong(db, checks, until);
  const watchesOf = await watchesOfChecks(db, watches, checks);
  return checks.map(({ id, endedAt, outcome, cause, reason }) => ({
    id,
    endedAt,
    outcome,
    cause,
    reason: reason ?? undefined,
    ...(repeated.has(id) && { repeated: true }),
    watches: idsOf(watchesOf.get(id) ?? []),
  }));
}

interface MailLink {
  readonly alert: number;
  /** ISO time of the alert. After a backup is restored, another alert may get the same number. */
  readonly createdAt: string;
  readonly type: 'docket' | 'design';
  readonly key: string;
}

export const mailLinkDays = 30;

/** Returns a token that contains nothing that is not in the mail. @param key see `signingKey` */
export function signMailLink(key: string, { alert, createdAt, type, key: record }: MailLink): string {
  // Tokens are short, because a mail has many of them and is limited to 100 KB.
  const made = Date.parse(createdAt).toString(36);
  const text = [alert, made, types.indexOf(type), Buffer.from(record).toString('base64url')].join('.');
  return `${text}.${sign(key, 'mail link', text)}`;
}

/** Links that were sent contain the index of a type, so new types go at the end. */
const types = ['docket', 'design'] as const;

export function readMailLink(key: string, token: string, now: Date): MailLink | undefined {
  const end = Math.max(0, token.lastIndexOf('.'));
  const text = token.slice(0, end);
  if (!isSigned(key, 'mail link', text, token.slice(end + 1))) return undefined;
  // A valid signature proves that the text has the format of `signMailLink`.
  const [alert = '', made = '', place = '', record = ''] = text.split('.');
  const madeAt = Number.parseInt(made, 36);
  const type = types[Number(place)];
  if (type === undefined || now.getTime() > madeAt + mailLinkDays * dayMs) return undefined;
  const createdAt = new Date(madeAt).toISOString();
  return { alert: Number(alert), createdAt, type, key: Buffer.from(record, 'base64url').toString('utf8') };
}

type ComparingWatch = Pick<WatchConfig, 'id' | 'similarTo'>;

export async function withLikeness(db: Db, changes: readonly MessageChange[], watches: readonly ComparingWatch[]) {
  const told = new Map<MessageChange, Likeness>();
  for (const { id } of watches) {
    const fresh = changes.filter(isComparedFor(id));
    const likeness = fresh.length === 0 ? new Map<string, Likeness>() : await likenessOf(db, fresh, id);
    for (const change of fresh) {
      const now = likeness.get(change.record.key) ?? notYet;
      const before = told.get(change);
      if (before === undefined || weight(now) > weight(before)) told.set(change, now);
    }
    for (const change of await changedUncompared(db, changes, id)) told.set(change, uncompared);
  }
  const isCompared = watches.length > 0;
  return changes.map((change) => ({ ...change, ...(told.get(change) ?? (isCompared && withoutPicture(change))) }));
}

type Likeness = Pick<MessageChange, 'alike' | 'notCompared'>;

const notYet: Likeness = { alike: null, notCompared: 'Its pictures have not been read yet.' };

const uncompared: Likeness = { notCompared: 'Not new, so not compared.' };

/** Returns the changes of pictures of designs that the watch does not compare, such as those of the first check. */
async function changedUncompared(db: Db, changes: readonly MessageChange[], watchId: string): Promise<MessageChange[]> {
  const changed = changes.filter(
    ({ kind, fields, watches }) =>
      kind === 'design.updated' && watches.includes(watchId) && fields.some(({ field }) => field === 'images'),
  );
  const keys = changed.map(({ record }) => record.key);
  const finds = await findsOfKeys(db, watchId, keys);
  return changed.filter(({ record }) => !finds.has(record.key));
}

/** A design that no comparing watch found has no likeness, and without a picture it could not have one. */
function withoutPicture({ kind, record }: MessageChange): Pick<MessageChange, 'notCompared'> {
  const hasPicture = record.type === 'design' && (record.images ?? []).length > 0;
  return kind !== 'design.new' || hasPicture ? {} : { notCompared: 'The register shows no picture of it.' };
}

const weight = ({ alike }: Likeness): number => alike?.rank ?? -2;

function isComparedFor(watchId: string) {
  return ({ kind, watches }: MessageChange) =>
    (kind === 'design.new' || kind === 'design.alike') && watches.includes(watchId);
}

async function likenessOf(db: Db, changes: readonly MessageChange[], watchId: string): Promise<Map<string, Likeness>> {
  const designs = changes.flatMap(({ record }) => (record.type === 'design' ? [record] : []));
  const finds = await findsOfKeys(
    db,
    watchId,
    designs.map(({ key }) => key),
  );
  const records = [...finds.values()].map(({ recordId }) => recordId);
  const reviews = await reviewsOf(db, watchId, records);
  const owns = [...new Set([...finds.values()].flatMap(({ find }) => find?.own ?? []))];
  const addresses = addressesOf([...designs, ...(await findDesignsNumbered(db, owns))]);
  return new Map(
    [...finds].map(([key, stored]) => {
      const review = reviews.find(({ recordId, own }) => recordId === stored.recordId && own === stored.find?.own);
      return [key, asTold(stored, review, addresses)];
    }),
  );
}

function asTold(
  { find, whyNot, watchId }: StoredFind,
  review: Review | undefined,
  addresses: ReadonlyMap<string, string>,
): Likeness {
  if (find === undefined) return { ...notYet, ...(whyNot && { notCompared: whyNot }) };
  const { own, likeness, rank, picture, ownPicture } = find;
  const alike: Alike = {
    likeness,
    rank: review === undefined ? rank : -1,
    own,
    picture: addresses.get(picture) ?? '',
    ownPicture: addresses.get(ownPicture) ?? ownPictureAddress(watchId, ownPicture),
    watch: watchId,
    reviewed: review?.verdict,
  };
  return { alike };
}

function addressesOf(designs: readonly Design[]): Map<string, string> {
  return new Map(designs.flatMap(({ images = [] }) => images.map(({ url }) => [imagePathOf(url), url] as const)));
}
