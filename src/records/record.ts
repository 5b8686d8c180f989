import { hash } from 'node:crypto';
import { shortText } from '../base/words/cleanText.ts';
import { shortCourt } from './courts.ts';
import { composedKey, type Design, imagePathOf, type LitigationCase, productName } from './design.ts';
import type { Docket, Entry } from './docket.ts';

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

/** Returns the case name, or a design's holder and product; a record without a name gets its label. */
export function recordTitle(record: SearchRecord): string {
  if (record.type === 'docket') return shortText(titleOf(record), longestTitle) || recordLabel(record);
  const holder = shortText(record.holders?.[0] ?? '', longestTitle / 2);
  const product = shortText(productName(record.products?.[0] ?? ''), longestTitle / 2);
  return [holder, product].filter(Boolean).join(' – ') || recordLabel(record);
}

export function recordPlace(record: SearchRecord): string {
  const place = record.type === 'docket' ? shortCourt(record.courtId, record.court) : record.source;
  return [shortText(place, 60), recordLabel(record)].filter(Boolean).join(' ');
}

/** Returns a label such as `1:20-cv-00168` or `DM/214 567`. */
export function recordLabel(record: SearchRecord): string {
  return shortText(labelOf(record), 60) || shortText(record.key, 60) || 'without a number';
}

export function filedOn(record: BriefRecord): string {
  return (record.type === 'docket' ? record.dateFiled : record.registered) ?? '';
}

/** Equal hashes need no comparison. Sorted JSON would take four times as long. NUL ends each value. */
export function shownHash(record: SearchRecord): string {
  const text = record.type === 'docket' ? docketText(record) : designText(record);
  return hash('sha256', text, 'base64url').slice(0, 22);
}

function value(shown: string | number | null | undefined): string {
  return shown === undefined ? '-\0' : shown === null ? '0\0' : `+${shown}\0`;
}

function list(shown: readonly string[] | undefined): string {
  if (shown === undefined) return '-\0';
  return shown.length === 0 ? '0\0' : `${shown.length}\0${shown.join('\0')}\0`;
}

function docketText(docket: Docket): string {
  let text =
    value(docket.docketNumber) +
    value(docket.pacerCaseId) +
    value(docket.caseName) +
    value(docket.court) +
    value(docket.courtId) +
    value(docket.assignedTo) +
    value(docket.suitNature) +
    value(docket.jurisdiction) +
    value(docket.status) +
    value(docket.dateFiled) +
    value(docket.dateTerminated) +
    list(docket.parties) +
    list(docket.patentNumbers) +
    value(docket.entryTotal) +
    value(docket.entries?.length);
  for (const entry of docket.entries ?? []) text += entryText(entry);
  return text;
}

function entryText(entry: Entry): string {
  const { documentNumber, dateFiled, description, documentHref, pdfUrl } = entry;
  let text = `${documentNumber}\0${dateFiled}\0${description}\0${documentHref ?? ''}\0${pdfUrl}\0`;
  text += `${entry.extraDocument.length}\0`;
  for (const extra of entry.extraDocument) {
    text += `${extra.documentNumber}\0${extra.documentHref}\0${extra.pdfUrl}\0${list(extra.patentNumbers)}`;
  }
  return text + list(entry.patentNumbers) + list(entry.unread);
}

function designText(design: Design): string {
  return (
    value(design.source) +
    value(design.id) +
    value(design.registrationNumber) +
    list(design.holders) +
    list(design.products) +
    list(design.locarno) +
    list(design.designated) +
    value(design.registered) +
    value(design.expires) +
    value(design.status) +
    value(design.designCount) +
    value(design.detailUrl) +
    list(imageSet(design)) +
    list(detailList(design)) +
    value(design.litigation?.length) +
    (design.litigation ?? []).map(caseText).join('') +
    (design.unread === undefined ? '' : list(design.unread))
  );
}

function imageSet(design: Design): string[] | undefined {
  if (design.images === undefined) return undefined;
  const paths = design.images.map((image) => imagePathOf(image.url));
  return paths.length > 1 ? [...new Set(paths)].sort() : paths;
}

function detailList({ details }: Design): string[] | undefined {
  if (details === undefined) return undefined;
  const texts: string[] = [];
  for (const name of Object.keys(details).sort()) texts.push(name, details[name] ?? '');
  return texts;
}

function caseText(one: LitigationCase): string {
  const { caseId, docketNumber, caseName, court, status, dateFiled } = one;
  return list([caseId, docketNumber, caseName, court, status, dateFiled]) + list(one.parties) + list(one.patentNumbers);
}

/** Returns the path of a record's page on Tipstaff's own site: `/cases/387457476`, `/designs/DM%2F214567`. */
export function recordPath({ type, key }: Pick<BriefRecord, 'type' | 'key'>): string {
  return `${type === 'docket' ? '/cases/' : '/designs/'}${encodeURIComponent(key)}`;
}
