import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { pack } from '../../pack.ts';
import type { Db } from '../store.ts';

const decompress = promisify(zstdDecompress);

/** One page as it came, compressed, ready to be stored. */
export interface PackedResponse {
  readonly page: number;
  /** JSON of the request body sent. */
  readonly request: string;
  readonly body: Buffer;
}

/** Compresses at once. */
export function packResponse(page: number, request: object, bytes: Buffer): PackedResponse {
  return { page, request: JSON.stringify(request), body: pack(bytes).bytes };
}

export async function insertRawResponses(
  db: Db,
  checkId: number,
  answers: Iterable<PackedResponse>,
  receivedAt: string,
): Promise<void> {
  for (const { page, request, body } of answers) {
    await db
      .insertInto('raw_answers')
      .values({ check_id: checkId, received_at: receivedAt, page, request, body })
      .execute();
  }
}

/** The pages of a check as they came, in order; empty when they were not kept, or not any more. */
export async function loadRawResponses(
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

export async function deleteRawResponsesBefore(db: Db, receivedAt: string): Promise<void> {
  await db.deleteFrom('raw_answers').where('received_at', '<', receivedAt).execute();
}
