import type { WatchConfig } from '../config/config.ts';
import type { Db } from '../database/store.ts';
import { compareLooks, type DesignLooks, type Find, type OwnLooks } from '../looks/likeness.ts';
import { loadLooksOf, loadOwnLooks } from '../looks/looksTable.ts';
import { looksOf, pathsOf } from '../looks/storedLooks.ts';
import type { Alike, MessageChange } from '../message/content.ts';
import { type Design, imagePathOf } from '../records/design.ts';
import { findDesignsNumbered } from '../snapshot/namedRecordsQueries.ts';

type ComparingWatch = Pick<WatchConfig, 'id' | 'similarTo'>;

/** What the class of a design adds to its likeness where it is among the `classes` of the watch, or of the same main class. */
const bonus = { subclass: 0.05, mainClass: 0.02 };

/** The changes; each new design of a watch with `similarTo` with its likeness to one's own, and its place among them. */
export async function withLikeness(
  db: Db,
  changes: readonly MessageChange[],
  watches: readonly ComparingWatch[],
): Promise<MessageChange[]> {
  let compared = [...changes];
  for (const watch of watches) {
    const fresh = compared.filter(isNewFor(watch.id));
    if (fresh.length === 0) continue;
    const alike = await compareNew(db, fresh, watch);
    compared = compared.map((change) =>
      isNewFor(watch.id)(change) ? { ...change, alike: alike.get(change.record.key) ?? null } : change,
    );
  }
  return compared;
}

function isNewFor(watchId: string) {
  return ({ kind, watches }: MessageChange) => kind === 'design.new' && watches.includes(watchId);
}

async function compareNew(
  db: Db,
  changes: readonly MessageChange[],
  watch: ComparingWatch,
): Promise<Map<string, Alike>> {
  const designs = changes.flatMap(({ record }) => (record.type === 'design' ? [record] : []));
  const own = await loadOwnLooks(db, watch.id);
  const looks = await loadLooksOf(db, designs.flatMap(pathsOf));
  const finds = designs.flatMap((design) => bestFind(own, looksOf(design, looks), bonusOf(design, watch)) ?? []);
  finds.sort((a, b) => b.rank - a.rank || (a.key < b.key ? -1 : 1));
  const addresses = addressesOf([...designs, ...(await ownDesigns(db, watch))]);
  return new Map(
    finds.map(({ key, own: name, likeness, picture, ownPicture }, at) => {
      const [shown, ofOwn] = [addresses.get(picture) ?? '', addresses.get(ownPicture)];
      return [key, { likeness, own: name, picture: shown, ownPicture: ofOwn, place: at + 1 }];
    }),
  );
}

/** Of the own designs that which is most alike. */
function bestFind(own: readonly OwnLooks[], design: DesignLooks, more: number): (Find & { rank: number }) | undefined {
  const finds = own.flatMap((each) => compareLooks(each, design) ?? []);
  const [best] = finds.sort((a, b) => b.likeness - a.likeness);
  return best && { ...best, rank: best.likeness + more };
}

function bonusOf({ locarno = [] }: Design, { similarTo }: ComparingWatch): number {
  const classes = similarTo?.classes ?? [];
  if (locarno.some((code) => classes.includes(code))) return bonus.subclass;
  const main = new Set(classes.map((code) => code.slice(0, 2)));
  return locarno.some((code) => main.has(code.slice(0, 2))) ? bonus.mainClass : 0;
}

async function ownDesigns(db: Db, { similarTo }: ComparingWatch): Promise<Design[]> {
  const numbers = similarTo?.registrations ?? [];
  return numbers.length === 0 ? [] : findDesignsNumbered(db, numbers);
}

/** Where the service shows pictures, by their paths. */
function addressesOf(designs: readonly Design[]): Map<string, string> {
  return new Map(designs.flatMap(({ images = [] }) => images.map(({ url }) => [imagePathOf(url), url] as const)));
}
