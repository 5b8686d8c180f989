import { promisify } from 'node:util';
import { zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { Db } from '../store.ts';

const decompress = promisify(zstdDecompress);

export interface RawResponse {
  readonly page: number;
  readonly request: object;
  readonly bytes: Buffer;
}

/** Stores the pages of a check, compressed (zstd). */
export async function insertRawResponses(
  db: Db,
  checkId: number,
  responses: readonly RawResponse[],
  receivedAt: string,
): Promise<void> {
  for (const { page, request, bytes } of responses) {
    const body = zstdCompressSync(bytes);
    await db
      .insertInto('raw_responses')
      .values({ check_id: checkId, received_at: receivedAt, page, request: JSON.stringify(request), body })
      .execute();
  }
}

/** The pages of a check as they came, in order; empty when they were not kept, or are not kept any more. */
export async function loadRawResponses(
  db: Db,
  checkId: number,
): Promise<{ page: number; request: unknown; bytes: Buffer }[]> {
  const rows = await db
    .selectFrom('raw_responses')
    .selectAll()
    .where('check_id', '=', checkId)
    // Versions before 0.3.0 kept under page 0 and below what the responses were compared with.
    .where('page', '>', 0)
    .orderBy('page')
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      page: row.page,
      request: JSON.parse(row.request) as unknown,
      bytes: await decompress(row.body),
    })),
  );
}

/** @returns how many */
export async function deleteRawResponsesBefore(db: Db, receivedAt: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('raw_responses')
    .where('received_at', '<', receivedAt)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
