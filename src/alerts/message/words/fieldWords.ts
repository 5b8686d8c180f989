import { cleanText, shortText } from '../../../base/words/cleanText.ts';
import { type Reader, readerDay } from '../../../base/words/readerDate.ts';
import { capitalised, withCommas } from '../../../base/words/sentence.ts';
import { shortCourt, shortCourtName } from '../../../records/courts.ts';
import type { FieldChange, FieldValue } from '../../../records/diff/change.ts';

// Maps, because the service's own words are looked up: an object would have a `constructor` of its own.
const names = new Map(
  Object.entries({
    status: 'Status',
    dateFiled: 'Filed',
    dateTerminated: 'Terminated',
    assignedTo: 'Judge',
    court: 'Court',
    courtId: 'Court',
    caseName: 'Case name',
    docketNumber: 'Case number',
    suitNature: 'Nature of suit',
    jurisdiction: 'Jurisdiction',
    parties: 'Parties',
    patentNumbers: 'Patents',
    entryTotal: 'Entries',
    entries: 'Entries',
    description: 'Text',
    documentNumber: 'Document number',
    documentHref: 'Document link',
    pdfUrl: 'PDF',
    extraDocument: 'Attachments',
    attachments: 'Attachments',
    priority: 'Priority',
    filed: 'Filed',
    registrationNumber: 'Registration number',
    holders: 'Holder',
    products: 'Product',
    locarno: 'Locarno class',
    designated: 'Designated',
    registered: 'Registered',
    expires: 'Expires',
    designCount: 'Designs',
    detailUrl: 'Register page',
    images: 'Pictures',
    litigation: 'Litigation',
  }),
);

/** What a field is called in a message: `assignedTo` → `Judge`, `details.application_number` → `Application number`. */
export function fieldName(field: string): string {
  const known = names.get(field);
  if (known) return known;
  const bare = shortText(field.slice(field.lastIndexOf('.') + 1), 60)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return capitalised(bare) || 'A field without a name';
}

/** The same inside a sentence: `judge`, but `PDF`. */
export function fieldNameInside(field: string): string {
  const name = fieldName(field);
  return /^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

const designStatus = new Map(
  Object.entries({
    ACT: 'active',
    PEND: 'pending',
    EXP: 'expired',
    DEL: 'deleted',
  }),
);

/** A status in words: `ACT` → `active`; an unknown one unchanged. */
export function statusWords(status: string): string {
  return designStatus.get(status) ?? shortText(status, 60);
}

/** A value as a reader wants it; `none` where there is none. */
export function valueWords(field: string, value: FieldValue, reader: Reader): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'number') return withCommas(value);
  if (typeof value !== 'string') return value.length === 0 ? 'none' : value.map(cleanText).join('; ');
  if (field === 'pdfUrl' || field === 'documentHref') return 'available';
  if (field === 'status') return statusWords(value);
  return readerDay(cleanText(value), reader) || 'none';
}

/** A case as a change of litigation has it: `1:26-cv-00504 Widget Co. v. Rival (W.D. Tex., open)`. */
export interface CaseLine {
  /** `1:26-cv-00504 Widget Co. v. Rival` */
  readonly name: string;
  readonly number: string;
  /** In short form. */
  readonly court: string;
  /** As the service has it; '' where it has none. */
  readonly status: string;
}

/** Whether a status says that a case is over. */
export function isEnded(status: string): boolean {
  return /^(terminat|clos|ended)/i.test(status);
}

/** The cases of one side of a change of litigation. */
export function linesOf(value: FieldChange['after']): CaseLine[] {
  return Array.isArray(value) ? value.map((one) => lineOf(cleanText(one))) : [];
}

function lineOf(text: string): CaseLine {
  const [, name = text, facts = ''] = /^(.*\S) \(([^()]*)\)$/.exec(text) ?? [];
  const comma = facts.lastIndexOf(', ');
  const alone = comma < 0 && isStatus(facts);
  const court = alone ? '' : comma < 0 ? facts : facts.slice(0, comma);
  const status = alone ? facts : comma < 0 ? '' : facts.slice(comma + 2);
  return { name, number: name.split(' ')[0] ?? '', court: shortCourtName(court) ?? shortCourt(court, court), status };
}

/** How many cases ended by this change. */
export function casesEnded({ before, after }: FieldChange): number {
  const old = linesOf(before);
  return linesOf(after).filter((line) => {
    const known = old.find((one) => one.number === line.number);
    return known !== undefined && isEnded(line.status) && !isEnded(known.status);
  }).length;
}

/** Of a case without a court only the status stands in brackets. */
function isStatus(text: string): boolean {
  return /^(open|pending|active|unknown|terminated|closed|ended|reopened|stayed)$/i.test(text);
}
