import type { Program } from '../program/program.ts';
import { labelOf } from '../records/record.ts';
import { queriesOf } from '../schedule/planSync.ts';
import { runningMutes } from '../store/outbox/mutes.ts';
import { loadMembers, otherHolders } from '../store/snapshot/memberships.ts';
import { loadRecords } from '../store/snapshot/records.ts';
import { counted, listed } from '../words/counted.ts';

/** Watches named in one sentence. */
const mostNamed = 5;

/**
 * What the mute of a watch does not silence: its cases and designs that other watches hold too, with the command that silences one for
 * all; undefined where there is none.
 */
export async function alsoWatched(
  { store: { db }, config }: Program,
  watchId: string | null,
): Promise<{ readonly words: string; readonly watchIds: readonly string[] } | undefined> {
  const watch = config.watches.find((each) => each.id === watchId);
  if (watch === undefined) return undefined;
  const queryIds = queriesOf(watch).map((query) => query.id);
  const muted = new Set((await runningMutes(db)).flatMap((mute) => mute.watchId ?? []));
  const heard = new Set(config.watches.filter((each) => each.notify.length > 0).map((each) => each.id));
  const shared = (await otherHolders(db, watch.id, queryIds)).filter(
    (one) => heard.has(one.watchId) && !muted.has(one.watchId),
  );
  const recordIds = [...new Set(shared.map((one) => one.recordId))];
  const first = (await loadRecords(db, recordIds.slice(0, 1))).get(recordIds[0] ?? 0)?.record;
  if (first === undefined) return undefined;
  const watchIds = [...new Set(shared.map((one) => one.watchId))];
  const more = watchIds.length - mostNamed;
  const names = listed(
    more > 0 ? [...watchIds.slice(0, mostNamed), counted(more, 'more watch', 'more watches')] : watchIds,
  );
  const go = watchIds.length === 1 ? 'goes' : 'go';
  const noun = first.type === 'docket' ? 'case' : 'design';
  const all = new Set<number>();
  for (const queryId of queryIds)
    for (const member of await loadMembers(db, queryId)) if (!member.gone) all.add(member.recordId);
  const words =
    all.size === 1
      ? `Its ${noun} is also watched by ${names}, which ${go} on telling: tipstaff mute ${first.key} silences the ${noun}.`
      : `${recordIds.length} of its ${counted(all.size, noun)} ${recordIds.length === 1 ? 'is' : 'are'} also watched by ${names}, which ${go} on telling. To silence one: tipstaff mute ${first.key} (${labelOf(first)}).`;
  return { words, watchIds };
}
