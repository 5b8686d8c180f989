import { z } from 'zod';
import type { Design } from '../../records/design.ts';
import { designForm, designKey } from '../../records/designForm.ts';
import { storable, textForm } from '../../records/fieldForm.ts';
import type { ParsedHit } from './readFields.ts';
import {
  cutText,
  date,
  identifier,
  identifiers,
  isPlainObject,
  kindOf,
  type PlainObject,
  readFields,
  text,
  texts,
  UnreadableList,
  whole,
} from './readFields.ts';

/** Fields that move without being news. */
const volatileFields: ReadonlySet<string> = new Set(['crawledAt', 'PROCESSED_AT', 'workerId', 'WORKER_ID', 'version']);

/** The keys of DETAIL_DATA.structured that the contract names (2.5); others come too, and then only their texts count. */
const structured = z.looseObject({
  indication_of_products: text,
  data_relating_to_priority_claim_under_the_paris_convention: text,
  class_and_subclass_of_the_locarno_classification: text,
  filing_date_of_the_application: text,
  date_of_the_national_registration: text,
  application_number: text,
  national_registration_number: text,
  expected_expiration_date_of_the_registrationrenewal: text,
});

const litigationCase = z.object({
  caseId: identifier,
  docketNumber: text,
  caseName: text,
  court: text,
  status: text,
  dateFiled: date,
  parties: texts,
  patentNumbers: identifiers,
});

const designHit = z.object({
  ID: identifier,
  SOURCE: text,
  IRN: identifier,
  HOL: texts,
  PROD: texts,
  LCS: texts,
  DS: texts,
  RD: date,
  ED: date,
  STATUS: text,
  DC: whole,
  DETAIL_URL: text,
  DETAIL_DATA: z.object({ structured: structured.nullish() }).nullish(),
  IMG: texts,
  IMG_DATA: z.array(z.object({ filename: text, url: text })).nullish(),
  litigationStatus: text,
  caseTotal: whole,
  cases: z.array(litigationCase).nullish(),
});

/**
 * Parses one design hit (docs/service.md), never throwing: what can be read becomes a record, what cannot is listed as unreadable
 * with its place and reason (`path` is where the hit stands, e.g. `hits[3]`). A bad field counts as absent. Without `ID`, and
 * without `SOURCE` and `IRN`, there is no record.
 */
export function parseDesignHit(hit: unknown, path: string): ParsedHit {
  const unreadable = new UnreadableList();
  if (!isPlainObject(hit)) {
    unreadable.add(path, `expected object, found ${kindOf(hit)}`);
    return { unreadable: unreadable.listed, unreadableCount: unreadable.count };
  }
  const read = designHit.safeParse(hit);
  const shown = read.success ? read.data : readPiecemeal(hit, path, unreadable);
  const key = designKey(shown);
  if (key === undefined)
    unreadable.add(path, 'expected ID, or SOURCE and IRN, found nothing that identifies the design');
  const record = key === undefined ? undefined : designForm(key, shown, detailsOf(shown.DETAIL_DATA?.structured));
  return { record, unreadable: unreadable.listed, unreadableCount: unreadable.count };
}

function readPiecemeal(
  hit: PlainObject,
  path: string,
  unreadable: UnreadableList,
): Partial<z.output<typeof designHit>> {
  const { fields, unread } = readFields(designHit, hit, path, unreadable);
  // Image paths stand in for addresses only where a source has none: between one response and the next they would look like news.
  return unread.includes('IMG_DATA') ? { ...fields, IMG: undefined } : fields;
}

function detailsOf(shown: Readonly<Record<string, unknown>> | null | undefined): Design['details'] {
  if (!shown) return undefined;
  const details: Record<string, string> = {};
  for (const [name, value] of Object.entries(shown)) {
    if (volatileFields.has(name)) continue;
    if (typeof value === 'string') details[storable(name)] = textForm(cutText(value)) ?? '';
    else if (value === null) details[storable(name)] = '';
  }
  return details;
}
