import type { Silence } from '../check/audience/silences.ts';
import type { Db } from '../database/store.ts';
import { nearMisses } from '../outbox/nearMisses.ts';
import type { Pause } from '../schedule/pausesTable.ts';
import { counted } from '../words/sentence.ts';
import { minute } from './momentAsked.ts';
import { untilWords } from './pausing.ts';

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
  const what = isPart ? `${watchId} has found NOTHING for ${asks}` : `${watchId} has found NOTHING`;
  const filtered =
    filteredOut === 0 ? '' : ` ${counted(filteredOut, 'hit')} filtered out: tipstaff status ${watchId} --held-back.`;
  const begin = `${what} since its first complete check, ${minute(since, timezone)}${isPart ? '' : ` (${asks})`}.${filtered}`;
  return [begin, ...advice, ...near, 'If you expected hits, correct the watch.'].join(' ');
}

/** A watch that is paused, as `tipstaff status` says it; its end in this time zone. */
export function pauseLine(watchName: string, pause: Pause, timezone: string): string {
  const because = pause.reason === '' ? '' : `, because: ${pause.reason}`;
  return `~ PAUSED ${untilWords(pause, timezone)}: ${watchName}, by ${pause.author}${because}. It is not checked: nothing new is known since ${minute(pause.beganAt, timezone)}.`;
}
