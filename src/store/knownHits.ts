import type { KnownHit } from '../search/knownHit.ts';
import type { HitsOfPages } from '../search/knownHits.ts';
import { prepared } from './prepared.ts';
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
  const [row] = (await selectPages(db, { queryId })).rows;
  if (row === undefined) return [];
  const pages = JSON.parse(row.pages) as (HitRow[] | null)[];
  return pages.map((hits) =>
    hits?.map(([key, shownHash, digest, layout, window]) => ({ key, shownHash, digest, layout, window })),
  );
}

const selectPages = prepared<{ readonly queryId: string }, { pages: string }>((db, value) =>
  db.selectFrom('known_hits').select('pages').where('query_id', '=', value('queryId')),
);

/** Puts the hits of a new answer in the place of those of the last; undefined forgets these. */
export async function saveKnownHits(db: Db, queryId: string, known: HitsOfPages | undefined): Promise<void> {
  if (known === undefined) {
    await db.deleteFrom('known_hits').where('query_id', '=', queryId).execute();
    return;
  }
  const pages = JSON.stringify(known.map((hits) => hits?.map(toRow) ?? null));
  await upsertPages(db, { queryId, pages });
}

const upsertPages = prepared<Readonly<Record<'queryId' | 'pages', string>>>((db, value) =>
  db
    .insertInto('known_hits')
    .values({ query_id: value('queryId'), pages: value('pages') })
    .onConflict((conflict) => conflict.column('query_id').doUpdateSet({ pages: value('pages') })),
);

function toRow({ key, shownHash, digest, layout, window }: KnownHit): HitRow {
  return window === undefined ? [key, shownHash, digest, layout] : [key, shownHash, digest, layout, window];
}
