import { type Db, deleteSetting, readSetting, writeSetting } from '../store.ts';

/** The setting that marks a store as replaced by its copy. */
const copiedAwayMark = 'copied-away';

/** Where a store was copied to. The copy is used from then on. */
export interface CopiedAway {
  /** The copy, as messages name it. */
  readonly to: string;
  /** ISO, UTC. */
  readonly at: string;
}

export async function markCopiedAway(db: Db, copied: CopiedAway): Promise<void> {
  await writeSetting(db, copiedAwayMark, copied);
}

export function readCopiedAway(db: Db): Promise<CopiedAway | undefined> {
  return readSetting<CopiedAway>(db, copiedAwayMark);
}

/**
 * Removes the mark, so that the store stays in use after all.
 * @returns whether it was marked
 */
export function keepUsing(db: Db): Promise<boolean> {
  return deleteSetting(db, copiedAwayMark);
}

/** What is wrong with using the store, and what to do. */
export function copiedAwayWords(database: string, { to, at }: CopiedAway): string {
  return (
    `${database} was copied to ${to} at ${at}, to continue there: if both are used, everything is searched and ` +
    `paid for twice, and waiting alerts are sent twice. Name ${to} under "database" in the config and start again, ` +
    `then remove ${database}. To keep using ${database} instead: tipstaff migrate --keep-using.`
  );
}
