import type { Trx } from '../../database/store.ts';
import {
  beginIncident,
  endIncident,
  type Incident,
  type IncidentParts,
  notifyOperators,
} from '../../outbox/incidents.ts';
import { noteOnce, openIncidents } from '../../outbox/incidentsTable.ts';
import { utcDay } from '../../time.ts';
import type { FeedKey, FeedSource } from './feedSourcesTable.ts';
import type { FeedProblems } from './judgeFeed.ts';

interface FeedFindings {
  /** In a row, this one included. */
  readonly failures: number;
  readonly why?: string | undefined;
  readonly problems: FeedProblems;
  /** The court said that nothing has changed: what a feed holds is as it was. */
  readonly unchanged?: boolean;
}

/** A court that does not respond once is no incident. */
const failuresToTell = 3;

/** Nobody loses anything that the schedules do not find, and that is what the operators are told. */
const meanwhile = 'The schedules go on; only what it announces is found later.';

/** Begins and ends the incidents of a feed, and tells once of what is seen at a single moment. */
export async function noteFeedIncidents(
  trx: Trx,
  parts: IncidentParts,
  feed: FeedSource,
  found: FeedFindings,
  now: Date,
): Promise<void> {
  const open = new Set((await openIncidents(trx)).map(({ kind, subject }) => `${kind} ${subject}`));
  const subject = subjectOf(feed);
  const set = async (active: boolean, incident: Incident) => {
    if (active) await beginIncident(trx, parts, incident, now);
    else if (open.has(`${incident.kind} ${subject}`)) await endIncident(trx, parts, incident, now);
  };
  const isUnreadable = found.failures >= failuresToTell;
  if (isUnreadable || found.failures === 0) {
    const why = isUnreadable ? `${found.why} It is asked for again. ${meanwhile}` : 'It can be read again.';
    await set(isUnreadable, { kind: 'feed-unreadable', subject, detail: why });
  }
  if (found.failures > 0) return;
  const stale = found.problems.get('stale');
  if (stale !== null) {
    const detail = stale === undefined ? 'It moves again.' : `${stale} ${meanwhile}`;
    await set(stale !== undefined, { kind: 'feed-stale', subject, detail });
  }
  if (found.unchanged) return;
  const shrunk = found.problems.get('shrunk');
  if (shrunk !== null) {
    const detail = shrunk === undefined ? 'It is as long as usual again.' : `${shrunk} ${meanwhile}`;
    await set(shrunk !== undefined, { kind: 'feed-shrunk', subject, detail });
  }
  await tellOnce(trx, parts, 'feed-retyped', feed, found.problems.get('retyped'), now);
  await tellOnce(trx, parts, 'feed-gap', feed, found.problems.get('gap'), now);
}

/** At most once a day. */
async function tellOnce(
  trx: Trx,
  { config }: IncidentParts,
  kind: 'feed-retyped' | 'feed-gap',
  feed: FeedKey,
  words: string | null | undefined,
  now: Date,
): Promise<void> {
  if (words == null) return;
  const label = subjectOf(feed);
  const incident = { kind, subject: `${label}, ${utcDay(now)}`, detail: `${words} ${meanwhile}` };
  if (!(await noteOnce(trx, { ...incident, now: now.toISOString() }))) return;
  await notifyOperators(trx, config.operators, { ...incident, label }, 'began', { now });
}

function subjectOf({ source, court }: FeedKey): string {
  return `${court} in ${source}`;
}
