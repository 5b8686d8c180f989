import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { Db } from './store.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** One page as it came, compressed, ready to be stored. */
export interface PackedAnswer {
  readonly page: number;
  /** JSON of the request body sent. */
  readonly request: string;
  readonly body: Buffer;
}

/** Compresses outside of any transaction: that takes longer than storing. */
export async function packAnswer(page: number, request: object, bytes: Buffer): Promise<PackedAnswer> {
  return { page, request: JSON.stringify(request), body: await compress(bytes) };
}

/** Compresses at once, for what is to leave the memory inside a transaction: a quarter of a megabyte takes a millisecond. */
export function packNow(bytes: Buffer): Buffer {
  return zstdCompressSync(bytes);
}

export async function insertRawAnswers(
  db: Db,
  checkId: number,
  answers: readonly PackedAnswer[],
  receivedAt: string,
): Promise<void> {
  for (const answer of answers) {
    await db
      .insertInto('raw_answers')
      .values({ check_id: checkId, received_at: receivedAt, ...answer })
      .execute();
  }
}

/** The pages of a check as they came, in order; empty when they were not kept, or not any more. */
export async function loadRawAnswers(
  db: Db,
  checkId: number,
): Promise<{ page: number; request: unknown; bytes: Buffer }[]> {
  const rows = await db.selectFrom('raw_answers').selectAll().where('check_id', '=', checkId).orderBy('page').execute();
  return Promise.all(
    rows.map(async (row) => ({
      page: row.page,
      request: JSON.parse(row.request) as unknown,
      bytes: await decompress(row.body),
    })),
  );
}

export async function deleteRawAnswersBefore(db: Db, receivedAt: string): Promise<void> {
  await db.deleteFrom('raw_answers').where('received_at', '<', receivedAt).execute();
}
