import { resolve } from 'node:path';
import type { WatchConfig } from '../config/config.ts';
import type { Db, Store } from '../database/store.ts';
import { messageOf } from '../errors.ts';
import { rightNumber } from '../records/design.ts';
import { findDesignsNumbered } from '../snapshot/namedRecordsQueries.ts';
import type { Looker } from './lookAt.ts';
import { asOwn, lookAtDesign, lookAtPicture, type SeenDesign, seenDesign } from './lookAtDesigns.ts';
import { replaceOwnLooks } from './looksTable.ts';
import { loadOwnDesigns, loadOwnPictures } from './ownDesignsTable.ts';
import { designsIn } from './pictureFolders.ts';
import { lookAtStoredDesign } from './storedLooks.ts';

/** Whose own designs are looked at. */
export type ComparingWatch = Pick<WatchConfig, 'id' | 'similarTo'>;

/**
 * Looks at the own designs of a watch, stored, in its folder or uploaded, and keeps how they look for its new ones.
 * @returns what cannot be compared, in sentences
 */
export async function lookAtOwn(store: Store, looker: Looker, { id, similarTo }: ComparingWatch): Promise<string[]> {
  const { registrations: inConfig = [], pictures } = similarTo ?? {};
  const added = (await loadOwnDesigns(store.db, id)).map(({ own }) => own);
  const registrations = [...new Set([...inConfig, ...added])];
  const stored = [
    ...(await seeRegistrations(store.db, looker, registrations)),
    ...(await seeUploaded(store.db, looker, id)),
  ];
  const inFolder = pictures === undefined ? { seen: [], problems: [] } : await seeFolder(looker, pictures);
  const seen = [...stored, ...inFolder.seen];
  await store.transaction((trx) => replaceOwnLooks(trx, id, seen.map(asOwn)));
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

/** The same registration may stand in several registers: each is looked at. */
async function seeRegistrations(db: Db, looker: Looker, numbers: readonly string[]): Promise<SeenDesign[]> {
  const seen: SeenDesign[] = [];
  for (const design of await findDesignsNumbered(db, numbers)) {
    const number = numbers.find((each) => rightNumber(each) === rightNumber(design.registrationNumber ?? ''));
    if (number !== undefined) seen.push({ ...(await lookAtStoredDesign(db, looker, design)), key: number });
  }
  return seen;
}

async function seeUploaded(db: Db, looker: Looker, watchId: string): Promise<SeenDesign[]> {
  const designs = Map.groupBy(await loadOwnPictures(db, watchId), ({ own }) => own);
  const seen: SeenDesign[] = [];
  for (const [own, pictures] of designs) {
    const each = pictures.map(({ id, name, bytes }) =>
      lookAtPicture(looker, uploadedName(id, name), async () => bytes),
    );
    seen.push(seenDesign(own, await Promise.all(each)));
  }
  return seen;
}

/** How finds name an uploaded picture: two may be called the same. */
export function uploadedName(id: number, name: string): string {
  return `uploaded/${id}/${name}`;
}

async function seeFolder(looker: Looker, folder: string): Promise<{ seen: SeenDesign[]; problems: string[] }> {
  try {
    const seen: SeenDesign[] = [];
    for (const design of designsIn(resolve(folder))) seen.push(await lookAtDesign(looker, design));
    return { seen, problems: [] };
  } catch (error) {
    return { seen: [], problems: [messageOf(error)] };
  }
}
