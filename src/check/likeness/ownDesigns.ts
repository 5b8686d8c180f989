import { hash } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { noteIncident } from '../../alerts/outbox/incidents.ts';
import { messageOf, TipstaffError, whyUnreadable } from '../../base/errors.ts';
import { largestSheetBytes, readSheet, type SheetRows } from '../../base/sheet/rowsOfSheet.ts';
import { openName, type WatchConfig } from '../../config/config.ts';
import { type FetchPicture, folderName, ownCopyPath, rightNumber, uploadedName } from '../../records/design.ts';
import { findDesignsNumbered } from '../../store/snapshot/listRecordsQueries.ts';
import { keepPicture, picturesKept } from '../../store/snapshot/recordsTable.ts';
import type { Db, Store } from '../../store/store.ts';
import { fetchEach, urlsNotKept } from './firstPictures.ts';
import {
  addOwnDesigns,
  keepOnlyOfFile,
  loadOwnDesigns,
  loadOwnLooks,
  loadOwnPictures,
  lookAtStoredDesign,
  picturesCompared,
  replaceOwnLooks,
} from './looksTable.ts';
import { looksVersion } from './pictures/histogram.ts';
import type { OwnLooks } from './pictures/likeness.ts';
import {
  type DesignFolder,
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
  const seen = [...stored, ...(await seeFolder(parts, id, similarTo?.pictures))];
  if (ownSeen(seen) !== ownSeen(before)) await store.transaction((trx) => replaceOwnLooks(trx, id, seen));
  const missing = registrations.filter(
    (number) =>
      !stored.some(({ key, pictures, notCompared }) => key === number && pictures.length + notCompared.length > 0),
  );
  return [
    ...missing.map((number) => `No picture of ${number} is stored: watch its number, or add its pictures.`),
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

/** Returns no design of a folder that cannot be read: `followPortfolio` notes an incident. */
async function seeFolder(parts: SeeingParts, watchId: string, folder: string | undefined): Promise<SeenDesign[]> {
  const seen: SeenDesign[] = [];
  for (const { key, pictures, leftOut } of readFolder(folder).designs) {
    const each = pictures.map((path) => seeFile(parts, watchId, path));
    const design = seenDesign(key, await Promise.all(each));
    seen.push({ ...design, notCompared: [...leftOut, ...design.notCompared] });
  }
  return seen;
}

async function seeFile(parts: SeeingParts, watchId: string, path: string): Promise<SeenPicture> {
  try {
    const { size } = await stat(path);
    // An oversized file is not read. Its size alone makes the looker refuse it.
    const bytes = size > largestPicture ? new Uint8Array(size) : await readFile(path);
    const digest = hash('sha256', bytes, 'base64url').slice(0, 22);
    const seen = await seePicture(parts, watchId, folderName(digest, basename(path)), bytes);
    return { ...seen, notCompared: seen.notCompared && { ...seen.notCompared, picture: path } };
  } catch (error) {
    if (isAboutAll(error)) throw error;
    return { figures: [], notCompared: { picture: path, reason: messageOf(error) } };
  }
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

/** Digests the own looks. The digest changes with the portfolio and with the version of the looks. */
export function ownSeen(own: readonly OwnLooks[]): string {
  const figures = own.flatMap(({ key, pictures }) => pictures.map(({ name }) => `${key}\t${name}`));
  return hash('sha256', [looksVersion, ...figures].join('\n'), 'hex').slice(0, 16);
}

const heading = /^(?:(?:registration|design)(?: ?(?:number|no\.?))|number|no\.?|irn)$/i;
const longestNumber = 60;

/** Returns the registration numbers of a sheet, from the column with such a heading, or else from the first column. */
export function numbersIn(rows: SheetRows): string[] {
  const headed = (rows[0] ?? []).findIndex((cell) => heading.test(cell));
  const cells = rows.map((row) => row[Math.max(headed, 0)] ?? '');
  return [...new Set(cells.filter((cell) => /\d/.test(cell) && cell.length <= longestNumber))];
}

export const portfolioName = (watch: WatchConfig) => `the portfolio of ${openName(watch)}`;

/**
 * Reads the portfolio again, and looks for the folder of pictures. Notes an incident if one of them is unreadable; the
 * former numbers stay. @returns problems
 */
export async function followPortfolio(parts: Parameters<typeof noteIncident>[0], watch: WatchConfig) {
  const problems = [...(await readPortfolio(parts.store, watch)), ...readFolder(watch.similarTo?.pictures).problems];
  const detail = problems.join(' ') || 'The portfolio can be read, and new designs are compared with it.';
  await noteIncident(parts, problems.length > 0, {
    kind: 'portfolio-unreadable',
    subject: portfolioName(watch),
    detail,
  });
  return problems;
}

/** Stores the numbers of a watch's portfolio file. @returns what is wrong with the file, in a sentence */
export async function readPortfolio(store: Store, { id, similarTo }: ComparingWatch): Promise<string[]> {
  const file = similarTo?.portfolio;
  const fromFile = file !== undefined && file !== 'page';
  try {
    const numbers = fromFile ? numbersIn(await readSheetFile(resolve(file))) : [];
    await store.transaction(async (trx) => {
      await keepOnlyOfFile(trx, id, numbers);
      await addOwnDesigns(trx, id, 'file', numbers);
    });
    return fromFile && numbers.length === 0 ? [`There is no registration number in ${file}.`] : [];
  } catch (error) {
    return [`The portfolio ${file} cannot be read: ${messageOf(error)}`];
  }
}

/** Returns the own designs of a folder, or says in a sentence why there are none. */
export function readFolder(folder: string | undefined): { designs: DesignFolder[]; problems: string[] } {
  try {
    return { designs: folder === undefined ? [] : designsIn(resolve(folder)), problems: [] };
  } catch (error) {
    const why = error instanceof TipstaffError ? error.message : whyUnreadable(error);
    return { designs: [], problems: [`No design is compared with your pictures in ${folder}: ${why}`] };
  }
}

async function readSheetFile(path: string): Promise<SheetRows> {
  const file = await open(path);
  try {
    // One byte more than the limit, so that the reader detects a file that is too large.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(largestSheetBytes + 1));
    return await readSheet(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

export async function fetchOwnPictures(
  db: Db,
  watch: ComparingWatch,
  fetchPicture: FetchPicture,
  signal: AbortSignal,
): Promise<void> {
  for (const design of await findDesignsNumbered(db, await namesOfOwn(db, watch))) {
    const urls = await urlsNotKept(db, design, picturesCompared);
    const { rest } = await fetchEach(urls, fetchPicture, signal);
    // The service cannot be asked now, so the other pictures would fail too.
    if (rest) return;
  }
}
