import type { KnownHit } from '../search/knownHit.ts';
import type { HitsOfPages } from '../search/knownHits.ts';
import type { Db } from './store.ts';

/** A hit as stored: a name for each field would double it. */
type HitRow = [
  key: string,
  shownHash: string,
  digest: string,
  layout: readonly number[],
  window?: readonly [number, number],
];

/** Empty where no hits are known. */
export async function loadKnownHits(db: Db, queryId: string): Promise<HitsOfPages> {
  const row = await db.selectFrom('known_hits').select('pages').where('query_id', '=', queryId).executeTakeFirst();
  if (row === undefined) return [];
  const pages = JSON.parse(row.pages) as (HitRow[] | null)[];
  return pages.map((hits) =>
    hits?.map(([key, shownHash, digest, layout, window]) => ({ key, shownHash, digest, layout, window })),
  );
}

/** Puts the hits of a new answer in the place of those of the last; undefined forgets these. */
export async function saveKnownHits(db: Db, queryId: string, known: HitsOfPages | undefined): Promise<void> {
  if (known === undefined) {
    await db.deleteFrom('known_hits').where('query_id', '=', queryId).execute();
    return;
  }
  const pages = JSON.stringify(known.map((hits) => hits?.map(toRow) ?? null));
  await db
    .insertInto('known_hits')
    .values({ query_id: queryId, pages })
    .onConflict((conflict) => conflict.column('query_id').doUpdateSet({ pages }))
    .execute();
}

function toRow({ key, shownHash, digest, layout, window }: KnownHit): HitRow {
  return window === undefined ? [key, shownHash, digest, layout] : [key, shownHash, digest, layout, window];
}
