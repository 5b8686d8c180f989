import { asRegistered, readDocketNumber, readPatentNumber, writeDocketNumber } from '../records/docket.ts';
import { locarnoTitle } from '../records/locarno.ts';
import { cleanText } from '../words/cleanText.ts';
import type { SearchKind } from './formFields.ts';

/** What somebody who wants to watch something wrote, as fields of the form. */
export interface WhatRead {
  readonly kind: SearchKind;
  /** By dotted key, as the form has them: `dockets.patentNumber`; of boxes `designs.source.HAGUE`. */
  readonly values: Readonly<Record<string, string>>;
  readonly name: string;
  /** `a US patent number, 7,654,321: court cases about it` */
  readonly words: string;
}

/** Where European brands file, for a search that names no register. */
const usualRegisters = ['HAGUE', 'EMID'];

type Reader = (text: string, preferred: SearchKind) => WhatRead | undefined;

/**
 * Reads what a person wrote into the one box: a case number, a US patent, a registration number, a Locarno class, else
 * a name.
 * @param preferred what a name, and a design patent, are searched among
 * @returns undefined for a blank text
 */
export function readWhat(written: string, preferred: SearchKind): WhatRead | undefined {
  const text = cleanText(written).trim();
  if (text === '') return undefined;
  for (const read of [caseNumber, registration, locarnoClass, patent]) {
    const found = read(text, preferred);
    if (found !== undefined) return found;
  }
  return nameRead(text, preferred);
}

const caseNumber: Reader = (text) => {
  const isOne = /^\d?:?\d{2,4}-(?:[a-z]{2}-)?\d{1,7}(?:-[a-z]+)*$/i.test(text);
  const number = isOne ? readDocketNumber(text) : undefined;
  // Without its office a number stands for cases of every division.
  if (number === undefined || (number.type === undefined && number.office === undefined)) return undefined;
  const value = number.office === undefined ? text : writeDocketNumber(number, number.office);
  return {
    kind: 'dockets',
    values: { 'dockets.caseNumber': value },
    name: `Case ${value}`,
    words: `a case number, ${value}: cases with this number in every court`,
  };
};

/** By the form of its number, the register of a design. */
const registers: readonly (readonly [form: RegExp, source: string, office: string])[] = [
  [/^DM\/?\s?\d[\d ]{3,8}$/i, 'HAGUE', 'the Hague register'],
  [/^(?:RCD\s?)?0\d{8}-\d{4}$/i, 'EMID', 'EUIPO'],
];

const registration: Reader = (text, preferred) => {
  const known = registers.find(([form]) => form.test(text));
  const isAmerican = preferred === 'designs' && /^(?:US\s?)?D\s?0*[\d,]{3,9}(?:\s?S\d?)?$/i.test(text);
  if (known === undefined && !isAmerican) return undefined;
  const [, source, office] = known ?? [undefined, 'USID', 'the USPTO'];
  const number = asRegistered(source, text.replace(/^RCD\s?/i, ''));
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
  // A bare number is a class where designs are watched.
  if (main === '' || (said === undefined && sub === undefined && preferred === 'dockets')) return undefined;
  const title = locarnoTitle(main);
  if (title === undefined) return undefined;
  const code = [main, ...(sub === undefined ? [] : [sub])].map((digits) => digits.padStart(2, '0')).join('-');
  return {
    kind: 'designs',
    values: { 'designs.locarno': code, ...inRegisters() },
    name: `Class ${code}`,
    words: `a Locarno class, ${code} (${title}): every new design of it at ${usualRegisters.join(' and ')}`,
  };
};

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

function nameRead(text: string, preferred: SearchKind): WhatRead {
  if (preferred === 'dockets') {
    const values = { 'dockets.companyName': text, 'dockets.wholeWord': 'true' };
    return {
      kind: preferred,
      values,
      name: `${text} in court`,
      words: `a name, ${text}: court cases with a party of this name`,
    };
  }
  const values = { 'designs.holder': text, 'designs.wholeWord': 'true', ...inRegisters() };
  const words = `a name, ${text}: designs whose holder has it, at ${usualRegisters.join(' and ')}`;
  return { kind: preferred, values, name: `Designs of ${text}`, words };
}

function inRegisters(): Record<string, string> {
  return Object.fromEntries(usualRegisters.map((source) => [`designs.source.${source}`, 'true']));
}
