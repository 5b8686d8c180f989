import { readPatentNumber } from '../records/patentNumber.ts';
import { readCaseNumber } from './caseNumbers.ts';
import type { DesignSearch, DocketSearch, WatchConfig } from './config.ts';
import { legalFormOf } from './legalForm.ts';
import { knownSources, registerCalled } from './registers.ts';

/** What courts and registers write instead of the search of a watch that found nothing, in sentences; none where it looks right. */
export function whyWatchFindsNothing({ searches, courts }: Pick<WatchConfig, 'searches' | 'courts'>): string[] {
  return [...new Set(searches.flatMap((search) => whyNothing(search, courts)))];
}

/** The same for one search that found nothing. */
export function whyNothing(search: DocketSearch | DesignSearch, courts: readonly string[] = []): string[] {
  return search.type === 'dockets'
    ? [...ofCaseNumber(search.caseNumber, courts), ...ofCompany(search.companyName), ...ofPatent(search.patentNumber)]
    : [...ofSource(search.source), ...ofHolder(search.holder)];
}

function ofCaseNumber(caseNumber: string | undefined, courts: readonly string[]): string[] {
  if (caseNumber === undefined) return [];
  const { number, candidates = number === caseNumber ? undefined : [number] } = readCaseNumber(caseNumber, courts);
  if (candidates === undefined) return [];
  const examples = candidates.length > 0 ? candidates.join(' or ') : '1:20-cv-00168';
  return [`Courts write ${examples}, with the number of the office first: the service compares it exactly.`];
}

function ofCompany(companyName = ''): string[] {
  const form = legalFormOf(companyName);
  return [
    ...(form === undefined
      ? []
      : [`It is compared as the beginning of the party's name, including the comma: leave "${form}" out.`]),
    ...(/^the\s/i.test(companyName) ? ['Parties are often entered without "The": leave it out.'] : []),
  ];
}

function ofPatent(patentNumber = ''): string[] {
  const number = readPatentNumber(patentNumber);
  return number === undefined || number === patentNumber.replaceAll(/[\s,]/g, '').toUpperCase()
    ? []
    : [`Patent numbers are kept without country, kind code and leading zeros: ${number}.`];
}

function ofSource(source: string): string[] {
  if (knownSources.some((known) => known === source)) return [];
  const register = registerCalled(source);
  return [
    register !== source.toUpperCase()
      ? `The service calls that register ${register}.`
      : `Registers are ${knownSources.join(', ')}.`,
  ];
}

function ofHolder(holder = ''): string[] {
  const form = legalFormOf(holder);
  const umlaut = holder.replace(/([aou])e/gi, (_, vowel: string) => ({ a: 'ä', o: 'ö', u: 'ü' })[vowel] ?? `${vowel}e`);
  return [
    ...(form === undefined ? [] : [`Holders are entered with and without their legal form: leave "${form}" out.`]),
    ...(umlaut === holder ? [] : [`Registers may write ${umlaut}.`]),
  ];
}
