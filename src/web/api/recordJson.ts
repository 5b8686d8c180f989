import { courtPage } from '../../records/courts.ts';
import type { HeldRecord } from '../../store/views/recordsHeld.ts';

/** A case as the API shows it; an empty list for a design. */
export function caseJson({ record, changedAt, firstSeenAt }: HeldRecord) {
  if (record.type !== 'docket') return [];
  return [
    {
      key: record.key,
      number: record.docketNumber ?? null,
      name: record.caseName ?? null,
      court: record.court ?? null,
      courtId: record.courtId ?? null,
      courtPage: courtPage(record) ?? null,
      judge: record.assignedTo ?? null,
      status: record.status ?? null,
      filed: record.dateFiled || null,
      terminated: record.dateTerminated || null,
      parties: record.parties ?? [],
      patents: record.patentNumbers ?? [],
      entries: record.entryTotal ?? null,
      changedAt,
      firstSeenAt,
    },
  ];
}

/** A design as the API shows it; an empty list for a case. */
export function designJson({ record, changedAt, firstSeenAt }: HeldRecord) {
  if (record.type !== 'design') return [];
  return [
    {
      key: record.key,
      source: record.source,
      number: record.registrationNumber ?? null,
      holders: record.holders ?? [],
      products: record.products ?? [],
      classes: record.locarno ?? [],
      designated: record.designated ?? [],
      status: record.status ?? null,
      registered: record.registered || null,
      expires: record.expires || null,
      pictures: record.images?.map((image) => image.url) ?? [],
      changedAt,
      firstSeenAt,
    },
  ];
}
