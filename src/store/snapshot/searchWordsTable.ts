import { cleanText } from '../../base/words/cleanText.ts';
import { shortCourt } from '../../records/courts.ts';
import { type Design, locarnoTitle, rightNumber } from '../../records/design.ts';
import { type Docket, readDocketNumber } from '../../records/docket.ts';
import type { SearchRecord } from '../../records/record.ts';
import type { Db } from '../store.ts';
import { docketToken, putEntryWords, putRecordWords, type RecordWords, textIdOf, wordsOf } from '../words/wordIndex.ts';

type NumberedRecord = Readonly<{ id: number; record: SearchRecord }>;

export async function indexRecords(db: Db, records: readonly NumberedRecord[]): Promise<void> {
  const words = records.map(({ id, record }) => ({ id, ...recordWords(record) }));
  if (words.length > 0) await putRecordWords(db, words);
}

export async function indexEntries(
  db: Db,
  entries: readonly Readonly<{ recordId: number; seq: number; description: string }>[],
): Promise<void> {
  const words = entries.map(({ recordId, seq, description }) => ({
    id: textIdOf(recordId, seq),
    text: wordsOf([cleanText(description)], longestText),
  }));
  if (words.length > 0) await putEntryWords(db, words);
}

/** In letters. Postgres has room for a megabyte of words and positions. The end of a longer text cannot be found. */
const longestText = 250_000;
const longest = { name: 150_000, numbers: 50_000, about: 50_000 };

function recordWords(record: SearchRecord): Omit<RecordWords, 'id'> {
  const { name, numbers, about } = record.type === 'docket' ? docketWords(record) : designWords(record);
  const cut = (texts: readonly (string | undefined)[], letters: number) =>
    wordsOf(
      [...new Set(texts)].map((text) => cleanText(text ?? '')),
      letters,
    );
  return { name: cut(name, longest.name), numbers: cut(numbers, longest.numbers), about: cut(about, longest.about) };
}

type Words = Readonly<Record<'name' | 'numbers' | 'about', readonly (string | undefined)[]>>;

function docketWords({ key, docketNumber = '', ...docket }: Docket): Words {
  const number = readDocketNumber(docketNumber);
  return {
    name: [docket.caseName, ...(docket.parties ?? []), docket.assignedTo],
    numbers: [
      key,
      docketNumber,
      number && docketToken(number.year, number.serial),
      ...(docket.patentNumbers ?? []).flatMap(spellings),
    ],
    about: [docket.court, docket.courtId, shortCourt(docket.courtId, docket.court ?? ''), docket.suitNature],
  };
}

function designWords({ key, id, registrationNumber, ...design }: Design): Words {
  const cases = design.litigation ?? [];
  return {
    name: [...(design.holders ?? []), ...(design.products ?? [])],
    numbers: [
      ...[key, id, registrationNumber].flatMap(spellings),
      ...cases.flatMap(({ caseId, docketNumber, patentNumbers }) => [
        caseId,
        docketNumber,
        ...(patentNumbers ?? []).flatMap(spellings),
      ]),
    ],
    about: [
      design.source,
      ...(design.locarno ?? []).flatMap((code) => [code, locarnoTitle(code)]),
      ...cases.map(({ caseName }) => caseName),
      ...Object.values(design.details ?? {}),
    ],
  };
}

function spellings(number: string | undefined): string[] {
  if (number === undefined) return [];
  const digits = number.replace(/\D/g, '').replace(/^0+/, '');
  return [number, rightNumber(number), number.replace(/[^\p{L}\p{N}]/gu, ''), digits];
}
