import { cleanText, shortText } from '../../../base/words/cleanText.ts';
import { capitalized, counted } from '../../../base/words/sentence.ts';
import { shortCourt, shortCourtName } from '../../../records/courts.ts';
import type { FieldChange } from '../../../records/diff/change.ts';
import type { MessageChange } from '../content.ts';

// These are Maps, because keys come from the service: an object would also have `constructor` and the like.
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

export function fieldName(field: string): string {
  const known = names.get(field);
  if (known) return known;
  const bare = shortText(field.slice(field.lastIndexOf('.') + 1), 60)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return capitalized(bare) || 'A field without a name';
}

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

export const statusWords = (status: string): string => designStatus.get(status) ?? shortText(status, 60);

/** A case in the field `litigation`: `1:26-cv-00504 Widget Co. v. Rival (W.D. Tex., open)`. */
export interface CaseLine {
  readonly name: string;
  readonly number: string;
  readonly court: string;
  /** As the service writes it. '' if the service has none. */
  readonly status: string;
}

export const isEnded = (status: string): boolean => /^(terminat|clos|ended)/i.test(status);

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

/** True if the parentheses of a case contain a status, which is alone there if the case has no court. */
function isStatus(text: string): boolean {
  return /^(open|pending|active|unknown|terminated|closed|ended|reopened|stayed)$/i.test(text);
}

export interface ListNews {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly remaining: readonly string[];
}

type Noun = { readonly one: string; readonly many: string };

const nouns = new Map<string, Noun>(
  Object.entries({
    holders: { one: 'holder', many: 'holders' },
    parties: { one: 'party', many: 'parties' },
    patentNumbers: { one: 'patent', many: 'patents' },
    products: { one: 'product', many: 'products' },
    locarno: { one: 'Locarno class', many: 'Locarno classes' },
    designated: { one: 'designated state', many: 'designated states' },
  }),
);

/** Compares lists as sets. Returns undefined if the field is not a list, or if no member was added or removed. */
export function listNews({ field, before, after }: FieldChange): ListNews | undefined {
  if (!nouns.has(field)) return undefined;
  const [old, now] = [before ?? [], after ?? []];
  if (!Array.isArray(old) || !Array.isArray(now)) return undefined;
  const [known, shown] = [old.map(cleanText), now.map(cleanText)];
  const added = shown.filter((member) => !known.includes(member));
  const removed = known.filter((member) => !shown.includes(member));
  if (added.length === 0 && removed.length === 0) return undefined;
  return { added, removed, remaining: known.filter((member) => shown.includes(member)) };
}

export function listHappened(field: string, { added, removed }: ListNews): string {
  const { one, many } = nouns.get(field) ?? { one: 'value', many: 'values' };
  const members = added.length > 0 ? added : removed;
  const name = members.length === 1 ? one : counted(members.length, one, many);
  return `${name} ${added.length > 0 ? 'added' : 'removed'}`;
}

/** Returns the change of holders if a design is new to its watches because of it; otherwise undefined. */
export function changedHands({ kind, fields, record, askedHolder }: MessageChange): ListNews | undefined {
  const field = fields.find((one) => one.field === 'holders');
  if (kind !== 'design.new' || field === undefined || record.type !== 'design' || !askedHolder) return undefined;
  const news = listNews(field);
  // The holder that matched comes first in the record.
  return news?.added.includes(cleanText(record.holders?.[0] ?? '')) ? news : undefined;
}
