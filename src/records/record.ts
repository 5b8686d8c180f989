import type { Design } from './design.ts';
import type { Docket } from './docket.ts';

export type SearchRecord = Docket | Design;
export type RecordType = SearchRecord['type'];

/** What people call a record: the case number or the registration number. */
export function labelOf(record: SearchRecord): string {
  switch (record.type) {
    case 'docket':
      return record.docketNumber || `docket ${record.key}`;
    case 'design':
      return record.registrationNumber || record.key;
  }
}

/** What a record is about: the case name, or the products of a design, else its holders. */
export function titleOf(record: SearchRecord): string {
  switch (record.type) {
    case 'docket':
      return record.caseName ?? '';
    case 'design':
      return record.products?.join('; ') || record.holders?.join('; ') || '';
  }
}

/** The day a record came into the world, `YYYY-MM-DD`; '' when unknown. */
export function filedOn(record: SearchRecord): string {
  return (record.type === 'docket' ? record.dateFiled : record.registered) ?? '';
}
