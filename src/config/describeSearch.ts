import { listedUpTo } from '../base/words/sentence.ts';
import { shortCourt } from '../records/courts.ts';
import { wholeClasses } from '../records/locarno.ts';
import type { DesignSearch, DocketSearch, WatchConfig } from './config.ts';

const docketWords = [
  ['patentNumber', 'patent number'],
  ['companyName', 'company'],
  ['caseNumber', 'case number'],
] as const;

const designWords = [
  ['holder', 'holder'],
  ['product', 'product'],
  ['locarno', 'Locarno class'],
  ['registrationNumber', 'registration number'],
  ['id', 'id'],
  ['idPrefix', 'id beginning with'],
  ['designated', 'designating'],
  ['status', 'status'],
  ['registered', 'registered'],
  ['expires', 'expiring'],
] as const;

const mostNamed = 4;

/**
 * What a watch asks for in words, for alerts and status: `designs in HAGUE or EMID: holder Rival, Locarno class 09-01
 * or 09-03`.
 */
export function describeWatch({ searches, courts = [] }: Pick<WatchConfig, 'searches' | 'courts'>): string {
  const narrowed = courts.length === 0 ? '' : `, court ${either(courts.map((court) => shortCourt(court, undefined)))}`;
  return `${describeSearches(searches)}${narrowed}`;
}

/** A search in words: `dockets: patent number 6,834,603`; `designs in HAGUE: holder Rival, status ACT`. */
export function describeSearch(search: DocketSearch | DesignSearch): string {
  return describeSearches([search]);
}

/** The values of each list, for searches that are the combinations of some lists, as those of one watch are. */
function describeSearches(searches: readonly (DocketSearch | DesignSearch)[]): string {
  const dockets = searches.filter((search) => search.type === 'dockets');
  const designs = searches.filter((search) => search.type === 'designs');
  const inDesigns = () => {
    const registers = either(designs.map((search) => search.source));
    const litigation = designs.some((search) => search.litigation) ? ', with their litigation' : '';
    return `designs in ${registers}: ${filtersIn(designs, designWords)}${litigation}`;
  };
  return [
    ...(dockets.length > 0 ? [`dockets: ${filtersIn(dockets, docketWords)}`] : []),
    ...(designs.length > 0 ? [inDesigns()] : []),
  ].join('; ');
}

function filtersIn<Field extends string>(
  searches: readonly { readonly [Key in Field]?: string | undefined }[],
  words: readonly (readonly [field: Field, word: string])[],
): string {
  return words
    .flatMap(([field, word]) => {
      const values = searches.flatMap((search) => search[field] || []);
      return values.length === 0 ? [] : [`${word} ${either(asSpoken(field, values))}`];
    })
    .join(', ');
}

function asSpoken(field: string, values: readonly string[]): string[] {
  if (field === 'locarno') return wholeClasses(values);
  return field === 'patentNumber' ? values.map(withCommas) : [...values];
}

/** `A`; `A or B`; `A, B, C, D or 3 more` */
function either(values: readonly string[]): string {
  return listedUpTo(mostNamed, [...new Set(values)], undefined, 'or');
}

/** 6834603 → 6,834,603; D1234567 → D1,234,567. Longer ones (applications) are left as they are. */
function withCommas(number: string): string {
  const parts = /^([A-Z]*)(\d{4,8})$/.exec(number.replaceAll(/[\s,]/g, '').toUpperCase());
  return parts === null ? number : `${parts[1]}${parts[2]?.replaceAll(/\B(?=(\d{3})+$)/g, ',')}`;
}
