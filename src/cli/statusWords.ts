import type { OpenIncident } from '../alerts/outbox/incidentsTable.ts';
import { nearMisses } from '../alerts/outbox/nearMisses.ts';
import { counted, listedUpTo } from '../base/words/sentence.ts';
import type { Silence } from '../check/audience/silences.ts';
import type { Config } from '../config/config.ts';
import { becauseWords, type Hold, untilWords } from '../schedule/holds/holds.ts';
import type { WatchQueryStatus } from '../schedule/watchStatusQueries.ts';
import type { Db } from '../store/store.ts';
import { minute, minutesOf } from './momentAsked.ts';

export interface Found {
  readonly status: readonly WatchQueryStatus[];
  readonly incidents: readonly Pick<OpenIncident, 'kind'>[];
  /** Alerts that should have been delivered by now, and those abandoned. */
  readonly undelivered: number;
  /** Watches, or values of their lists, that never found a record. */
  readonly silent: number;
  /** Ids of watches that are meant not to be looked at. */
  readonly unchecked: ReadonlySet<string>;
  readonly now: Date;
}

/** A check that is due is made within this time, unless no daemon makes checks. */
const graceMs = 3_600_000;
const mostNamed = 3;

/** Why silence cannot be relied on, in words; empty when all is well. Pure. */
export function whatIsNotWell(
  watches: Config['watches'],
  { incidents, undelivered, unchecked, now, ...found }: Found,
): string[] {
  const status = found.status.filter((one) => !unchecked.has(one.watchId));
  const known = new Set(status.filter((one) => one.lastOutcome !== null).map((one) => one.watchId));
  const bad = status.filter((one) => one.lastOutcome !== null && one.lastOutcome !== 'complete');
  const late = status.filter((one) => one.nextDueAt !== null && Date.parse(one.nextDueAt) + graceMs < now.getTime());
  const never = watches.map((watch) => watch.id).filter((id) => !known.has(id) && !unchecked.has(id));
  return [
    ...clause('not checked yet', never),
    ...clause('not checked completely', bad.map(idOf)),
    ...clause('overdue for more than an hour: is the daemon running?', late.map(idOf)),
    ...(incidents.length === 0 ? [] : [counted(incidents.length, 'open incident')]),
    ...(undelivered === 0 ? [] : [`${counted(undelivered, 'alert')} undelivered: tipstaff alerts --undelivered`]),
  ];
}

/** The last line of `status`, for people who read nothing else. */
export function closingLine(watches: Config['watches'], found: Found): string {
  const problems = whatIsNotWell(watches, found);
  const uncheckedIds = watches.map((watch) => watch.id).filter((id) => found.unchecked.has(id));
  const aside = clause('; PAUSED and not looked at', uncheckedIds).join('');
  if (problems.length > 0) return `Not well: ${problems.join('; ')}${aside}.`;
  const looked = watches.length - uncheckedIds.length;
  if (looked === 0 && uncheckedIds.length > 0) return `Nothing is looked at${aside}.`;
  const silent =
    found.silent === 0 ? '' : `; marked with !: ${counted(found.silent, 'search', 'searches')} without a hit so far`;
  return (
    `All is well: ${counted(looked, 'watch', 'watches')}, every last check complete, nothing ` +
    `undelivered${silent}${aside}.`
  );
}

const idOf = (one: WatchQueryStatus) => one.watchId;

function clause(what: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`${what}: ${listedUpTo(mostNamed, [...new Set(ids)])}`];
}

/** A silence with the stored records that may have been meant. */
export interface ExplainedSilence extends Silence {
  readonly near: readonly string[];
}

/** Adds the stored records that may have been meant to each silence. */
export async function withNearMisses(db: Db, silences: readonly Silence[]): Promise<ExplainedSilence[]> {
  const near = await nearMisses(
    db,
    silences.flatMap((silence) => silence.searches),
  );
  return silences.map((silence) => ({
    ...silence,
    near: [...new Set(silence.searches.flatMap((search) => near.get(search) ?? []))],
  }));
}

/** `dead has found NOTHING since …`: otherwise a watch that can find nothing would look healthy. */
export function silenceWords(
  { watchId, isPart, asks, since, filteredOut, advice, near }: ExplainedSilence,
  timezone: string,
): string {
  const what = `${watchId} has found NOTHING${isPart ? ` for ${asks}` : ''}`;
  const firstCheck = `its first complete check, ${minute(since, timezone)}${isPart ? '' : ` (${asks})`}`;
  const filtered =
    filteredOut === 0 ? '' : ` ${counted(filteredOut, 'hit')} filtered out: tipstaff status ${watchId} --held-back.`;
  const begin = `${what} since ${firstCheck}.${filtered}`;
  return [begin, ...advice, ...near, 'If you expected hits, correct the watch.'].join(' ');
}

/** A watch that is not to be checked now, as `tipstaff status` says it; times in this zone. */
export function uncheckedLine(watchName: string, hold: Hold, timezone: string): string {
  const end = untilWords(hold, minutesOf(timezone));
  return (
    `~ PAUSED ${end}: ${watchName}, by ${hold.author}${becauseWords(hold)}. It is not checked: nothing new is ` +
    `known since ${minute(hold.beganAt, timezone)}.`
  );
}

/** What is checked, and has its alerts deferred. @param kept how many changes wait */
export function deferredLine({ label, until, author, reason }: Hold, kept: number, timezone: string): string {
  const end = until === null ? 'for good' : `until ${minute(until, timezone)}`;
  return `~ muted ${end}: ${label}, by ${author}, because: ${reason} (${counted(kept, 'change')} muted)`;
}
