import type { Config } from '../config/config.ts';
import type { Db, Store, Trx } from '../database/store.ts';
import { addToAlert } from './addToAlertQueries.ts';
import { endMute, findMute, insertMutedChanges, type Mute, mutedChanges, runningMutes } from './mutesTable.ts';
import { groupUntil, whenDue } from './whenDue.ts';

/** The running mutes of exactly this watch or record. */
export async function mutesOf(db: Db, subject: Pick<Mute, 'watchId' | 'recordId'>): Promise<Mute[]> {
  return (await runningMutes(db)).filter(
    (each) => each.watchId === subject.watchId && each.recordId === subject.recordId,
  );
}

/** The end of a mute that only a person ends. */
export const forGood = '9999-12-31T00:00:00.000Z';

/** The false matches of watches: records that are muted for one watch until somebody takes that back. */
export function falseMatches(mutes: readonly Mute[]): FalseMatch[] {
  return mutes.flatMap((mute) => {
    const { watchId, recordId } = mute;
    return watchId === null || recordId === null ? [] : [{ ...mute, watchId, recordId }];
  });
}

export type FalseMatch = Mute & { readonly watchId: string; readonly recordId: number };

/** Ends the mutes whose time has come, and reports to each channel what they muted. @returns how many ended. */
export async function endDueMutes(store: Store, config: Config, now: Date): Promise<number> {
  const isOver = ({ until }: Mute) => until <= now.toISOString();
  if (!(await runningMutes(store.db)).some(isOver)) return 0;
  return store.transaction(async (trx) => {
    // Another process may have ended some meanwhile, or somebody may have extended them.
    const over = (await runningMutes(trx)).filter(isOver);
    for (const mute of over) await endAndReport(trx, config, mute, now);
    return over.length;
  });
}

/**
 * Ends one mute and reports what it muted; sends nothing when it muted nothing. What another mute covers stays muted until that one ends.
 * @returns false: somebody else ended it.
 */
export async function endAndReport(trx: Trx, config: Config, mute: Mute, now: Date): Promise<boolean> {
  if (!(await endMute(trx, mute.id, now.toISOString()))) return false;
  const others = await runningMutes(trx);
  const held = (await mutedChanges(trx, mute.id)).map((change) => ({
    ...change,
    still: findMute(others, change, now.toISOString()),
  }));
  await insertMutedChanges(
    trx,
    held.flatMap(({ still, ...change }) => (still === undefined ? [] : [{ ...change, muteId: still.id }])),
  );
  const free = held.filter(({ still }) => still === undefined);
  for (const [channel, changes] of Map.groupBy(free, (change) => change.channel)) {
    const channelConfig = config.channels[channel];
    await addToAlert(trx, {
      channel,
      kind: 'changes',
      createdAt: now,
      // A channel of another process's config, or of none: operators are notified that alerts wait for it.
      dueAt: channelConfig === undefined ? now : whenDue(channelConfig, now),
      groupUntil: groupUntil(config.delivery, now),
      changes,
      payload: [
        {
          label: mute.label,
          author: mute.author,
          reason: mute.reason,
          beganAt: mute.beganAt,
          endedAt: now.toISOString(),
        },
      ],
    });
  }
  return true;
}
