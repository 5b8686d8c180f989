import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beginIncident, endIncident, type IncidentParts } from '../../alerts/outbox/incidents.ts';
import { messageOf } from '../../base/errors.ts';
import { largestSheetBytes, readSheet, type SheetRows } from '../../base/sheet/rowsOfSheet.ts';
import { openName, type WatchConfig } from '../../config/config.ts';
import { type FetchPicture, imagePathOf, NoPicture } from '../../records/design.ts';
import { findDesignsNumbered } from '../../store/snapshot/listRecordsQueries.ts';
import { picturesKept } from '../../store/snapshot/recordsTable.ts';
import { type Db, deleteSetting, readSetting, type Store, writeSetting } from '../../store/store.ts';
import { addOwnDesigns, keepOnlyOfFile, pathsOf } from './looksTable.ts';
import { type ComparingWatch, namesOfOwn } from './ownLooks.ts';

const heading = /^(?:(?:registration|design)(?: ?(?:number|no\.?))|number|no\.?|irn)$/i;
const longestNumber = 60;

/** Returns the registration numbers of a sheet, from the column with such a heading, or else from the first column. */
export function numbersIn(rows: SheetRows): string[] {
  const headed = (rows[0] ?? []).findIndex((cell) => heading.test(cell));
  const cells = rows.map((row) => row[Math.max(headed, 0)] ?? '');
  return [...new Set(cells.filter((cell) => /\d/.test(cell) && cell.length <= longestNumber))];
}

export const portfolioName = (watch: WatchConfig) => `the portfolio of ${openName(watch)}`;

/** Reads the portfolio again and notes an incident if it is unreadable; its former numbers stay. @returns problems */
export async function followPortfolio(store: Store, watch: WatchConfig, incidents: IncidentParts, now: Date) {
  const problems = await readPortfolio(store, watch, now);
  const [problem] = problems;
  const note = problem === undefined ? endIncident : beginIncident;
  const detail = problem ?? 'The portfolio can be read, and new designs are compared with it.';
  const incident = { kind: 'portfolio-unreadable', subject: portfolioName(watch), detail } as const;
  await store.transaction((trx) => note(trx, incidents, incident, now));
  return problems;
}

/** Stores the numbers of a watch's portfolio file. @returns what is wrong with the file, in a sentence */
export async function readPortfolio(store: Store, { id, similarTo }: ComparingWatch, now: Date): Promise<string[]> {
  const file = similarTo?.portfolio;
  const fromFile = file !== undefined && file !== 'page';
  try {
    const numbers = fromFile ? numbersIn(await readMarked(store.db, id, resolve(file))) : [];
    const addedAt = now.toISOString();
    await store.transaction(async (trx) => {
      await keepOnlyOfFile(trx, id, numbers);
      const added = numbers.map((own) => ({ own, source: 'file' as const, addedAt, addedBy: file ?? '' }));
      await addOwnDesigns(trx, id, added);
    });
    return fromFile && numbers.length === 0 ? [`There is no registration number in ${file}.`] : [];
  } catch (error) {
    return [`The portfolio ${file} cannot be read: ${messageOf(error)}`];
  }
}

const mostEnds = 2;

/** Marks a file while reading it, so a file that crashes Tipstaff is not read forever. @throws Error after 2 crashes */
async function readMarked(db: Db, watchId: string, path: string): Promise<SheetRows> {
  const mark = `portfolio-begun ${watchId}`;
  const file = await open(path);
  try {
    const { size, mtimeMs } = await file.stat();
    const state = `${path} ${size} ${mtimeMs}`;
    const before = await readSetting<{ readonly state: string; readonly ends: number }>(db, mark);
    const ends = before?.state === state ? before.ends : 0;
    if (ends >= mostEnds)
      throw new Error(`Tipstaff ended ${ends} times while it read it. Save it anew to have it read.`);
    await writeSetting(db, mark, { state, ends: ends + 1 });
    // One byte more than the limit, so that the reader detects a file that is too large.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(largestSheetBytes + 1));
    return await readSheet(buffer.subarray(0, bytesRead)).finally(() => deleteSetting(db, mark));
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
  for (const { images = [], ...design } of await findDesignsNumbered(db, await namesOfOwn(db, watch))) {
    const paths = new Set(pathsOf({ ...design, images }));
    const kept = await picturesKept(db, [...paths]);
    const isWanted = (path: string) => paths.has(path) && !kept.has(path);
    for (const { url } of images) {
      if (!isWanted(imagePathOf(url)) || !URL.canParse(url)) continue;
      try {
        await fetchPicture(url, signal);
      } catch (error) {
        // The service cannot be asked now, so the other pictures would fail too.
        if (!(error instanceof NoPicture)) return;
      }
    }
  }
}
