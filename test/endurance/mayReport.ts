import type { StoredChange } from '../../src/store/snapshot/changesTable.ts';

type Hit = Readonly<Record<string, unknown>>;

/** The most that a response may lead to. What it lacks, or what cannot be read of it, is no change. */
export interface MayReport {
  /** Keys of records that the truth does not have. */
  readonly newKeys: ReadonlySet<string>;
  /** By key: fields with another value, and the number of entries that differ from every true entry. */
  readonly records: ReadonlyMap<string, { readonly fields: ReadonlySet<string>; readonly entries: number }>;
}

/** Reads a body without the program's own code. @param truth the hits as they were known */
export function mayReport(bytes: Buffer, truth: readonly Hit[]): MayReport {
  const newKeys = new Set<string>();
  const records = new Map<string, { fields: Set<string>; entries: number }>();
  for (const hit of hitsOf(bytes)) {
    const keys = keysOf(hit);
    const known = truth.filter((one) => keysOf(one).some((key) => keys.includes(key)));
    if (!known.includes(truth.find((one) => keysOf(one)[0] === keys[0]) ?? {}))
      for (const key of keys) newKeys.add(key);
    for (const one of known) {
      const key = keysOf(one)[0] ?? '';
      const before = records.get(key);
      records.set(key, {
        fields: new Set([...(before?.fields ?? []), ...fieldsShown(hit, one)]),
        entries: Math.max(before?.entries ?? 0, sparedEntries(listOf(hit.entries), listOf(one.entries))),
      });
    }
  }
  return { newKeys, records };
}

/** True if there is nothing to report. */
export function isSilent({ newKeys, records }: MayReport): boolean {
  return newKeys.size === 0 && [...records.values()].every(({ fields, entries }) => fields.size === 0 && entries === 0);
}

/** Returns the changes that the response does not show, as text. Empty if all are true. */
export function falsehoods(changes: readonly StoredChange[], may: MayReport): string[] {
  const reported = Map.groupBy(changes, (change) => change.record.key);
  return [...reported].flatMap(([key, ofRecord]) => {
    const entries = may.records.get(key)?.entries ?? 0;
    return ofRecord
      .filter((change) => {
        if (change.kind.endsWith('.new') && change.kind !== 'entry.new') return !may.newKeys.has(key);
        if (change.kind === 'entry.unseen') return !may.records.get(key)?.fields.has('entryTotal');
        const alike = ofRecord.filter((one) => one.kind === change.kind).length;
        if (change.kind.startsWith('entry.')) return alike > entries;
        return change.fields.some(({ field }) => !may.records.get(key)?.fields.has(field));
      })
      .map((change) => `${change.kind} ${key} ${JSON.stringify(change.entry ?? change.fields).slice(0, 300)}`);
  });
}

function hitsOf(bytes: Buffer): Hit[] {
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    return [];
  }
  const places = [body, fieldOf(body, 'data'), fieldOf(fieldOf(body, 'data'), 'data')];
  return places.flatMap((place) => listOf(fieldOf(place, 'hits'))).filter(isObject);
}

function isObject(value: unknown): value is Hit {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the keys of a hit, the main one first. */
function keysOf(hit: Hit): string[] {
  const { docketId, ID, SOURCE, IRN } = hit;
  if (docketId !== undefined) return [wordOf(docketId).replace(/^0+(?=\d)/, '')].filter(Boolean);
  return [wordOf(ID), wordOf(SOURCE) && wordOf(IRN) && `${wordOf(SOURCE)}.${wordOf(IRN)}`].filter(Boolean);
}

function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
}

const texts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['docketNumber', 'caseName', 'court', 'courtId', 'assignedTo', 'suitNature', 'jurisdiction', 'dateFiled'].map(
      (name) => [name, name],
    ),
  ),
  status: 'status',
  dateTerminated: 'dateTerminated',
  STATUS: 'status',
  RD: 'registered',
  ED: 'expires',
};
const growing: Readonly<Record<string, string>> = { parties: 'parties', patentNumbers: 'patentNumbers' };
const sets: Readonly<Record<string, string>> = { HOL: 'holders', PROD: 'products', LCS: 'locarno', DS: 'designated' };
const details: Readonly<Record<string, string>> = {
  data_relating_to_priority_claim_under_the_paris_convention: 'priority',
  filing_date_of_the_application: 'filed',
  application_number: 'applicationNumber',
};

/** Returns the fields in which a hit differs from the truth, by their names in changes. */
function fieldsShown(hit: Hit, truth: Hit): string[] {
  const shown: string[] = [];
  for (const [name, field] of Object.entries(texts)) if (isOtherText(hit[name], truth[name])) shown.push(field);
  // A reopened case has no end date.
  if (shown.includes('status')) shown.push('dateTerminated');
  for (const [name, field] of Object.entries(growing)) if (hasMore(hit[name], truth[name])) shown.push(field);
  for (const [name, field] of Object.entries(sets)) if (isOtherSet(hit[name], truth[name])) shown.push(field);
  if (isOtherSet(urlsOf(hit), urlsOf(truth))) shown.push('images');
  if (typeof hit.DC === 'number' && hit.DC !== truth.DC) shown.push('designCount');
  if (typeof hit.entryTotal === 'number' && hit.entryTotal > Number(truth.entryTotal)) shown.push('entryTotal');
  for (const [name, field] of Object.entries(details)) {
    if (isOtherText(detailOf(hit, name), detailOf(truth, name))) shown.push(field);
  }
  if (listOf(hit.cases).some((one) => isOtherCase(one, listOf(truth.cases)))) shown.push('litigation');
  return shown;
}

function isOtherText(shown: unknown, truth: unknown): boolean {
  return typeof shown === 'string' && shown.trim() !== '' && shown !== truth;
}

function wordsIn(list: unknown): string[] {
  return listOf(list).map(wordOf);
}

function hasMore(shown: unknown, truth: unknown): boolean {
  const known = wordsIn(truth);
  return wordsIn(shown).some((word) => word !== '' && !known.includes(word));
}

/** True if the shown set can be read and differs from the truth. */
function isOtherSet(shown: unknown, truth: unknown): boolean {
  const words = wordsIn(shown);
  if (words.length === 0 || words.includes('')) return false;
  return hasMore(shown, truth) || hasMore(truth, shown);
}

function urlsOf(hit: Hit): unknown[] {
  return listOf(hit.IMG_DATA).map((image) => fieldOf(image, 'url'));
}

function detailOf(hit: Hit, name: string): unknown {
  return fieldOf(fieldOf(hit.DETAIL_DATA, 'structured'), name);
}

function isOtherCase(shown: unknown, truth: readonly unknown[]): boolean {
  const id = wordOf(fieldOf(shown, 'caseId'));
  const known = truth.find((one) => wordOf(fieldOf(one, 'caseId')) === id);
  if (known === undefined) return id !== '';
  return ['status', 'caseName', 'court'].some((name) => isOtherText(fieldOf(shown, name), fieldOf(known, name)));
}

const entryFields = ['documentNumber', 'dateFiled', 'description', 'documentHref', 'pdfUrl', 'extraDocument'];
const attachmentFields = ['document_number', 'document_href', 'pdf_url'];

/**
 * Counts the shown entries that are neither true ones nor remains of true ones, each true one used once. Only these can
 * be new. Remains have fields that are absent, null, blank, of a wrong type, or those of a true entry.
 */
function sparedEntries(shown: readonly unknown[], truth: readonly unknown[], fields = entryFields): number {
  const free = new Set(truth.filter(isEntry));
  const pairs = shown
    .filter(isEntry)
    .map((entry) => ({ entry, of: [...free].filter((one) => isLeftOf(entry, one, fields)) }))
    // Entries with the fewest candidates come first, so that the greedy choice is right.
    .sort((a, b) => a.of.length - b.of.length);
  let spared = 0;
  for (const { entry, of } of pairs) {
    const [best] = of
      .filter((one) => free.has(one))
      .sort((a, b) => equalFields(entry, b, fields) - equalFields(entry, a, fields));
    if (best === undefined) spared += 1;
    else free.delete(best);
  }
  return spared;
}

function isEntry(value: unknown): value is Hit {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLeftOf(shown: Hit, truth: Hit, fields: readonly string[]): boolean {
  return fields.every((field) => isLess(shown[field], truth[field]));
}

function isLess(shown: unknown, truth: unknown): boolean {
  if (Array.isArray(truth)) return !Array.isArray(shown) || sparedEntries(shown, truth, attachmentFields) === 0;
  if (typeof shown === 'number') return `${shown}` === `${truth}`;
  return typeof shown !== 'string' || shown.trim() === '' || shown === truth;
}

function equalFields(one: Hit, other: Hit, fields: readonly string[]): number {
  return fields.filter((field) => JSON.stringify(one[field]) === JSON.stringify(other[field])).length;
}
