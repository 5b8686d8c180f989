import { fittingWords, roomOfText } from '../database/words/fittingWords.ts';
import { docketToken, tokensOf } from '../database/words/searchTerms.ts';
import type { RecordWords } from '../database/words/wordIndex.ts';
import { shortCourt } from '../records/courts.ts';
import type { Design } from '../records/design.ts';
import type { Docket } from '../records/docket.ts';
import { readDocketNumber } from '../records/docketNumber.ts';
import { locarnoTitle } from '../records/locarno.ts';
import type { SearchRecord } from '../records/record.ts';
import { rightNumber } from '../records/rightNumber.ts';
import { cleanText } from '../words/cleanText.ts';

/** The room of each part, so that a docket is found by its numbers however many parties it has. */
const room = { name: 0.6 * roomOfText, numbers: 0.2 * roomOfText, about: 0.2 * roomOfText };

/** The words by which a record is found. */
export function recordWords(record: SearchRecord): RecordWords {
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
