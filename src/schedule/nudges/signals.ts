import { hash, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { keyOf, signedHeaders } from '../../base/http.ts';
import { parseJson } from '../../base/json.ts';
import { hourMs } from '../../base/time.ts';
import { cleanText } from '../../base/words/cleanText.ts';
import type { Config } from '../../config/config.ts';
import type { WebhookNudges } from '../../config/readNudges.ts';
import { courtCalled } from '../../records/courts.ts';
import { isSameDocketNumber, readDocketNumber } from '../../records/docket.ts';
import { nudgeFollowedHours } from '../../store/claims/due.ts';
import type { Tables } from '../../store/schema/tables.ts';
import { startOfNext } from '../budget.ts';

/** A source's message that something was entered in a case. Its texts are untrusted. */
export interface Signal {
  readonly pacerCaseId: string | null;
  readonly docketNumber: string | null;
  readonly document: string | null;
  readonly publishedAt: string | null; // ISO; null if the source does not say.
  readonly key: string;
}

type Numbered = Pick<Signal, 'pacerCaseId' | 'docketNumber'>;

export type WatchedCase = Numbered & Readonly<{ recordId: number; firstSeenAt: string }>;

/** Matches by the court's case id, else by docket number. Several dockets with one number all match. */
export function openMatcher<Case extends Numbered>(cases: readonly Case[]): (signal: Signal) => readonly Case[] {
  const byCaseId = Map.groupBy(cases, (one) => one.pacerCaseId ?? '');
  const byNumber = Map.groupBy(cases, (one) => coreOf(one.docketNumber));
  return ({ pacerCaseId, docketNumber }) => {
    const exact = pacerCaseId === null ? [] : (byCaseId.get(pacerCaseId) ?? []);
    if (exact.length > 0) return exact;
    if (docketNumber === null) return [];
    const core = coreOf(docketNumber);
    const plain = withoutSuffixes(docketNumber);
    const alike = core === '' ? [] : (byNumber.get(core) ?? []);
    return alike.filter((one) => isSameDocketNumber(withoutSuffixes(one.docketNumber ?? ''), plain));
  };
}

/** Returns year and serial, which every spelling contains; '' if the text is no docket number. */
function coreOf(docketNumber: string | null): string {
  const read = docketNumber === null ? undefined : readDocketNumber(withoutSuffixes(docketNumber));
  return read === undefined ? '' : `${read.year}-${read.serial}`;
}

/** Removes the initials of judges and the number of a defendant: `1:18-cr-00002-ABC-01`. */
function withoutSuffixes(docketNumber: string): string {
  return docketNumber.replace(/^(\s*(?:\d{1,2}[:-])?\d\d-(?:[a-z]{1,4}-)?\d{1,7})(?:-[a-z\d]+)*\s*$/i, '$1');
}

export type NudgeState =
  /** A check will be requested at `askAt`. */
  | 'due'
  /** A check was requested and has not ended. */
  | 'asked'
  /** A later check found the announced entry. */
  | 'confirmed'
  /** The entry was already stored when the signal came, or may have been. */
  | 'known'
  /** No check found the entry, even hours later: the service is late, or never shows it. */
  | 'late'
  /** No check could be requested, because of a limit or because no watch can be checked. */
  | 'unasked';

/** Minutes until the next check after one that did not find the entry. Then only scheduled checks are left. */
export const laterMinutes = [10, 40, 180] as const;

/** A nudge that waits for its time, or for a check to end. The credits add up over a day. */
export type OpenNudge = Readonly<Omit<Selectable<Tables['nudges']>, 'state'>> & { readonly state: 'due' | 'asked' };

export type Step = Readonly<{ state: NudgeState; steps?: number; askAt?: string }>;

export function nothingYet(steps: number, endedAt: string): Step {
  const minutes = laterMinutes[steps];
  if (minutes === undefined) return { state: 'late', steps: steps + 1 };
  return { state: 'due', steps: steps + 1, askAt: new Date(Date.parse(endedAt) + minutes * 60_000).toISOString() };
}

/** Returns the final state of a nudge that waited too long; only scheduled checks are left then. */
export function givenUp({ seenAt, steps }: OpenNudge, now: Date): Step | undefined {
  if (now.getTime() - Date.parse(seenAt) < nudgeFollowedHours * hourMs) return undefined;
  return { state: steps > 0 ? 'late' : 'unasked' };
}

export interface RecordNews {
  readonly numbers: ReadonlySet<string>; // Those that nudges announced and the record has.
  /** When an entry without a number, or a change that shows a new entry, was last found (ISO); '' if none was. */
  readonly unnumberedAt: string;
}

/** The service may omit the number. Then anything entered since the signal counts. */
export function isFound({ document, seenAt }: Pick<OpenNudge, 'document' | 'seenAt'>, news: RecordNews): boolean {
  return (document !== null && news.numbers.has(plainNumber(document))) || news.unnumberedAt > seenAt;
}

export function plainNumber(document: string): string {
  return document.trim().replace(/^0+(?=\d)/, '');
}

/** @returns the earliest time at which a check may be requested; later than now if a limit demands it */
export function mayAskAt(
  { perDay, perRecord }: Pick<Config['nudgeLimits'], 'perDay' | 'perRecord'>,
  facts: { readonly lastAskedAt: string | undefined; readonly spentToday: number; readonly credits: number },
  now: Date,
): Date {
  const { lastAskedAt, spentToday, credits } = facts;
  if (spentToday + credits > perDay) return startOfNext('day', now);
  if (lastAskedAt === undefined) return now;
  return new Date(Math.max(now.getTime(), Date.parse(lastAskedAt) + perRecord * 1000));
}

export interface Call {
  readonly secret: string | undefined; // The part of the path after the name; undefined if there is none.
  header(name: string): string | undefined;
}

const toleranceSeconds = 300;

/** Returns why a call is refused before its body is read; undefined if the body may be read. */
export function refusedUnread({ format, secret }: WebhookNudges, call: Call, now: Date): string | undefined {
  switch (format) {
    case 'courtlistener':
      return secret.some((one) => isSame(one, call.secret)) ? undefined : 'unknown';
    case 'tipstaff': {
      if (call.secret !== undefined) return 'unknown';
      const timestamp = Number(call.header('webhook-timestamp'));
      const isSigned = call.header('webhook-id') && call.header('webhook-signature');
      if (!isSigned || !Number.isInteger(timestamp)) return 'it is not signed as Standard Webhooks are';
      const away = Math.abs(now.getTime() / 1000 - timestamp);
      return away > toleranceSeconds ? 'its webhook-timestamp is not of the last 5 minutes' : undefined;
    }
  }
}

export function isSigned({ format, secret }: WebhookNudges, call: Call, body: string): boolean {
  if (format === 'courtlistener') return true;
  const sentAt = new Date(Number(call.header('webhook-timestamp')) * 1000);
  const id = call.header('webhook-id') ?? '';
  const expected = signedHeaders(secret.map(keyOf), id, sentAt, body)['webhook-signature']?.split(' ') ?? [];
  const given = call.header('webhook-signature')?.split(' ').slice(0, 20) ?? [];
  return given.some((one) => expected.some((right) => isSame(right, one)));
}

/** Returns an id that identifies repeated calls: the sender's id, else a digest of the body. */
export function callId(call: Call, body: string): string {
  const named = call.header('webhook-id') ?? call.header('idempotency-key');
  return hash('sha256', named ?? body, 'base64url').slice(0, 22);
}

function isSame(right: string, given: string | undefined): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return given !== undefined && timingSafeEqual(digest(right), digest(given));
}

const shortText = z.string().max(4_000);
const words = z
  .union([shortText, z.int()])
  .nullish()
  .transform((said) => cleanText(String(said ?? '')) || null);

const own = z.object({ court: shortText, case: words, pacerCaseId: words, document: words });

/** New entries of a docket, as in https://www.courtlistener.com/help/api/webhooks/ */
const docketAlert = z.object({
  payload: z.object({
    results: z
      .array(z.object({ id: z.int(), docket: z.union([z.int(), shortText]), entry_number: z.int().nullish() }))
      .max(1_000),
  }),
});

type CourtSignals = Readonly<{ court: string; signals: readonly Signal[] }>;

/** Returns undefined if the body has another format. Skips cases that the config does not list. */
export function readCall({ format, cases }: WebhookNudges, body: string, id: string): CourtSignals[] | undefined {
  const json = parseJson(body);
  switch (format) {
    case 'tipstaff':
      return ownSignals(json, id);
    case 'courtlistener': {
      const read = docketAlert.safeParse(json);
      if (!read.success) return undefined;
      return read.data.payload.results.flatMap((entry): CourtSignals[] => {
        const docketId = /(\d+)\/?$/.exec(String(entry.docket))?.[1] ?? '';
        const known = Object.hasOwn(cases, docketId) ? cases[docketId] : undefined;
        if (known === undefined) return [];
        const document = entry.entry_number == null ? null : String(entry.entry_number);
        const about = { pacerCaseId: null, docketNumber: known.number, document, publishedAt: null };
        return [{ court: known.courtId, signals: [{ ...about, key: `entry ${entry.id}` }] }];
      });
    }
  }
}

function ownSignals(json: unknown, id: string): CourtSignals[] | undefined {
  const read = own.safeParse(json);
  const court = read.success ? courtCalled(read.data.court) : undefined;
  if (!read.success || court === undefined) return undefined;
  const { case: docketNumber, pacerCaseId } = read.data;
  if (docketNumber === null && pacerCaseId === null) return undefined;
  const document = read.data.document?.slice(0, 20) ?? null;
  return [{ court, signals: [{ pacerCaseId, docketNumber, document, publishedAt: null, key: `call ${id}` }] }];
}
