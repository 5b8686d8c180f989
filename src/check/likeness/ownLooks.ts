import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { type Design, folderName, ownCopyPath, rightNumber, uploadedName } from '../../records/design.ts';
import type { Compared, KnownFind } from '../../store/snapshot/findsTable.ts';
import { findDesignsNumbered } from '../../store/snapshot/listRecordsQueries.ts';
import { keepPicture, picturesKept } from '../../store/snapshot/recordsTable.ts';
import type { Db, Store } from '../../store/store.ts';
import {
  loadOwnDesigns,
  loadOwnLooks,
  loadOwnPictures,
  lookAtStoredDesign,
  looksOf,
  pathsOf,
  replaceOwnLooks,
  type StoredLooks,
} from './looksTable.ts';
import { looksVersion } from './pictures/histogram.ts';
import { compareLooks, type OwnLooks } from './pictures/likeness.ts';
import {
  asOwn,
  designsIn,
  isAboutAll,
  type KnownLooks,
  type Looker,
  lookAtPicture,
  type SeenDesign,
  type SeenPicture,
  seenDesign,
} from './pictures/lookAt.ts';

interface OwnDesigns {
  readonly registrations?: readonly string[] | undefined;
  readonly pictures?: string | undefined; // A folder with a folder for each design.
  readonly portfolio?: string | undefined; // A sheet of registration numbers, or `page`.
}

export type ComparingWatch = Readonly<{ id: string; similarTo?: OwnDesigns | undefined }>;

export type OwnParts = Readonly<{ store: Store; looker: Looker; now: Date }>;

/** `known`: looks already stored for this watch. A picture never changes under its name, so these are reused. */
type SeeingParts = OwnParts & Readonly<{ known: KnownLooks }>;

const largestPicture = 20_000_000;

export async function lookAtOwn(own: OwnParts, { id, similarTo }: ComparingWatch): Promise<string[]> {
  const { store } = own;
  const registrations = await namesOfOwn(store.db, { id, similarTo });
  const before = await loadOwnLooks(store.db, id);
  const parts = { ...own, known: looksByPicture(before) };
  const stored = [...(await seeRegistrations(parts, registrations)), ...(await seeUploaded(parts, id))];
  const folder = similarTo?.pictures;
  const inFolder = folder === undefined ? { seen: [], problems: [] } : await seeFolder(parts, id, folder);
  const seen = [...stored, ...inFolder.seen];
  const now = seen.map(asOwn);
  if (ownSeen(now) !== ownSeen(before)) await store.transaction((trx) => replaceOwnLooks(trx, id, now));
  const missing = registrations.filter(
    (number) =>
      !stored.some(({ key, figures, notCompared }) => key === number && figures.length + notCompared.length > 0),
  );
  return [
    ...missing.map((number) => `No picture of ${number} is stored: watch its number, or add its pictures.`),
    ...inFolder.problems,
    ...seen.flatMap(({ notCompared }) => notCompared.map(({ picture, reason }) => `${picture}: ${reason}`)),
  ];
}

/** Returns a watch's own designs by registration number or name, from the config, the portfolio and the page. */
export async function namesOfOwn(db: Db, { id, similarTo }: ComparingWatch): Promise<string[]> {
  const added = (await loadOwnDesigns(db, id)).map(({ own }) => own);
  return [...new Set([...(similarTo?.registrations ?? []), ...added])];
}

/** Returns the number of compared figures for each of a watch's own designs; 0 for a design without any. */
export async function figuresOfOwn(db: Db, watch: ComparingWatch): Promise<Map<string, number>> {
  const names = await namesOfOwn(db, watch);
  const seen = (await loadOwnLooks(db, watch.id)).map(({ key, pictures }) => [key, pictures.length] as const);
  return new Map([...names.map((name) => [name, 0] as const), ...seen]);
}

/** Merges looks by picture. If several own designs have the same picture, its figures count once. */
function looksByPicture(designs: readonly OwnLooks[]): KnownLooks {
  const byName = Map.groupBy(
    designs.flatMap(({ pictures }) => pictures),
    ({ name }) => name,
  );
  const figuresOf = (some: OwnLooks['pictures']) =>
    new Map(some.map(({ variants }) => [String(variants[0]), variants])).values();
  return new Map([...byName].map(([name, some]) => [name, [...figuresOf(some)]]));
}

/** Examines every stored design with one of the numbers, since several registers may have the same number. */
async function seeRegistrations({ store: { db }, looker, known }: SeeingParts, numbers: readonly string[]) {
  const seen: SeenDesign[] = [];
  for (const design of await findDesignsNumbered(db, numbers)) {
    const number = numbers.find((each) => rightNumber(each) === rightNumber(design.registrationNumber ?? ''));
    if (number !== undefined) seen.push({ ...(await lookAtStoredDesign(db, looker, design, known)), key: number });
  }
  return seen;
}

async function seeUploaded(parts: SeeingParts, watchId: string): Promise<SeenDesign[]> {
  const designs = Map.groupBy(await loadOwnPictures(parts.store.db, watchId), ({ own }) => own);
  const seen: SeenDesign[] = [];
  for (const [own, pictures] of designs) {
    const each = pictures.map(({ id, name, bytes }) => seePicture(parts, watchId, uploadedName(id, name), bytes));
    seen.push(seenDesign(own, await Promise.all(each)));
  }
  return seen;
}

async function seeFolder(
  parts: SeeingParts,
  watchId: string,
  folder: string,
): Promise<{ seen: SeenDesign[]; problems: string[] }> {
  try {
    const seen: SeenDesign[] = [];
    const problems: string[] = [];
    for (const { key, pictures, leftOut } of designsIn(resolve(folder))) {
      const each = pictures.map((path) => seeFile(parts, watchId, path));
      seen.push(seenDesign(key, await Promise.all(each)));
      problems.push(...leftOut.map(({ picture, reason }) => `${picture}: ${reason}`));
    }
    return { seen, problems };
  } catch (error) {
    if (isAboutAll(error)) throw error;
    return { seen: [], problems: [messageOf(error)] };
  }
}

async function seeFile(parts: SeeingParts, watchId: string, path: string): Promise<SeenPicture> {
  const size = await stat(path).then((found) => found.size);
  // An oversized file is not read. Its size alone makes the looker refuse it.
  const bytes = size > largestPicture ? new Uint8Array(size) : await readFile(path);
  const digest = hash('sha256', bytes, 'base64url').slice(0, 22);
  const seen = await seePicture(parts, watchId, folderName(digest, basename(path)), bytes);
  return { ...seen, notCompared: seen.notCompared && { ...seen.notCompared, picture: path } };
}

async function seePicture(
  { store, looker, now, known }: SeeingParts,
  watchId: string,
  name: string,
  bytes: Uint8Array,
): Promise<SeenPicture> {
  const seen = await lookAtPicture(looker, name, async () => bytes, known);
  const path = ownCopyPath(watchId, name) ?? '';
  if (seen.figures.length > 0 && !(await picturesKept(store.db, [path])).has(path)) {
    const copy = { contentType: 'image/jpeg', bytes: await looker.copy(bytes) };
    await keepPicture(store.db, path, copy, now.toISOString());
  }
  return seen;
}

const bonus = { subclass: 0.05, mainClass: 0.02 };

export function compareWithOwn(
  design: Design,
  own: readonly OwnLooks[],
  looks: ReadonlyMap<string, StoredLooks>,
  classes: readonly string[] = [],
): Compared {
  const paths = pathsOf(design);
  const waiting = paths.filter((path) => !looks.has(path)).length;
  const seen = looksOf(design, looks);
  const finds = own.flatMap((each) => compareLooks(each, seen) ?? []);
  const [best] = finds.sort((a, b) => b.likeness - a.likeness || (a.own < b.own ? -1 : 1));
  if (best !== undefined) {
    return { find: { ...best, rank: best.likeness + bonusOf(design, classes) }, whyNot: undefined, waiting };
  }
  return { find: undefined, whyNot: whyNot(paths, own, looks, waiting), waiting };
}

function whyNot(
  paths: readonly string[],
  own: readonly OwnLooks[],
  looks: ReadonlyMap<string, StoredLooks>,
  waiting: number,
): string {
  if (paths.length === 0) return hidden;
  if (own.length === 0) return 'No design of yours has a picture yet that can be compared.';
  if (waiting === paths.length) return 'Its pictures have not come yet.';
  if (waiting > 0) return 'Not all of its pictures have come yet.';
  return paths.map((path) => looks.get(path)?.reason).find(Boolean) ?? 'Its pictures show nothing.';
}

const hidden = 'Still hidden: the register shows no picture of it yet.';

function bonusOf({ locarno = [] }: Design, classes: readonly string[]): number {
  if (locarno.some((code) => classes.includes(code))) return bonus.subclass;
  const main = new Set(classes.map((code) => code.slice(0, 2)));
  return locarno.some((code) => main.has(code.slice(0, 2))) ? bonus.mainClass : 0;
}

/** Digests the own looks. The digest changes with the portfolio and with the version of the looks. */
export function ownSeen(own: readonly OwnLooks[]): string {
  const figures = own.flatMap(({ key, pictures }) => pictures.map(({ name }) => `${key}\t${name}`));
  return hash('sha256', [looksVersion, ...figures].join('\n'), 'hex').slice(0, 16);
}

const leastRise = 0.1;

/** True for a find that is new, or like another own design than before, or much more alike. @param place from 1 */
export function isToldLate(
  said: KnownFind | null,
  find: KnownFind,
  { place, top, toldOf }: { readonly place: number; readonly top: number; readonly toldOf: ReadonlySet<string> },
): boolean {
  if (place > top || toldOf.has(find.own)) return false;
  return said?.own !== find.own || find.likeness >= said.likeness + leastRise;
}
