import { hash } from 'node:crypto';
import { shorten, shortText } from '../base/words/cleanText.ts';
import { shortCourt } from './courts.ts';
import { composedKey, type Design, imagePathOf, productName } from './design.ts';
import type { Docket } from './docket.ts';

export type SearchRecord = Docket | Design;
export type RecordType = SearchRecord['type'];

export type BriefRecord =
  | Pick<Docket, 'type' | 'key' | 'docketNumber' | 'caseName' | 'courtId' | 'parties' | 'dateFiled' | 'entryTotal'>
  | Pick<Design, 'type' | 'key' | 'registrationNumber' | 'holders' | 'products' | 'registered'>;

/** Returns `SOURCE.IRN`, which identifies a design when a response lacks its ID. */
export function otherKeyOf(record: SearchRecord): string | undefined {
  return record.type === 'design' ? composedKey(record.source, record.registrationNumber) : undefined;
}

export function briefOf(record: SearchRecord): BriefRecord {
  if (record.type === 'docket') {
    const { type, key, docketNumber, caseName, courtId, parties, dateFiled, entries } = record;
    const { entryTotal = entries?.length } = record;
    return { type, key, docketNumber, caseName, courtId, parties, dateFiled, entryTotal };
  }
  const { type, key, registrationNumber, holders, products, registered } = record;
  return { type, key, registrationNumber, holders, products, registered };
}

export function labelOf(record: BriefRecord): string {
  switch (record.type) {
    case 'docket':
      return record.docketNumber || `docket ${record.key}`;
    case 'design':
      return record.registrationNumber || record.key;
  }
}

export function titleOf(record: BriefRecord): string {
  switch (record.type) {
    case 'docket':
      return record.caseName ?? '';
    case 'design':
      return record.products?.join('; ') || record.holders?.join('; ') || '';
  }
}

const longestTitle = 90;

/** Returns `Rivalry Sports and Rival Brands B.V.`, or `Rivalry Sports and 2 more` if there are more or no room. */
export function holderWords(holders: readonly string[] = [], room = longestTitle): string {
  const [first = '', another = '', ...others] = holders.map((holder) => shortText(holder, room)).filter(Boolean);
  const both = `${first} and ${another}`;
  if (another === '' || (others.length === 0 && both.length <= room)) return another === '' ? first : both;
  const more = ` and ${others.length + 1} more`;
  return shorten(first, room - more.length) + more;
}

/** Returns the case name, or a design's holders and product; a record without a name gets its label. */
export function recordTitle(record: SearchRecord): string {
  if (record.type === 'docket') return shortText(titleOf(record), longestTitle) || recordLabel(record);
  const holder = holderWords(record.holders, longestTitle / 2);
  const product = shortText(productName(record.products?.[0] ?? ''), longestTitle / 2);
  return [holder, product].filter(Boolean).join(' – ') || recordLabel(record);
}

export function recordPlace(record: SearchRecord): string {
  const place = record.type === 'docket' ? shortCourt(record.courtId, record.court) : record.source;
  return [shortText(place, 60), recordLabel(record)].filter(Boolean).join(' ');
}

/** Returns the place to write beside the title, which is the label if the record has no name. */
export function placeBesideTitle(record: SearchRecord): string {
  const [place, label] = [recordPlace(record), recordLabel(record)];
  return recordTitle(record) === label ? place.slice(0, -label.length).trim() : place;
}

/** Returns a label such as `1:20-cv-00168` or `DM/214 567`. */
export function recordLabel(record: SearchRecord): string {
  return shortText(labelOf(record), 60) || shortText(record.key, 60) || 'without a number';
}

export function filedOn(record: BriefRecord): string {
  return (record.type === 'docket' ? record.dateFiled : record.registered) ?? '';
}

/** Equal hashes need no comparison. */
export function shownHash(record: SearchRecord): string {
  return hash('sha256', shownText(record), 'base64url').slice(0, 22);
}

/** Returns the record as text. Neither the order of pictures and details nor a picture's host is part of it. */
export function shownText(record: SearchRecord): string {
  if (record.type === 'docket') return JSON.stringify(record);
  const images = record.images && [...new Set(record.images.map(({ url }) => imagePathOf(url)))].sort();
  const details = record.details && Object.entries(record.details).sort();
  return JSON.stringify({ ...record, images, details });
}

/** Returns the path of a record's page on Tipstaff's own site: `/cases/387457476`, `/designs/DM%2F214567`. */
export function recordPath({ type, key }: Pick<BriefRecord, 'type' | 'key'>): string {
  return `${type === 'docket' ? '/cases/' : '/designs/'}${encodeURIComponent(key)}`;
}
