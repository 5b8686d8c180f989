import { cleanText } from '../../../base/words/cleanText.ts';
import { legalFormOf, readCaseNumber } from '../../../config/searchWords.ts';
import { courtCalled, shortCourt } from '../../../records/courts.ts';
import { locarnoTitle } from '../../../records/design.ts';
import { asRegistered, readDocketNumber, readPatentNumber, splitNumbers } from '../../../records/docket.ts';
import type { SearchKind } from './fields.ts';

export interface WhatRead {
  readonly kind: SearchKind;
  /** Values of the form by dotted key, such as `dockets.patentNumber`, or `designs.source.HAGUE` for a tick box. */
  readonly values: Readonly<Record<string, string>>;
  readonly name: string;
  /** Continues “Read as”: `a US patent number, 7,654,321: court cases about it`. */
  readonly words: string;
  readonly isUnsearchable?: boolean | undefined;
  readonly offers?: readonly string[] | undefined;
}

/** The registers of a search that names none, where European brands file. */
const usualRegisters = ['HAGUE', 'EMID'];

type Reader = (text: string, preferred: SearchKind) => WhatRead | undefined;

/** Reads the text of the one box. @param preferred what to search for a name or a design patent */
export function readWhat(written: string, preferred: SearchKind): WhatRead | undefined {
  const text = cleanText(written).trim();
  if (text === '') return undefined;
  for (const read of [caption, several, application, caseNumber, registration, locarnoClass, patent, otherNumber]) {
    const found = read(text, preferred);
    if (found !== undefined) return found;
  }
  return nameRead(text, preferred);
}

function unsearchable(kind: SearchKind, name: string, words: string, offers?: readonly string[]): WhatRead {
  return { kind, values: {}, name, words, isUnsearchable: true, offers };
}

/** Reads `Widget v. Rival`, which cannot be searched, because the service searches for one party. */
const caption: Reader = (text) => {
  const [, one = '', other = ''] = /^(.+?)\s+vs?\.?\s+(.+)$/i.exec(text) ?? [];
  const offers = [one, other].map(partyOf).filter(Boolean);
  if (other === '' || offers.length < 2) return undefined;
  const words = `the caption of a case, ${text}: cases are searched by one party, or by their number and court`;
  return unsearchable('dockets', text, words, offers);
};

function partyOf(side: string): string {
  const name = side.replace(/\s*\(.*$/, '').replace(/,?\s+et al\.?$/i, '');
  return name.slice(0, name.length - (legalFormOf(name)?.length ?? 0)).replace(/[\s,]+$/, '');
}

/** Reads `6,834,603, 7,654,321` and `Rival; Kelmont`, which are several values. */
const several: Reader = (text, preferred) => {
  const numbers = splitNumbers(text);
  const parts = numbers.every(isNumber) ? numbers : text.split(';').flatMap((part) => part.trim() || []);
  if (parts.length < 2) return undefined;
  const words = `several values, ${text}: write one here, or each on a line in its field under More`;
  return unsearchable(preferred, text, words, parts.slice(0, 3));
};

/** True for the number of a case, patent or design, whatever stands between its digits. */
function isNumber(text: string): boolean {
  return /^(?:[A-Z]{2}\s)?\S*\d{4}\S*(?:\s[A-Z]\d?)?$/i.test(text.replaceAll(/(?<=\d)[,\s](?=\d{3}(?!\d))/g, ''));
}

/** Reads `29/123,456`, which cannot be searched, because dockets and registers have only the number of the patent. */
const application: Reader = (text, preferred) => {
  const [, series = ''] = /^(?:U\.?\s?S\.?\s?)?(\d{2})\/\d{3}[,.]?\d{3}$/i.exec(text) ?? [];
  if (series === '') return undefined;
  const isDesign = series === '29' || series === '35';
  const words =
    `the number of a ${isDesign ? 'design patent' : 'US patent'} application, ${text}, which cannot be searched: ` +
    `write the number of the patent, like ${isDesign ? 'D901,234' : '7,654,321'}, or a name`;
  return unsearchable(preferred, text, words);
};

/** Reads a case number, also with its court after it. `09-01` alone is a Locarno class. */
const caseNumber: Reader = (text) => {
  const [, written = '', of] =
    /^(\d?:?\d{2,4}-(?:[a-z]{2}-)?\d{1,7}(?:-[a-z]+)*)(?:,?\s+(?:in\s+)?\(?(.+?)\)?)?$/i.exec(text) ?? [];
  if (of === undefined && /^\d{2}-\d{1,2}$/.test(written)) return undefined;
  const court = of === undefined ? undefined : courtCalled(of);
  if (readDocketNumber(written) === undefined || (of !== undefined && court === undefined)) return undefined;
  const { number, candidates } = readCaseNumber(written, court === undefined ? [] : [court]);
  const place = court === undefined ? undefined : shortCourt(court, undefined);
  const where = place === undefined ? '' : ` of ${place}`;
  return {
    kind: 'dockets',
    values: { 'dockets.caseNumber': number, ...(place !== undefined && { 'dockets.court': place }) },
    name: `Case ${number}${where}`,
    words: candidates === undefined ? wholeNumber(number, where) : partOfNumber(number, where, candidates),
  };
};

function wholeNumber(number: string, where: string): string {
  return `a case number, ${number}${where}${where === '' ? ': cases with this number in every court' : ''}`;
}

function partOfNumber(number: string, where: string, candidates: readonly string[]): string {
  if (where !== '')
    return `a case number, ${number}${where}, which writes ${candidates.join(' or ')}: write one of them`;
  const example = candidates[0] ?? '1:20-cv-00168';
  return `a case number, ${number}, which needs its court: write it behind, like ${number} D. Del., or ${example}`;
}

const registers: readonly (readonly [form: RegExp, source: string, office: string])[] = [
  [/^DM\/?\s?\d[\d ]{3,8}$/i, 'HAGUE', 'the Hague register'],
  [/^(?:(?:RCD|EU)\s?)?0\d{8}-\d{4}$/i, 'EMID', 'EUIPO'],
];

const registration: Reader = (text, preferred) => {
  const known = registers.find(([form]) => form.test(text));
  const isAmerican = preferred === 'designs' && /^(?:US\s?)?D\s?0*[\d,]{3,9}(?:\s?S\d?)?$/i.test(text);
  if (known === undefined && !isAmerican) return undefined;
  const [, source, office] = known ?? [undefined, 'USID', 'the USPTO'];
  const number = asRegistered(source, text);
  return {
    kind: 'designs',
    values: { 'designs.registrationNumber': number, [`designs.source.${source}`]: 'true' },
    name: `Design ${number}`,
    words: `a registration number of ${office}, ${number}: this one design`,
  };
};

const locarnoClass: Reader = (text, preferred) => {
  const [, said, main = '', sub] =
    /^(loc(?:arno)?|class|cl\.?)?\s*(?:cl(?:ass)?\.?\s*)?(\d{1,2})(?:\s*[-.]\s*(\d{1,2}))?$/i.exec(text) ?? [];
  const title = locarnoTitle(main);
  if (title === undefined) return mistypedClass(text);
  // A bare number is a class only if designs are preferred.
  if (said === undefined && sub === undefined && preferred === 'dockets') return undefined;
  const code = [main, ...(sub === undefined ? [] : [sub])].map((digits) => digits.padStart(2, '0')).join('-');
  return {
    kind: 'designs',
    values: { 'designs.locarno': code, ...inRegisters() },
    name: `Class ${code}`,
    words:
      `the Locarno class ${code}${sub === undefined ? '' : ` in class ${code.slice(0, 2)}`} (${title}): every new ` +
      `design of this class at ${usualRegisters.join(' and ')}`,
  };
};

/** Reads `class 09-01 Rival`, which are two values for two fields, and a class that does not exist. */
function mistypedClass(text: string): WhatRead | undefined {
  const [, before = '', code = '', after = ''] =
    /^(?:(.+?),?\s)?\b((?:locarno\s+)?(?:class|cl\.)\s*\d{1,2}(?:[-.]\d{1,2})?)\b(?:,?\s(.+))?$/i.exec(text) ?? [];
  if (before !== '' || after !== '') {
    const words = `a class and a name, ${text}: write one of them here, and the other in its field under More`;
    return unsearchable('designs', text, words, [before || after, code]);
  }
  if (!/^(?:loc(?:arno)?|class|cl\.?)\s*\d[\d.-]*[a-z]?$/i.test(text)) return undefined;
  const words = `a Locarno class, ${text}, which does not exist: write one like 09-01, or a name in its own field`;
  return unsearchable('designs', text, words);
}

const patent: Reader = (text) => {
  const number = readPatentNumber(text);
  if (number === undefined || number.replace(/\D/g, '').length < 5) return undefined;
  const shown = number.replace(/\d+/, (digits) => Number(digits).toLocaleString('en-US'));
  return {
    kind: 'dockets',
    values: { 'dockets.patentNumber': shown },
    name: `Patent ${shown}`,
    words: `a US patent number, ${shown}: court cases about it`,
  };
};

/** Reads `2020cv00168`, which no party is called. */
const otherNumber: Reader = (text, preferred) => {
  if (!/^\S*\d{5}\S*$/.test(text)) return undefined;
  const words = `a number, ${text}, in no form that courts or registers use: write one like 1:20-cv-00168 or DM/123456`;
  return unsearchable(preferred, text, words);
};

function nameRead(text: string, preferred: SearchKind): WhatRead {
  if (preferred === 'dockets') {
    const values = { 'dockets.companyName': text, 'dockets.wholeWord': 'true' };
    return {
      kind: preferred,
      values,
      name: `${text} in court`,
      words: `a name, ${text}: court cases with a party whose name begins with it, only whole words`,
    };
  }
  const values = { 'designs.holder': text, 'designs.wholeWord': 'true', ...inRegisters() };
  const words = `a name, ${text}: designs of holders with this name, whole words, at ${usualRegisters.join(' and ')}`;
  return { kind: preferred, values, name: `Designs of ${text}`, words };
}

function inRegisters(): Record<string, string> {
  return Object.fromEntries(usualRegisters.map((source) => [`designs.source.${source}`, 'true']));
}
