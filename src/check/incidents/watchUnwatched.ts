import { incidentThread } from '../../alerts/incidents.ts';
import { discreetName, watchName } from '../../alerts/outline/watchWords.ts';
import { watchFacts } from '../../alerts/watchFacts.ts';
import { afterQuietHours, groupUntil } from '../../alerts/whenDue.ts';
import { whyUnwatched } from '../../alerts/words/whyUnwatched.ts';
import type { Notice } from '../../channels/message/content.ts';
import type { Config } from '../../config/config.ts';
import { openName } from '../../config/openName.ts';
import { closeIncident, type OpenIncident, openIncident } from '../../store/incidents.ts';
import type { CheckRow } from '../../store/ledger/checks.ts';
import { addToAlert } from '../../store/outbox/addToAlert.ts';
import { isSeenInPart, loadWatchedQueries } from '../../store/queue/watchedQueries.ts';
import type { WatchSettings } from '../../store/queue/watches.ts';
import type { Trx } from '../../store/store.ts';

const kind = 'watch-unwatched';

/** What a check says about whether its watches are being looked at. */
export interface Looked {
  readonly row: Pick<CheckRow, 'outcome' | 'reason'>;
  /** When the last complete check before it was. */
  readonly since: Date;
  /** The watches without a complete check for two of their intervals and an hour. */
  readonly overdue: ReadonlySet<string>;
  readonly now: Date;
}

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
    await notifyReaders(trx, config, watch, await noticeOf(trx, watch, thread, begins, looked), looked.now);
  }
}

async function noticeOf(
  trx: Trx,
  watch: WatchSettings,
  thread: string,
  begins: boolean,
  { row, since, now }: Looked,
): Promise<OwnNotice> {
  if (!begins) return { phase: 'ended', thread, at: now.toISOString(), detail: endedWords(nameOf(watch)) };
  const inPart = isSeenInPart(await loadWatchedQueries(trx, [watch.id]));
  const detail = beganWords(nameOf(watch), row.reason ?? undefined, inPart);
  return { phase: 'began', thread, at: since.toISOString(), detail, ...(inPart && { inPart }) };
}

/**
 * Ends the incident of a watch that is paused. Those who were notified that nobody could look at it
 * learn why no further notice comes.
 */
export async function endUnwatchedByPause(
  trx: Trx,
  config: ReaderConfig,
  watch: WatchSettings,
  { until, now }: { readonly until: string | null; readonly now: Date },
): Promise<void> {
  const at = now.toISOString();
  const closed = await closeIncident(trx, { kind, subject: watch.id, now: at });
  if (closed === undefined) return;
  const thread = incidentThread({ kind, subject: watch.id }, closed.beganAt);
  const end = until === null ? 'until somebody resumes it' : `until ${until}`;
  const detail = `${nameOf(watch)} was paused ${end}, so nobody looks at it. Nothing is known of it beyond what you were notified of before: check the court's or register's own pages for anything that cannot wait. What happens meanwhile is reported when it is checked again.`;
  await notifyReaders(trx, config, watch, { phase: 'ended', thread, at, detail, obsolete: true }, now);
}

/** A watch with several queries is looked at when each of them is. */
async function isLookedAt(trx: Trx, watchId: string): Promise<boolean> {
  return (await loadWatchedQueries(trx, [watchId])).every((query) => query.lastOutcome === 'complete');
}

type ReaderConfig = Pick<Config, 'operators' | 'channels' | 'delivery'>;
type OwnNotice = Pick<Notice, 'phase' | 'thread' | 'at' | 'detail' | 'inPart' | 'obsolete'>;

async function notifyReaders(
  trx: Trx,
  { operators, channels, delivery }: ReaderConfig,
  watch: WatchSettings,
  own: OwnNotice,
  now: Date,
): Promise<void> {
  const matter = watch.confidential ? undefined : watch.matter;
  const notice: Notice = { incident: kind, subject: nameOf(watch), matter, readers: true, ...own };
  for (const channel of watch.notify.filter((name) => !operators.includes(name))) {
    const rhythm = channels[channel];
    const dueAt = rhythm === undefined ? now : afterQuietHours(rhythm, now);
    const when = { createdAt: now, dueAt, groupUntil: groupUntil(delivery, now) };
    await addToAlert(trx, { channel, kind: 'notice', ...when, changes: [], grows: true, payload: [notice] });
  }
}

/** A notice has the same form on every channel, so a confidential watch is named by its matter alone. */
function nameOf(watch: WatchSettings): string {
  const facts = watchFacts(watch);
  return facts.confidential ? discreetName([facts]) : watchName(facts);
}

function beganWords(name: string, reason: string | undefined, inPart: boolean): string {
  const known = inPart
    ? `We have not been able to look completely at ${name} since then (${whyUnwatched(reason)}): what we were shown is reported, but there may be more.`
    : `We have not been able to look at ${name} since then (${whyUnwatched(reason)}), so nothing later is known of it.`;
  return `${known} Until we can, check the court's or register's own pages for anything that cannot wait. You are notified when we can look again; whatever is new by then is reported as usual.`;
}

function endedWords(name: string): string {
  return `${name} is looked at again: its check was complete. Whatever was new meanwhile is reported as usual.`;
}

/** For `tipstaff status`. */
function detailOf(watch: WatchSettings, { row, since }: Looked): string {
  return `The readers of ${openName(watch)} were notified that it has not been looked at since ${since.toISOString()} (${whyUnwatched(row.reason ?? undefined)}).`;
}
