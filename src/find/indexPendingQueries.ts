import { chunks, type Db } from '../database/store.ts';
import { fittingWords, roomOfText } from '../database/words/fittingWords.ts';
import { tokensOf } from '../database/words/searchTerms.ts';
import { placeOfText, textIdOf } from '../database/words/textId.ts';
import { wordIndexOf } from '../database/words/wordIndex.ts';
import type { SearchRecord } from '../records/record.ts';
import { cleanText } from '../words/cleanText.ts';
import { stemOf } from '../words/searchTokens.ts';
import { recordWords } from './recordWords.ts';

/** How many texts wait to be indexed; counted no further than `limit`. */
export async function countPending(db: Db, limit: number): Promise<number> {
  const rows = await db.selectFrom('pending_texts').select('id').limit(limit).execute();
  return rows.length;
}

/**
 * Indexes texts that were written since the last time, those of the newest records first, at most `limit`. Texts that
 * are gone meanwhile leave the index as well.
 * @returns how many it indexed
 */
export async function indexPending(trx: Db, limit: number): Promise<number> {
  const rows = await trx.selectFrom('pending_texts').select('id').orderBy('id', 'desc').limit(limit).execute();
  const ids = rows.map((row) => row.id);
  const places = ids.map((id) => ({ id, ...placeOfText(id) }));
  await indexRecords(
    trx,
    places.filter((place) => place.seq === 0).map((place) => place.recordId),
  );
  const entries = places.filter((place) => place.seq > 0);
  for (const [recordId, some] of Map.groupBy(entries, (place) => place.recordId)) {
    await indexEntries(
      trx,
      recordId,
      some.map((place) => place.seq),
    );
  }
  for (const part of chunks(ids)) await trx.deleteFrom('pending_texts').where('id', 'in', part).execute();
  return ids.length;
}

async function indexRecords(trx: Db, recordIds: readonly number[]): Promise<void> {
  for (const part of chunks(recordIds)) {
    const rows = await trx.selectFrom('records').select(['id', 'body']).where('id', 'in', part).execute();
    const words = new Map(rows.map((row) => [row.id, recordWords(JSON.parse(row.body) as SearchRecord)]));
    await wordIndexOf(trx).putRecordWords(trx, new Map(part.map((id) => [id, words.get(id)])));
  }
}

async function indexEntries(trx: Db, recordId: number, seqs: readonly number[]): Promise<void> {
  for (const part of chunks(seqs)) {
    const rows = await trx
      .selectFrom('entries')
      .select(['seq', 'description'])
      .where('record_id', '=', recordId)
      .where('seq', 'in', part)
      .execute();
    const texts = new Map(rows.map((row) => [row.seq, entryWords(row.description)]));
    await wordIndexOf(trx).putEntryWords(trx, new Map(part.map((seq) => [textIdOf(recordId, seq), texts.get(seq)])));
  }
}

function entryWords(text: string): string {
  return fittingWords(tokensOf(cleanText(text)).map(stemOf), roomOfText).join(' ');
}
