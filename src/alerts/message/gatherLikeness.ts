import type { WatchConfig } from '../../config/config.ts';
import { type Design, imagePathOf, ownPictureAddress } from '../../records/design.ts';
import { findsOfKeys, type Review, reviewsOf, type StoredFind } from '../../store/snapshot/findsTable.ts';
import { findDesignsNumbered } from '../../store/snapshot/listRecordsQueries.ts';
import type { Db } from '../../store/store.ts';
import type { Alike, MessageChange } from './content.ts';

type ComparingWatch = Pick<WatchConfig, 'id' | 'similarTo'>;

export async function withLikeness(db: Db, changes: readonly MessageChange[], watches: readonly ComparingWatch[]) {
  let compared = [...changes];
  for (const { id } of watches) {
    const fresh = compared.filter(isComparedFor(id));
    if (fresh.length === 0) continue;
    const likeness = await likenessOf(db, fresh, id);
    compared = compared.map((change) =>
      isComparedFor(id)(change) ? { ...change, ...better(change, likeness.get(change.record.key) ?? notYet) } : change,
    );
  }
  return compared;
}

type Likeness = Pick<MessageChange, 'alike' | 'notCompared'>;

const notYet: Likeness = { alike: null, notCompared: 'Its pictures have not come yet.' };

function better(before: Likeness, now: Likeness): Likeness {
  const rank = ({ alike }: Likeness) => (alike ? (alike.reviewed === undefined ? alike.likeness : -1) : -2);
  return before.alike === undefined || rank(now) > rank(before) ? { notCompared: undefined, ...now } : before;
}

function isComparedFor(watchId: string) {
  return ({ kind, watches }: MessageChange) =>
    (kind === 'design.new' || kind === 'design.alike') && watches.includes(watchId);
}

async function likenessOf(db: Db, changes: readonly MessageChange[], watchId: string): Promise<Map<string, Likeness>> {
  const designs = changes.flatMap(({ record }) => (record.type === 'design' ? [record] : []));
  const finds = await findsOfKeys(
    db,
    watchId,
    designs.map(({ key }) => key),
  );
  const records = [...finds.values()].map(({ recordId }) => recordId);
  const reviews = await reviewsOf(db, watchId, records);
  const owns = [...new Set([...finds.values()].flatMap(({ find }) => find?.own ?? []))];
  const addresses = addressesOf([...designs, ...(await findDesignsNumbered(db, owns))]);
  const ranked = [...finds]
    .map(([key, stored]) => ({ key, stored, reviewed: reviewed(stored, reviews) }))
    .sort((a, b) => byLikeness(a, b));
  return new Map(ranked.map(({ key, stored, reviewed }, at) => [key, asTold(stored, reviewed, at + 1, addresses)]));
}

interface Ranked {
  readonly key: string;
  readonly stored: StoredFind;
  readonly reviewed: Review | undefined;
}

function byLikeness(a: Ranked, b: Ranked): number {
  const rank = ({ stored, reviewed }: Ranked) => (reviewed === undefined ? (stored.find?.rank ?? -1) : -1);
  return rank(b) - rank(a) || (a.key < b.key ? -1 : 1);
}

function reviewed({ recordId, find }: StoredFind, reviews: readonly Review[]): Review | undefined {
  return reviews.find((one) => one.recordId === recordId && one.own === find?.own);
}

function asTold(
  { find, whyNot, watchId }: StoredFind,
  review: Review | undefined,
  place: number,
  addresses: ReadonlyMap<string, string>,
): Likeness {
  if (find === undefined) return { ...notYet, ...(whyNot && { notCompared: whyNot }) };
  const { own, likeness, picture, ownPicture } = find;
  const alike: Alike = {
    likeness,
    own,
    picture: addresses.get(picture) ?? '',
    ownPicture: addresses.get(ownPicture) ?? ownPictureAddress(watchId, ownPicture),
    place,
    watch: watchId,
    reviewed: review?.verdict,
  };
  return { alike };
}

function addressesOf(designs: readonly Design[]): Map<string, string> {
  return new Map(designs.flatMap(({ images = [] }) => images.map(({ url }) => [imagePathOf(url), url] as const)));
}
