import { prepared } from './prepared.ts';
import type { Trx } from './store.ts';

/** How a watch stands with a query: what a check without news has to know of it. */
export interface Standing {
  readonly watchId: string;
  readonly schedule: string;
  readonly timezone: string;
  readonly nextDueAt: string | null;
  readonly baselineAt: string | null;
  /** Whether an incident is open, or a key stopped, that a check of the query may end. */
  readonly isAnythingOpen: boolean;
}

/** What in the store a check of the query may end, as the rules of troubles and keys name it. */
export interface Endable {
  /** Subjects of troubles: the query's own, and the key's. */
  readonly subject: string;
  readonly keySubject: string;
  /** A kind of incident that any check may end. */
  readonly kind: string;
  /** The setting that holds the key's stop. */
  readonly keySuspension: string;
}

/** How the watches of a query stand; one statement, because every check without news asks it. */
export async function loadStandings(trx: Trx, queryId: string, endable: Endable): Promise<Standing[]> {
  const { rows } = await selectStandings(trx, { ...endable, queryId });
  return rows.map((row) => ({
    watchId: row.watch_id,
    schedule: row.schedule,
    timezone: row.timezone,
    nextDueAt: row.next_due_at,
    baselineAt: row.baseline_at,
    isAnythingOpen: Boolean(row.troubled) || Boolean(row.stopped),
  }));
}

interface Row {
  readonly watch_id: string;
  readonly schedule: string;
  readonly timezone: string;
  readonly next_due_at: string | null;
  readonly baseline_at: string | null;
  readonly troubled: unknown;
  readonly stopped: unknown;
}

const selectStandings = prepared<Record<keyof Endable | 'queryId', string>, Row>((db, value) =>
  db
    .selectFrom('watch_queries')
    .select(['watch_id', 'schedule', 'timezone', 'next_due_at', 'baseline_at'])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('troubles')
            .select('id')
            .where('ended_at', 'is', null)
            .where((incident) =>
              incident.or([
                incident('subject', '=', value('subject')),
                incident('subject', '=', value('keySubject')),
                incident('kind', '=', value('kind')),
              ]),
            ),
        )
        .as('troubled'),
      eb
        .exists(
          eb
            .selectFrom('settings')
            .select('name')
            .where('name', '=', value('keySuspension'))
            .where('value', '!=', 'null'),
        )
        .as('stopped'),
    ])
    .where('query_id', '=', value('queryId')),
);
