import { cleanText, shorten, shortText } from '../../../base/words/cleanText.ts';
import { capitalized, counted } from '../../../base/words/sentence.ts';
import { shortCourt, shortCourtName } from '../../../records/courts.ts';
import { type Design, productName } from '../../../records/design.ts';
import type { FieldChange } from '../../../records/diff/change.ts';
import { readDocketNumber } from '../../../records/docket.ts';
import { holderWords, recordLabel, recordTitle, type SearchRecord } from '../../../records/record.ts';
import type { MessageChange } from '../content.ts';

/** Returns words for a likeness from 0 to 1, such as `very similar`. They rank designs, but are not a legal opinion. */
export function likenessWords(likeness: number): string {
  if (likeness >= 0.8) return 'very similar';
  if (likeness >= 0.6) return 'similar';
  return likeness >= 0.4 ? 'somewhat similar' : 'hardly similar';
}

// Titles have single blanks. An expression that allowed several would be slow on long runs of blanks.
const legalForm = new RegExp(
  String.raw`(?:,? (?:inc|incorporated|llc|llp|lp|ltd|limited|corp|corporation|(?:& |and )?co(?:mpany)?|gmbh|ag|kg` +
    String.raw`|plc|s\.?a|s\.?r\.?l|s\.?p\.?a|k\.?k|s\.?a\.?s|b\.?v|n\.?v|et al)\.?)+$`,
  'i',
);
const longestParty = 28;

export const shortParty = (party: string): string => wholeWords(bareParty(party), longestParty);

const withoutOthers = (party: string): string => party.replace(/,? et al\.?$/i, '');

const bareParty = (party: string): string => withoutOthers(party).replace(legalForm, '');

/** Like `shortParty`, but keeps the legal form if another party or the caption begins with the same short name. */
export function shortPartyOf(record: SearchRecord, party: string): string {
  const name = shortText(party, 60);
  const others =
    record.type === 'docket' ? [...(record.parties ?? []), ...recordTitle(record).split(captionParts)] : [];
  const short = `${plainName(bareParty(name))} `;
  const isShared = others.some((other) => {
    const whole = plainName(withoutOthers(shortText(other, 60)));
    return whole !== plainName(name) && `${whole} `.startsWith(short);
  });
  return isShared ? withEnds(name) : shortParty(name);
}

/** Dates name parties in lower case and without points. */
const plainName = (party: string): string => party.toLowerCase().replace(/[.,]/g, '');

function wholeWords(text: string, room: number): string {
  if (text.length <= room) return text;
  const end = text.lastIndexOf(' ', room);
  return end > 0 ? text.slice(0, end).replace(/(?:[\s,;:&-]|\b(?:of|and|the|for))+$/iu, '') : shorten(text, room);
}

function calledParty(party: string): string {
  const short = shortParty(party);
  if (/^united states/i.test(short)) return 'United States';
  const [first = '', second, third] = short.replace(/^the /i, '').split(' ');
  const isShort = first.length <= 3 && second !== undefined;
  const called = isShort ? `${first} ${second === '&' ? `& ${third ?? ''}` : second}` : first;
  return called.replace(/[,;]$/, '').trim();
}

const captionParts = / vs?\. /;

const plainEnd =
  / (?:holdings?|group|companies|industries|international|technolog(?:y|ies)|solutions|systems|products)$/i;

/** Returns captions for a subject, the fullest first. `Widget…Europe` keeps the last word to tell cases apart. */
export function captionsOf(record: SearchRecord): string[] {
  const title = recordTitle(record);
  if (title === recordLabel(record)) return [''];
  if (record.type === 'docket') return docketCaptions(title);
  // A subject has room for one holder.
  const holders = record.holders?.slice(0, 1);
  const caption = designCaption(record, holders);
  return caption === '' ? [''] : [caption, designCaption({ ...record, products: [] }, holders) || caption];
}

/** Returns '' for designs of JPID, which have neither a holder nor a product. */
function designCaption({ products = [] }: Design, holders: readonly string[] = []): string {
  const named = holderWords(holders.map((holder) => shortParty(shortText(holder, 60))));
  const product = wholeWords(shortText(productName(products[0] ?? ''), 60), 40);
  return [named, product].filter(Boolean).join(' – ');
}

/** Returns the shortest name for a subject: `Widget` for `Widget Co. v. Rival Inc.`, or the holder of a design. */
export function leastCaption(record: SearchRecord): string {
  const name = record.type === 'docket' ? recordTitle(record).replace(/^in re:? /i, '') : (record.holders?.[0] ?? '');
  const [first = ''] = shortText(name, 200).split(captionParts);
  return shorten(calledParty(first), longestWord);
}

function docketCaptions(title: string): string[] {
  const [first = '', ...others] = title.split(captionParts).map(bareParty);
  if (others.length === 0) return [...new Set([withEnds(first), withEnds(first.replace(/^in re:? /i, ''))])];
  const telling = others.map((party) => party.replace(plainEnd, ''));
  const last = telling.at(-1)?.split(' ').at(-1) ?? '';
  const full = [first, ...others].map(withEnds).join(' v. ');
  const short = [calledParty(first), ...telling.map(withEnds)].join(' v. ');
  const ends = `${shorten(calledParty(first), longestWord)}…${shorten(last, longestWord)}`.replace('……', '…');
  return [...new Set([full, short, ends])];
}

const longestWord = 20;

function withEnds(party: string): string {
  if (party.length <= longestParty) return party;
  const last = party.slice(party.lastIndexOf(' ') + 1);
  return last.length > longestWord
    ? wholeWords(party, longestParty)
    : `${wholeWords(party, longestParty - last.length - 3)} … ${last}`;
}

const longestNumber = 24;

/** Returns the court or register and the number for a subject, the fullest first: `W.D. Tex. 26-504`, `26-504`. */
export function placesOf(record: SearchRecord): string[] {
  const label = recordLabel(record);
  const number = shorten(record.type === 'docket' ? spokenNumber(label) : label, longestNumber);
  const place = record.type === 'docket' ? shortCourt(record.courtId, record.court) : record.source;
  return [[shortText(place, 60), number].filter(Boolean).join(' '), number];
}

/** Shortens `1:26-cv-00504` to `26-504`, `6:26-cv-00504` to `6:26-cv-504`, and `1:26-cr-00504` to `26-cr-504`. */
function spokenNumber(label: string): string {
  const read = /^\d:/.test(label) ? readDocketNumber(label) : undefined;
  if (read === undefined) return label;
  const { office, year, type = 'cv', serial } = read;
  if (office !== '1') return `${office}:${year}-${type}-${serial}`;
  return type === 'cv' ? `${year}-${serial}` : `${year}-${type}-${serial}`;
}

/** @param note a fact for the parentheses, such as `ended Dec 22, 2026` */
export function recordName(record: SearchRecord, party = '', note = ''): string {
  const [caption] = record.type === 'design' ? [designCaption(record, record.holders)] : captionsOf(record);
  const called = party && `party ${shortPartyOf(record, party)}`;
  const place = [placesOf(record)[0], called, note].filter(Boolean).join(', ');
  return caption === '' ? place : `${caption} (${place})`;
}

// These are Maps, because keys come from the service: an object would also have `constructor` and the like.
/** The names of fields that are called otherwise than in the record. */
const names = new Map(
  Object.entries({
    dateFiled: 'Filed',
    dateTerminated: 'Terminated',
    assignedTo: 'Judge',
    courtId: 'Court',
    docketNumber: 'Case number',
    suitNature: 'Nature of suit',
    patentNumbers: 'Patents',
    description: 'Text',
    pdfUrl: 'PDF',
    holders: 'Holder',
    products: 'Product',
    locarno: 'Locarno class',
    designCount: 'Designs',
    images: 'Pictures',
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

const knownStatuses = new Map(
  Object.entries({ ACT: 'active', PEND: 'pending', EXP: 'expired', DEL: 'deleted', cancelled: 'canceled' }),
);

export const statusWords = (status: string): string => knownStatuses.get(status) ?? shortText(status, 60);

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

const nouns = new Map([
  ['holders', 'holder'],
  ['parties', 'party'],
  ['patentNumbers', 'patent'],
  ['products', 'product'],
  ['locarno', 'Locarno class'],
  ['designated', 'designated state'],
]);

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
  const noun = nouns.get(field) ?? 'value';
  const { length } = added.length > 0 ? added : removed;
  return `${length === 1 ? noun : counted(length, noun)} ${added.length > 0 ? 'added' : 'removed'}`;
}

/** Returns the change of holders if a design is new to its watches because of it; otherwise undefined. */
export function changedHands({ kind, fields, record, askedHolder }: MessageChange): ListNews | undefined {
  const field = fields.find((one) => one.field === 'holders');
  if (kind !== 'design.new' || field === undefined || record.type !== 'design' || !askedHolder) return undefined;
  const news = listNews(field);
  // The holder that matched comes first in the record.
  return news?.added.includes(cleanText(record.holders?.[0] ?? '')) ? news : undefined;
}
