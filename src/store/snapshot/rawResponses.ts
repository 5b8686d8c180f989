import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { pack } from '../../pack.ts';
import { prepared } from '../prepared.ts';
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
  for (const answer of answers) await insertOne(db, { checkId, receivedAt, ...answer });
}

const insertOne = prepared<Omit<PackedResponse, never> & { readonly checkId: number; readonly receivedAt: string }>(
  (db, value) =>
    db.insertInto('raw_answers').values({
      check_id: value('checkId'),
      received_at: value('receivedAt'),
      page: value('page'),
      request: value('request'),
      body: value('body'),
    }),
);

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
  await deleteBefore(db, { receivedAt });
}

const deleteBefore = prepared<{ readonly receivedAt: string }>((db, value) =>
  db.deleteFrom('raw_answers').where('received_at', '<', value('receivedAt')),
);
