import { type Expression, type SelectQueryBuilder, sql } from 'kysely';

/** What an item is ordered by, so that no two items of its list have the same. */
export type Place = readonly (string | number)[];

/** Which part of a list: so many items after a place, or, going back, before it. Without a place: the first ones. */
export interface Span {
  readonly limit: number;
  readonly place?: Place | undefined;
  readonly back?: boolean | undefined;
}

/** The highest first. Going back, the rows come the other way round: `inOrder` turns them. */
export function selectSpan<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  columns: readonly [Expression<unknown>, ...Expression<unknown>[]],
  { limit, place, back = false }: Span,
): SelectQueryBuilder<DB, TB, O> {
  let part = query.limit(limit);
  if (place !== undefined) {
    const [compare, bound] = back ? [sql`>`, sql`>=`] : [sql`<`, sql`<=`];
    // By all columns together SQLite would read an index of the first one from its end.
    if (columns.length > 1) part = part.where(sql<boolean>`${columns[0]} ${bound} ${place[0]}`);
    part = part.where(sql<boolean>`(${sql.join(columns)}) ${compare} (${sql.join([...place])})`);
  }
  for (const column of columns) part = part.orderBy(column, back ? 'asc' : 'desc');
  return part;
}

export function inOrder<Row>(rows: readonly Row[], { back = false }: Span): Row[] {
  return back ? rows.toReversed() : [...rows];
}

/** The same part of a list that is in memory, in the order of its places, the lowest first. */
export function spanOf<Row>(rows: readonly Row[], placeOf: (row: Row) => Place, { limit, place, back }: Span): Row[] {
  const placed = rows.map((row) => ({ row, at: placeOf(row) })).sort((a, b) => comparePlaces(a.at, b.at));
  const beyond = placed.filter(({ at }) => place === undefined || comparePlaces(at, place) * (back ? -1 : 1) > 0);
  return (back ? beyond.slice(-limit) : beyond.slice(0, limit)).map(({ row }) => row);
}

function comparePlaces(a: Place, b: Place): number {
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? '';
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}
