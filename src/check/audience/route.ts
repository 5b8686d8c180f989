import { findMute } from '../../alerts/mutes.ts';
import { prioritise } from '../../alerts/priority.ts';
import { watchFacts } from '../../alerts/watchFacts.ts';
import { afterQuietHours, whenDue } from '../../alerts/whenDue.ts';
import type { ChannelConfig } from '../../channels/kinds.ts';
import type { Config } from '../../config/config.ts';
import { type AlertChange, addToAlert, joinWaitingAlert } from '../../store/outbox/alerts.ts';
import { insertMutedChanges, type Mute, runningMutes } from '../../store/outbox/mutes.ts';
import { channelsToldOf } from '../../store/snapshot/changes.ts';
import type { Trx } from '../../store/store.ts';
import type { Watches } from './listening.ts';
import type { ReportedChange } from './reportedChange.ts';

/** A change on its way to a channel, for one of its watches. */
export interface Route extends AlertChange {
  readonly channel: string;
  /** Goes out at once, whatever the channel's digest says. */
  readonly urgent: boolean;
  /** Kept from the channel by this mute. */
  readonly mute: Mute | undefined;
}

/** Where each change goes: by the watches' `notify`, `tell` and `urgent`, and the mutes that run. */
export function routeChanges(
  changes: readonly ReportedChange[],
  watches: Watches,
  mutes: readonly Mute[],
  now: string,
): Route[] {
  return changes.flatMap((change) =>
    change.watchIds.flatMap((watchId) => {
      const watch = watches.get(watchId);
      if (watch === undefined || (watch.tell !== undefined && !watch.tell.includes(change.draft.kind))) return [];
      const urgent = watch.urgent === true && isImportant(change, watchId, watches);
      const mute = findMute(mutes, { recordId: change.recordId, watchId }, now);
      return watch.notify.map((channel) => ({ changeId: change.changeId, watchId, channel, urgent, mute }));
    }),
  );
}

function isImportant({ draft, record }: ReportedChange, watchId: string, watches: Watches): boolean {
  const watch = watches.get(watchId);
  if (watch === undefined) return false;
  return prioritise({ ...draft, record, watches: [watchId] }, [watchFacts(watch)]).priority === 'act';
}

/** Writes one alert a channel concerned into the outbox, and what is muted into the mutes' own list. */
export async function writeAlerts(
  trx: Trx,
  config: Config,
  watches: Watches,
  changes: readonly ReportedChange[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const routes = routeChanges(changes, watches, await runningMutes(trx), now.toISOString());
  const muted = routes.flatMap(({ mute, ...route }) => (mute === undefined ? [] : [{ muteId: mute.id, ...route }]));
  await insertMutedChanges(trx, muted);
  const heard = await alreadyHeard(trx, changes);
  const open = routes.filter((route) => route.mute === undefined);
  for (const [name, toChannel] of Map.groupBy(open, (route) => route.channel)) {
    const channel = config.channels[name];
    if (channel === undefined) continue;
    const isHeard = (route: Route) => heard.get(route.changeId)?.has(name) ?? false;
    await joinWaitingAlert(trx, name, toChannel.filter(isHeard));
    await addRoutes(
      trx,
      channel,
      toChannel.filter((route) => !isHeard(route)),
      now,
    );
  }
}

async function alreadyHeard(trx: Trx, changes: readonly ReportedChange[]): Promise<Map<number, Set<string>>> {
  const heard = new Map<number, Set<string>>();
  for (const { changeId, shared } of changes) if (shared) heard.set(changeId, await channelsToldOf(trx, changeId));
  return heard;
}

/** A change that is urgent for one watch is told at once for all of them on that channel; what is due together is one alert. */
async function addRoutes(trx: Trx, channel: ChannelConfig, routes: readonly Route[], now: Date): Promise<void> {
  const urgentIds = new Set(routes.filter((route) => route.urgent).map((route) => route.changeId));
  const urgentAt = afterQuietHours(channel, now).getTime();
  const usualAt = whenDue(channel, now).getTime();
  const dueOf = (route: Route) => (urgentIds.has(route.changeId) ? urgentAt : usualAt);
  for (const [dueAt, changes] of Map.groupBy(routes, dueOf)) {
    await addToAlert(trx, {
      channel: channel.name,
      kind: 'changes',
      createdAt: now,
      dueAt: new Date(dueAt),
      changes,
    });
  }
}
