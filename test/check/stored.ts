import type { Store } from '../../src/store/store.ts';

/** Returns when the next check of a watch with one query is due. */
export async function dueAt({ db }: Store, watchId: string): Promise<string | null> {
  const due = db.selectFrom('watchQueries').select('nextDueAt').where('watchId', '=', watchId);
  return (await due.executeTakeFirstOrThrow()).nextDueAt;
}

/** Returns the id of a stored record. */
export async function idOfRecord({ db }: Store, key: string): Promise<number> {
  return (await db.selectFrom('records').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;
}

/** Returns the newest alert of changes. */
export function newestChanges({ db }: Store) {
  const alerts = db.selectFrom('alerts').selectAll().where('kind', '=', 'changes').orderBy('id', 'desc');
  return alerts.executeTakeFirstOrThrow();
}
