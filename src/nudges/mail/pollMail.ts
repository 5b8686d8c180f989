import type { DNSResolver } from 'mailauth';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import type { Logger } from 'pino';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import type { Config } from '../../config/config.ts';
import type { MailNudges } from '../../config/readNudges.ts';
import { newLeaseOwner } from '../../database/claims/leaseOwner.ts';
import type { Store } from '../../database/store.ts';
import { messageOf } from '../../errors.ts';
import { beginIncident, endIncident } from '../../outbox/incidents.ts';
import { courtCalled } from '../../records/courts.ts';
import { cleanText } from '../../words/cleanText.ts';
import { claimFeed, ensureFeeds, type FeedSource, isFeedDue, listFeeds, noteFeed } from '../feed/feedSourcesTable.ts';
import { knownItems, noteItems } from '../nudgesTable.ts';
import type { CourtSignals } from '../readCalls.ts';
import { takeIn } from '../takeIn.ts';
import { type Mailbox, openMailbox } from './openMailbox.ts';

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
      if (row === undefined || !isFeedDue(row, clock(), everyMs)) continue;
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

/** A court's mail has one or two; each costs a question to the DNS. */
const mostSignatures = 10;

/**
 * Why a mail is not taken for a court's; undefined where it is. Its sender has to be of a domain of `from`. With `dkim:
 * required` a signature of such a domain has to hold, for all of the mail; otherwise it has to where the mail has one.
 * @param resolver asks the DNS for keys; by default the machine's own
 * @throws Error where the DNS does not say: the mail is to be judged again
 */
async function whyForeign(
  raw: Buffer,
  sender: string | undefined,
  { from, dkim }: Pick<MailNudges, 'from' | 'dkim'>,
  resolver?: DNSResolver,
): Promise<string | undefined> {
  const domain = sender?.split('@').at(-1)?.toLowerCase() ?? '';
  const isOfCourts = (name: string) => from.some((own) => name === own || name.endsWith(`.${own}`));
  if (!isOfCourts(domain)) return 'its sender is of another domain';
  if (countSignatures(raw) > mostSignatures) return `it has more than ${mostSignatures} signatures`;
  const { results } = await dkimVerify(raw, resolver === undefined ? {} : { resolver });
  const own = results.filter(({ signingDomain }) => isOfCourts(signingDomain?.toLowerCase() ?? ''));
  const holding = own.filter(({ status }) => status.result === 'pass');
  // What follows the signed part of a text (`l=`) can be anybody's.
  if (holding.some((one) => !('canonBodyLengthLimited' in one && one.canonBodyLengthLimited))) return undefined;
  if (holding.length > 0) return 'its DKIM signature is about a part of it (l=)';
  const unsaid = own.find(({ status }) => status.result === 'temperror');
  if (unsaid !== undefined) throw new Error(`the DNS does not say who signed a mail: ${unsaid.status.comment ?? ''}`);
  if (own.length > 0) return 'its DKIM signature does not hold';
  return dkim === 'required' ? 'no domain of nudges.from has signed it (DKIM)' : undefined;
}

function countSignatures(raw: Buffer): number {
  const text = raw.toString('latin1');
  const head = text.slice(0, /\r?\n\r?\n/.exec(text)?.index ?? text.length);
  return [...head.matchAll(/^dkim-signature\s*:/gim)].length;
}

/** A larger part of a mail is not read. */
const longestText = 200_000;
const longestTag = 4_000;

/** Of a longer summary the rest is left to the schedules. */
const mostCases = 500;

/**
 * The cases that a court's notice of filing names, a signal for each; none where it is no notice. Of a notice only
 * case, document and moment are taken. Its links are looked at for the ids that they hold, and never opened: the one to
 * the document is a single free look, of the addressee.
 */
export function readNotice(mail: Pick<Email, 'text' | 'html' | 'date'>, key: string): CourtSignals[] {
  const body = withLinks((mail.html || mail.text || '').slice(0, longestText));
  const sentMs = Date.parse(mail.date ?? '');
  const publishedAt = Number.isNaN(sentMs) ? null : new Date(sentMs).toISOString();
  // A daily summary has several cases.
  const parts = body.split(/(?=Case Number:)/, mostCases + 1).filter((part) => part.startsWith('Case Number:'));
  return parts.flatMap((part, index): CourtSignals[] => {
    const court = courtCalled(/\/\/ecf\.([a-z0-9]{2,5})\.uscourts\.gov\b/i.exec(part)?.[1] ?? '');
    const docketNumber = /^Case Number:[\s>]*((?:\d{1,2}:)?\d\d-[a-z]{1,4}-\d{1,7})/i.exec(part)?.[1] ?? null;
    const pacerCaseId = /\/DktRpt\.pl\?(\d{1,12})\b/.exec(part)?.[1] ?? null;
    if (court === undefined || (docketNumber === null && pacerCaseId === null)) return [];
    const document = /Document Number:[\s>]*(\d{1,7})\b/i.exec(part)?.[1] ?? null;
    const signal = { pacerCaseId, docketNumber, document, text: '', publishedAt, key: `${key} ${index}` };
    return [{ court, signals: [signal] }];
  });
}

/**
 * The text of HTML, with the addresses of its links in angle brackets behind their words, as in the plain form of a
 * notice.
 */
function withLinks(html: string): string {
  let href = '';
  // A tag at a time: one expression for a whole link takes minutes for text that is made to be slow.
  const linked = html.replace(/<([^<>]*)>/g, (tag, inside: string) => {
    if (/^https?:/i.test(inside)) return tag;
    if (/^a\s/i.test(inside)) href = /\shref\s*=\s*["']?([^"'\s]+)/i.exec(inside.slice(0, longestTag))?.[1] ?? '';
    if (!/^\/a\s*$/i.test(inside) || href === '') return ' ';
    const behind = ` {${href}} `;
    href = '';
    return behind;
  });
  return cleanText(linked.replaceAll('&nbsp;', ' ')).replaceAll('&amp;', '&');
}
