import type { Design } from './design.ts';
import type { Docket } from './docket.ts';

export type SearchRecord = Docket | Design;
export type RecordType = SearchRecord['type'];

/** As much of a record as it takes to report on it: how it is called, who and what it is about, when it was filed. */
export type BriefRecord =
  | Pick<Docket, 'type' | 'key' | 'docketNumber' | 'caseName' | 'parties' | 'dateFiled' | 'entryTotal'>
  | Pick<Design, 'type' | 'key' | 'registrationNumber' | 'holders' | 'products' | 'registered'>;

/** A record in brief; of a docket that does not say how many entries it has, they are counted. */
export function briefOf(record: SearchRecord): BriefRecord {
  if (record.type === 'docket') {
    const { type, key, docketNumber, caseName, parties, dateFiled, entries, entryTotal = entries?.length } = record;
    return { type, key, docketNumber, caseName, parties, dateFiled, entryTotal };
  }
  const { type, key, registrationNumber, holders, products, registered } = record;
  return { type, key, registrationNumber, holders, products, registered };
}

/** What people call a record: the case number or the registration number. */
export function labelOf(record: BriefRecord): string {
  switch (record.type) {
    case 'docket':
      return record.docketNumber || `docket ${record.key}`;
    case 'design':
      return record.registrationNumber || record.key;
  }
}

/** What a record is about: the case name, or the products of a design, else its holders. */
export function titleOf(record: BriefRecord): string {
  switch (record.type) {
    case 'docket':
      return record.caseName ?? '';
    case 'design':
      return record.products?.join('; ') || record.holders?.join('; ') || '';
  }
}

/** The day a record came into the world, `YYYY-MM-DD`; '' when unknown. */
export function filedOn(record: BriefRecord): string {
  return (record.type === 'docket' ? record.dateFiled : record.registered) ?? '';
}
