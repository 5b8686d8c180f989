import type { DesignSearch, DocketSearch } from './config.ts';
import { knownSources } from './searchRules.ts';

/** What people write for a register, and what the service calls it. */
const registers: Readonly<Record<string, (typeof knownSources)[number]>> = {
  EU: 'EMID',
  EM: 'EMID',
  EUIPO: 'EMID',
  OHIM: 'EMID',
  WIPO: 'HAGUE',
  WO: 'HAGUE',
  US: 'USID',
  USPTO: 'USID',
  DE: 'DEID',
  DPMA: 'DEID',
};

const legalForm =
  /,?\s+(inc|incorporated|llc|llp|lp|ltd|limited|corp|corporation|co|gmbh|ag|kg|plc|s\.?a|b\.?v|n\.?v)\.?$/i;

/** What courts and registers write instead of what a search that found nothing asks for, in sentences; none where it looks right. */
export function whyNothing(search: DocketSearch | DesignSearch): string[] {
  return search.type === 'dockets'
    ? [...ofCaseNumber(search.caseNumber), ...ofCompany(search.companyName), ...ofPatent(search.patentNumber)]
    : [...ofSource(search.source), ...ofHolder(search.holder)];
}

function ofCaseNumber(caseNumber = ''): string[] {
  if (caseNumber === '' || /^\d:\d{2}-[a-z]{2}-\d{5}$/.test(caseNumber)) return [];
  const [, year, number] = /(?<!\d)(?:20)?(\d{2})\D+(\d{1,5})(?!\d)/.exec(caseNumber.replace(/^\d:/, '')) ?? [];
  const example = year === undefined ? '1:20-cv-00168' : `1:${year}-cv-${number?.padStart(5, '0')}`;
  return [`Courts write ${example}, with the number of the division first: the service compares it exactly.`];
}

function ofCompany(companyName = ''): string[] {
  const form = legalForm.exec(companyName)?.[0];
  return [
    ...(form === undefined
      ? []
      : [`It is compared as the beginning of the party's name, comma and all: leave "${form.trim()}" out.`]),
    ...(/^the\s/i.test(companyName) ? ['Parties are often entered without "The": leave it out.'] : []),
  ];
}

function ofPatent(patentNumber = ''): string[] {
  const [, kind, number] = /^([A-Z]*)0+(\d+)$/.exec(patentNumber.replaceAll(/[\s,]/g, '').toUpperCase()) ?? [];
  return number === undefined ? [] : [`Patent numbers are kept without leading zeros: ${kind}${number}.`];
}

function ofSource(source: string): string[] {
  if (knownSources.some((known) => known === source)) return [];
  const register = registers[source.toUpperCase()];
  return [register ? `The service calls that register ${register}.` : `Registers are ${knownSources.join(', ')}.`];
}

function ofHolder(holder = ''): string[] {
  const form = legalForm.exec(holder)?.[0];
  const umlaut = holder.replace(/([aou])e/gi, (_, vowel: string) => ({ a: 'ä', o: 'ö', u: 'ü' })[vowel] ?? `${vowel}e`);
  return [
    ...(form === undefined
      ? []
      : [`Holders are entered with and without their legal form: leave "${form.trim()}" out.`]),
    ...(umlaut === holder ? [] : [`Registers may write ${umlaut}.`]),
  ];
}
