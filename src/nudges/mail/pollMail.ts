import type { DNSResolver } from 'mailauth';
import type { Logger } from 'pino';
import PostalMime from 'postal-mime';
import type { Config } from '../../config/config.ts';
import type { MailNudges } from '../../config/readNudges.ts';
import { newLeaseOwner } from '../../database/claims/leaseOwner.ts';
import type { Store } from '../../database/store.ts';
import { messageOf } from '../../errors.ts';
import { beginIncident, endIncident } from '../../outbox/incidents.ts';
import { claimFeed, ensureFeeds, type FeedSource, listFeeds, noteFeed } from '../feed/feedSourcesTable.ts';
import { knownItems, noteItems } from '../nudgesTable.ts';
import type { CourtSignals } from '../readCalls.ts';
import { takeIn } from '../takeIn.ts';
import { whyForeign } from './judgeSender.ts';
import { type Mailbox, openMailbox } from './openMailbox.ts';
import { readNotice } from './readNotice.ts';

interface MailParts {
  readonly store: Store;
  readonly config: Pick<Config, 'nudges' | 'operators'>;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly redact: (text: string) => string;
  readonly resolver?: DNSResolver | undefined;
}

const everyMs = 60_000;
const mostAtOnce = 100;
const failuresToTell = 5;

/** Looks into the mailboxes of the config once a minute, one process at a time. */
export function openMailPolls(parts: MailParts): { look(): Promise<void>; close(): Promise<void> } {
  const { store, config, clock } = parts;
  const sources = Object.values(config.nudges).filter((source) => source.type === 'mail');
  const owner = newLeaseOwner();
  const ending = new AbortController();
  const lookAtAll = async () => {
    const rows = sources.map(({ name }) => ({ source: name, court: '' }));
    await ensureFeeds(store.db, rows, clock());
    const known = await listFeeds(store.db);
    for (const source of sources) {
      const row = known.find((one) => one.source === source.name && one.court === '');
      if (row === undefined || row.nextAt > clock().toISOString()) continue;
      if (ending.signal.aborted) return;
      if (await claimFeed(store.db, row, owner, clock())) await look(parts, source, row, owner, ending.signal);
    }
  };
  return { look: lookAtAll, close: async () => ending.abort() };
}

async function look(
  parts: MailParts,
  source: MailNudges,
  row: FeedSource,
  owner: string,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, config, log } = parts;
  let error: string | null = null;
  let mailbox: Mailbox | undefined;
  try {
    mailbox = await openMailbox(source, clock(), signal);
    await takeNew(parts, source, mailbox);
  } catch (cause) {
    error = parts.redact(messageOf(cause));
  } finally {
    await mailbox?.close().catch(() => {});
  }
  if (signal.aborted) return;
  const failures = error === null ? 0 : row.failures + 1;
  const now = clock();
  const readAt = error === null ? now.toISOString() : row.readAt;
  const nextAt = new Date(now.getTime() + everyMs).toISOString();
  await store.transaction(async (trx) => {
    await noteFeed(trx, row, owner, { ...row, nextAt, askedAt: now.toISOString(), readAt, failures, error });
    const incident = { kind: 'notices-unreadable', subject: source.name } as const;
    const until = error === null ? '' : ' The schedules go on; only what notices announce is found later.';
    const detail = `${error ?? 'It can be read again.'}${until}`;
    if (failures === 0) await endIncident(trx, { config, log }, { ...incident, detail }, now);
    if (failures >= failuresToTell) await beginIncident(trx, { config, log }, { ...incident, detail }, now);
  });
}

/** @throws Error at the end, of a mail that could not be judged and is read again; the others are taken in */
async function takeNew(parts: MailParts, source: MailNudges, mailbox: Mailbox): Promise<void> {
  const { store, clock } = parts;
  const at = { source: source.name, court: '' };
  const listed = (await mailbox.list()).map((key) => [`mail ${key}`, key] as const);
  const known = await knownItems(
    store.db,
    at,
    listed.map(([item]) => item),
  );
  let undecided: unknown;
  for (const [item, key] of listed.filter(([name]) => !known.has(name)).slice(0, mostAtOnce)) {
    const raw = await mailbox.read(key);
    let said: readonly CourtSignals[];
    try {
      said = raw === undefined ? [] : await readMail(parts, source, raw, item);
    } catch (error) {
      undecided ??= error;
      continue;
    }
    await store.transaction(async (trx) => {
      if ((await noteItems(trx, at, [item], clock())).size === 0) return;
      for (const { court, signals } of said) await takeIn(trx, { source: source.name, court }, signals, clock());
    });
  }
  if (undecided !== undefined) throw undecided;
}

/** What a mail announces; nothing where it is no notice of a court. @throws Error where that cannot be said yet */
async function readMail(
  { log, resolver }: MailParts,
  source: MailNudges,
  raw: Buffer,
  item: string,
): Promise<CourtSignals[]> {
  const mail = await PostalMime.parse(raw).catch((error: unknown) => messageOf(error));
  const why =
    typeof mail === 'string'
      ? `it cannot be read: ${mail.slice(0, 200)}`
      : await whyForeign(raw, mail.from?.address, source, resolver);
  if (why === undefined && typeof mail !== 'string') return readNotice(mail, item);
  log.warn({ source: source.name, why }, 'a mail was not taken for a notice');
  return [];
}
