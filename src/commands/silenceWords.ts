import type { Silence } from '../check/audience/silences.ts';
import type { Db } from '../database/store.ts';
import { becauseWords, type Hold, untilWords } from '../holds/holds.ts';
import { nearMisses } from '../outbox/nearMisses.ts';
import { counted } from '../words/sentence.ts';
import { minute, minutesOf } from './momentAsked.ts';

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
