import type { DesignSearch, DocketSearch } from './config.ts';

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

/** A search in words, for alerts and status: `dockets: patent number 6,834,603`; `designs in HAGUE: holder Rival, status ACT`. */
export function describeSearch(search: DocketSearch | DesignSearch): string {
  switch (search.type) {
    case 'dockets':
      return `dockets: ${list([
        ['patent number', withCommas(search.patentNumber)],
        ['company', search.companyName],
        ['case number', search.caseNumber],
      ])}`;
    case 'designs': {
      const filters = list(designWords.map(([field, word]) => [word, search[field]]));
      return `designs in ${search.source}: ${filters}${search.litigation ? ', with their litigation' : ''}`;
    }
  }
}

function list(pairs: readonly (readonly [word: string, value: string | undefined])[]): string {
  return pairs
    .filter(([, value]) => value)
    .map(([word, value]) => `${word} ${value}`)
    .join(', ');
}

/** 6834603 → 6,834,603; D1234567 → D1,234,567. Longer ones (applications) are left as they are. */
function withCommas(number: string | undefined): string | undefined {
  const parts = /^([A-Z]*)(\d{4,8})$/.exec(number?.replaceAll(/[\s,]/g, '').toUpperCase() ?? '');
  return parts === null ? number : `${parts[1]}${parts[2]?.replaceAll(/\B(?=(\d{3})+$)/g, ',')}`;
}
