import { incidentThread } from '../../alerts/outbox/incidents.ts';
import { closeIncident, type OpenIncident, openIncident } from '../../alerts/outbox/incidentsTable.ts';
import { readerTime } from '../../base/words/readerDate.ts';
import { whyUnwatched } from '../../base/words/watchWords.ts';
import { type Config, openName } from '../../config/config.ts';
import type { WatchSettings } from '../../schedule/watchesTable.ts';
import { isSeenInPart, loadWatchedQueries } from '../../schedule/watchStatusQueries.ts';
import type { Trx } from '../../store/store.ts';
import { nameForReaders, notifyReaders, type ReaderConfig, readersOf, unwatched } from './readersNotice.ts';
import { forgetWatch, type Looked } from './serviceAway.ts';

const kind = unwatched;

/**
 * Notifies the readers of a watch that it cannot be looked at: once when that begins and once when it ends, whatever
 * the cause, because they are the ones with the deadlines. Channels of the operators are notified of the cause instead.
 */
export async function watchUnwatched(
  trx: Trx,
  config: ReaderConfig,
  watches: readonly WatchSettings[],
  open: readonly OpenIncident[],
  looked: Looked,
): Promise<void> {
  for (const watch of watches) {
    const { id } = watch;
    const isOpen = open.some((incident) => incident.kind === kind && incident.subject === id);
    const begins = !isOpen && looked.overdue.has(id);
    const ends = isOpen && looked.row.outcome === 'complete' && (await isLookedAt(trx, id));
    if (!begins && !ends) continue;
    const incident = { kind, subject: id, detail: detailOf(watch, looked), now: looked.now.toISOString() };
    if (begins) await openIncident(trx, incident);
    const beganAt = begins ? incident.now : ((await closeIncident(trx, incident))?.beganAt ?? incident.now);
    const thread = incidentThread(incident, beganAt);
    const notice = await noticeOf(trx, watch, thread, begins, looked);
    await notifyReaders(trx, config, readersOf(config, watch), [watch], notice, looked.now);
  }
}

async function noticeOf(
  trx: Trx,
  watch: WatchSettings,
  thread: string,
  begins: boolean,
  { row, since, now }: Looked,
): Promise<Parameters<typeof notifyReaders>[4]> {
  if (!begins) return { phase: 'ended', thread, at: now.toISOString(), detail: endedWords(nameForReaders(watch)) };
  const inPart = isSeenInPart(await loadWatchedQueries(trx, [watch.id]));
  const detail = beganWords(nameForReaders(watch), row.reason ?? undefined, inPart);
  return { phase: 'began', thread, at: since.toISOString(), detail, ...(inPart && { inPart }) };
}

/**
 * Ends the incident of a watch that is not to be checked now. Those who were notified that nobody could look at it
 * learn why no further notice comes.
 */
export async function endUnwatchedByHold(
  trx: Trx,
  config: ReaderConfig & Pick<Config, 'watches'>,
  watch: WatchSettings,
  { until, now }: { readonly until: string | null; readonly now: Date },
): Promise<void> {
  const at = now.toISOString();
  const closed = await closeIncident(trx, { kind, subject: watch.id, now: at });
  const waiting = await forgetWatch(trx, watch.id);
  const readers = closed === undefined ? waiting : readersOf(config, watch);
  if (readers.length === 0) return;
  const thread = incidentThread({ kind, subject: watch.id }, closed?.beganAt ?? at);
  const { timezone } = config.watches.find(({ id }) => id === watch.id) ?? { timezone: 'UTC' };
  const end = until === null ? 'until somebody resumes it' : `until ${readerTime(until, { timezone })}`;
  const detail =
    `${nameForReaders(watch)} was paused ${end}, so it is not checked. Nothing is known of it beyond ` +
    "what you were notified of before: check the court's or register's own pages for anything that cannot wait. " +
    'What happens meanwhile is reported when it is checked again.';
  const notice = { phase: 'ended' as const, thread, at, detail, obsolete: true };
  await notifyReaders(trx, config, readers, [watch], notice, now);
}

/** A watch with several queries is looked at when each of them is. */
async function isLookedAt(trx: Trx, watchId: string): Promise<boolean> {
  return (await loadWatchedQueries(trx, [watchId])).every((query) => query.lastOutcome === 'complete');
}

function beganWords(name: string, reason: string | undefined, inPart: boolean): string {
  const known = inPart
    ? `We have not been able to look completely at ${name} since then (${whyUnwatched(reason)}): what we were shown ` +
      'is reported, but there may be more.'
    : `We have not been able to look at ${name} since then (${whyUnwatched(reason)}), so nothing later is known of it.`;
  return (
    `${known} Until we can, check the court's or register's own pages for anything that cannot wait. You are ` +
    'notified when we can look again; whatever is new by then is reported as usual.'
  );
}

function endedWords(name: string): string {
  return `${name} is checked again: its check was complete. Whatever was new meanwhile is reported as usual.`;
}

/** For `tipstaff status`. */
function detailOf(watch: WatchSettings, { row, since }: Looked): string {
  return (
    `The readers of ${openName(watch)} were notified that it has not been checked since ` +
    `${since.toISOString()} (${whyUnwatched(row.reason ?? undefined)}).`
  );
}
