import { whenDue } from '../alerts/whenDue.ts';
import type { Config } from '../config/config.ts';
import type { ChangeKind } from '../diff/change.ts';
import { type AlertChange, addToAlert } from '../store/alerts.ts';
import { channelsToldOf } from '../store/changes.ts';
import { joinWaitingAlert } from '../store/joinWaitingAlert.ts';
import type { Trx } from '../store/store.ts';
import type { Watches } from './listening.ts';

/** A stored change and the watches to which it now belongs. */
export interface ChangeToTell {
  readonly changeId: number;
  readonly kind: ChangeKind;
  readonly watchIds: readonly string[];
  /** True when the change was told before to other watches: then a channel that heard of it hears no more. */
  readonly shared: boolean;
}

/** Which changes each channel is told, and for which of its watches: by `notify` and `tell`. */
export function routeChanges(changes: readonly ChangeToTell[], watches: Watches): Map<string, AlertChange[]> {
  const routed = new Map<string, AlertChange[]>();
  for (const { changeId, kind, watchIds } of changes) {
    for (const watchId of watchIds) {
      const watch = watches.get(watchId);
      if (watch === undefined || (watch.tell !== undefined && !watch.tell.includes(kind))) continue;
      for (const channel of watch.notify) {
        const told = routed.get(channel) ?? [];
        told.push({ changeId, watchId });
        routed.set(channel, told);
      }
    }
  }
  return routed;
}

/** Writes one alert a channel concerned into the outbox. */
export async function tellChanges(
  trx: Trx,
  config: Config,
  watches: Watches,
  changes: readonly ChangeToTell[],
  now: Date,
): Promise<void> {
  const known = new Map<number, Set<string>>();
  for (const { changeId, shared } of changes) if (shared) known.set(changeId, await channelsToldOf(trx, changeId));
  for (const [channel, told] of routeChanges(changes, watches)) {
    const channelConfig = config.channels[channel];
    if (channelConfig === undefined) continue;
    const heard = told.filter((change) => known.get(change.changeId)?.has(channel));
    const fresh = told.filter((change) => !heard.includes(change));
    await joinWaitingAlert(trx, channel, heard);
    if (fresh.length === 0) continue;
    await addToAlert(trx, {
      channel,
      kind: 'changes',
      createdAt: now,
      dueAt: whenDue(channelConfig, now),
      changes: fresh,
    });
  }
}
