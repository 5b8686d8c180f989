import { tsvector } from '../database/postgres/fullText.ts';
import { fts5 } from '../database/sqlite/fullText.ts';
import { chunks, type Db, hasOneWriter } from '../database/store.ts';
import {
  docketToken,
  fittingWords,
  placeOfText,
  type RecordWords,
  roomOfText,
  stemOf,
  textIdOf,
  tokensOf,
  type WordIndex,
} from '../database/words/searchTerms.ts';
import { shortCourt } from '../records/courts.ts';
import { type Design, rightNumber } from '../records/design.ts';
import { type Docket, readDocketNumber } from '../records/docket.ts';
import { locarnoTitle } from '../records/locarno.ts';
import type { SearchRecord } from '../records/record.ts';
import { cleanText } from '../words/cleanText.ts';

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
  // Before the texts are read: one that is written from now on is noted again.
  for (const part of chunks(ids)) await trx.deleteFrom('pending_texts').where('id', 'in', part).execute();
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

/** The room of each part, so that a docket is found by its numbers however many parties it has. */
const room = { name: 0.6 * roomOfText, numbers: 0.2 * roomOfText, about: 0.2 * roomOfText };

/** The words by which a record is found. */
function recordWords(record: SearchRecord): RecordWords {
  const { name, numbers, about } = record.type === 'docket' ? docketWords(record) : designWords(record);
  const fitting = (words: readonly string[], part: number) => fittingWords(words, part).join(' ');
  return { name: fitting(name, room.name), numbers: fitting(numbers, room.numbers), about: fitting(about, room.about) };
}

type Words = Readonly<Record<keyof RecordWords, readonly string[]>>;

function docketWords({ key, docketNumber = '', ...docket }: Docket): Words {
  const number = readDocketNumber(docketNumber);
  return {
    name: wordsOf([docket.caseName, ...(docket.parties ?? []), docket.assignedTo]),
    numbers: wordsOf([
      key,
      docketNumber,
      number && docketToken(number.year, number.serial),
      ...(docket.patentNumbers ?? []).flatMap(spellings),
    ]),
    about: wordsOf([docket.court, docket.courtId, shortCourt(docket.courtId, docket.court ?? ''), docket.suitNature]),
  };
}

function designWords({ key, id, registrationNumber, ...design }: Design): Words {
  const cases = design.litigation ?? [];
  return {
    name: wordsOf([...(design.holders ?? []), ...(design.products ?? [])]),
    numbers: wordsOf([
      ...[key, id, registrationNumber].flatMap(spellings),
      ...cases.flatMap(({ caseId, docketNumber, patentNumbers }) => [
        caseId,
        docketNumber,
        ...(patentNumbers ?? []).flatMap(spellings),
      ]),
    ]),
    about: wordsOf([
      design.source,
      ...(design.locarno ?? []).flatMap((code) => [code, locarnoTitle(code)]),
      ...cases.map(({ caseName }) => caseName),
      ...Object.values(design.details ?? {}),
    ]),
  };
}

/** A number as it is written, in one piece, and without letters and leading zeros. */
function spellings(number: string | undefined): string[] {
  if (number === undefined) return [];
  const digits = number.replace(/\D/g, '').replace(/^0+/, '');
  return [number, rightNumber(number), number.replace(/[^\p{L}\p{N}]/gu, ''), digits];
}

function wordsOf(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts)].flatMap((text) => tokensOf(cleanText(text ?? '')));
}

/** The word index of the open database. */
export function wordIndexOf(db: Db): WordIndex {
  return hasOneWriter(db) ? fts5 : tsvector;
}
