import { hourMs } from '../../base/time.ts';
import type { Config } from '../../config/config.ts';
import { isSameDocketNumber, readDocketNumber } from '../../records/docket.ts';
import { nudgeFollowedHours } from '../../store/claims/due.ts';
import { startOfNext } from '../budget.ts';

/** What a source said: that something was entered in a case. All texts are somebody else's, on one line. */
export interface Signal {
  /** The court's own number of the case. */
  readonly pacerCaseId: string | null;
  readonly docketNumber: string | null;
  readonly document: string | null;
  readonly text: string;
  /** ISO; null where the source does not say. */
  readonly publishedAt: string | null;
  readonly key: string;
}

type Numbered = Pick<Signal, 'pacerCaseId' | 'docketNumber'>;

export interface WatchedCase extends Numbered {
  readonly recordId: number;
  readonly firstSeenAt: string;
}

/**
 * By the court's own number of the case, else by its docket number, whatever initials of judges follow. Several dockets
 * of one number are all meant.
 */
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

/** Year and serial: what every spelling has. '' where it is no number. */
function coreOf(docketNumber: string | null): string {
  const read = docketNumber === null ? undefined : readDocketNumber(withoutSuffixes(docketNumber));
  return read === undefined ? '' : `${read.year}-${read.serial}`;
}

/** Without the initials of judges and the number of a defendant: `1:18-cr-00002-ABC-01`. */
function withoutSuffixes(docketNumber: string): string {
  return docketNumber.replace(/^(\s*(?:\d{1,2}[:-])?\d\d-(?:[a-z]{1,4}-)?\d{1,7})(?:-[a-z\d]+)*\s*$/i, '$1');
}

export type NudgeState =
  /** A check is to be asked for at its time. */
  | 'due'
  /** A check was asked for, and has not ended. */
  | 'asked'
  /** A check that began after it found what it announced. */
  | 'confirmed'
  /** What it announced was stored when it came, or may have been. */
  | 'known'
  /** No check found it, the last one hours later: the service is late, or never shows it. */
  | 'late'
  /** No check could be asked for: limits, or no watch to check for. */
  | 'unasked';

/** From a check that did not find it to the next one. After the last one the sweep finds it, or nothing does. */
export const laterMinutes = [10, 40, 180] as const;

export interface OpenNudge {
  readonly id: number;
  readonly document: string | null;
  readonly seenAt: string;
  readonly state: 'due' | 'asked';
  /** Checks that did not find it. */
  readonly steps: number;
  readonly askAt: string;
  /** When a check was asked for last (ISO), of which query, and at which credits on that day. */
  readonly askedAt: string | null;
  readonly queryId: string | null;
  readonly credits: number;
}

export interface Step {
  readonly state: NudgeState;
  readonly steps?: number;
  readonly askAt?: string;
  readonly found?: Found;
}

export function nothingYet(steps: number, endedAt: string): Step {
  const minutes = laterMinutes[steps];
  if (minutes === undefined) return { state: 'late', steps: steps + 1 };
  return { state: 'due', steps: steps + 1, askAt: new Date(Date.parse(endedAt) + minutes * 60_000).toISOString() };
}

/** Whether a nudge has waited so long that only the sweeps are left; as what it is counted then. */
export function givenUp({ seenAt, steps }: OpenNudge, now: Date): Step | undefined {
  if (now.getTime() - Date.parse(seenAt) < nudgeFollowedHours * hourMs) return undefined;
  return { state: steps > 0 ? 'late' : 'unasked' };
}

/** Where what a record shows was found: the check, and when it ended (ISO). */
export interface Found {
  readonly check: number;
  readonly at: string;
}

export interface RecordNews {
  /** Its entries with a number of the nudges, by number. */
  readonly numbered: ReadonlyMap<string, Found>;
  /** Entries without a number, and changes that say that something was entered, oldest first. */
  readonly unnumbered: readonly Found[];
}

/**
 * A document is found by its number; the service may leave the number out, and then, as for what has none, whatever
 * else was entered since the signal counts.
 */
export function findAnnounced({ document, seenAt }: Pick<OpenNudge, 'document' | 'seenAt'>, news: RecordNews) {
  const numbered = document === null ? undefined : news.numbered.get(plainNumber(document));
  return numbered ?? news.unnumbered.find(({ at }) => at > seenAt);
}

/** `0012` and `12` are one number. */
export function plainNumber(document: string): string {
  return document.trim().replace(/^0+(?=\d)/, '');
}

/** @returns when a check may be asked for at the earliest: now, or later where a limit says so. */
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
