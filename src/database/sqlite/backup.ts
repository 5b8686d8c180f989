import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { sql } from 'kysely';
import { messageOf, TipstaffError } from '../../errors.ts';
import type { Db } from '../schema/tables.ts';
import { ownerOnly } from './ownerOnly.ts';

const bytesPerMegabyte = 1_048_576;

/**
 * Copies the database at `file` into a new file, complete and consistent, even while others write to it.
 * @throws TipstaffError `usage.backup` when the new file exists already or cannot be made; `store.backup` when the copy
 * fails, and then nothing of it stays.
 */
export async function backUp(db: Db, file: string, target: string): Promise<void> {
  makeNew(target);
  try {
    // VACUUM INTO reads one snapshot. The online backup would start over whenever the daemon writes.
    await sql`vacuum into ${target}`.execute(db);
  } catch (cause) {
    // A partial file would be mistaken for a backup.
    rmSync(target, { force: true });
    const megabytes = Math.ceil(statSync(file).size / bytesPerMegabyte);
    throw new TipstaffError(
      'store.backup',
      `${file} could not be copied to ${target}: ${messageOf(cause)}. It needs room for about ${megabytes} MB there; no partial copy was kept.`,
      { cause },
    );
  }
}

/** Makes an empty file. An existing one is refused, not overwritten. */
function makeNew(target: string): void {
  try {
    closeSync(openSync(target, 'wx', ownerOnly));
  } catch (cause) {
    throw new TipstaffError(
      'usage.backup',
      `The backup cannot be made: ${messageOf(cause)}. Name a new file, in a folder that you may write to.`,
      { cause },
    );
  }
}
