import { isMap } from '../../base/json.ts';
import { fillBlanks } from '../../records/design.ts';
import { endShown } from '../../records/diff/docketFields.ts';
import { matchEntries } from '../../records/diff/matchEntries.ts';
import type { Docket } from '../../records/docket.ts';
import type { LastPage, Operation, Unreadable } from '../../records/query.ts';
import { otherKeyOf, type SearchRecord, shownHash, shownText } from '../../records/record.ts';
import { hitsOf } from '../http/body.ts';
import type { PageResponse } from '../http/call.ts';
import type { SearchError } from '../http/searchError.ts';
import { parseDesignHit } from '../parse/parseDesign.ts';
import { parseDocketHit } from '../parse/parseDocket.ts';
import { UnreadableList } from '../parse/readFields.ts';

interface ReadPage extends LastPage {
  readonly pass: 1 | 2;
  readonly from: number;
  readonly asked: number; // The page size requested: `size` or `num`.
  readonly bytes: Buffer;
}

export interface FoundRecord {
  readonly record: SearchRecord;
  readonly shownHash: string;
  readonly path: string; // The hit's place: `hits[3]`, `page 2 hits[3]`, `reading 2 page 1 hits[3]`.
  readonly entriesUnreadable?: number | undefined;
}

export interface SearchResult {
  readonly records: ReadonlyMap<string, FoundRecord>; // By record key, as shown; empty when `unchanged`.
  readonly hits: number;
  readonly total?: number | undefined;
  readonly pages: readonly ReadPage[];
  readonly unreadable: readonly Unreadable[];
  readonly unreadableCount: number;
  readonly outcome: 'complete' | 'partial';
  readonly cause?: 'budget' | undefined;
  readonly reason?: string | undefined;
  readonly grantedSize: number;
  /** The service refused our page sizes, so use its defaults from now on and pass this value in again. */
  readonly sizesRefused: boolean;
  readonly error?: SearchError | undefined;
  readonly unchanged: boolean;
  readonly lastPages?: readonly LastPage[] | undefined;
  /** The pages of a reading, if a second one showed the same pages: fewer hits than the service counts. */
  readonly shortPages?: readonly LastPage[] | undefined;
}

/** Returns the docket with more entries, else the ended one, else the preferred copy, plus what only the other has. */
export function betterCopy(preferred: FoundRecord, other: FoundRecord): FoundRecord {
  if (preferred.shownHash === other.shownHash) return preferred;
  const [one, another] = [preferred.record, other.record];
  if (one.type === 'design' && another.type === 'design') return { ...preferred, ...hashed(fillBlanks(one, another)) };
  if (one.type !== 'docket' || another.type !== 'docket') return preferred;
  if (byWorth(one, another) > 0) return betterCopy(other, preferred);
  return { ...preferred, ...hashed(withEntriesOf(one, another)) };
}

function hashed(record: FoundRecord['record']): Pick<FoundRecord, 'record' | 'shownHash'> {
  return { record, shownHash: shownHash(record) };
}

function entryCount(record: SearchRecord): number {
  return record.type === 'docket' ? (record.entries?.length ?? 0) : 0;
}

/** A copy with as many entries and without the end of the case may be an earlier state, and would hide the end. */
function byWorth(one: SearchRecord, other: SearchRecord): number {
  const end = (record: SearchRecord) => (record.type === 'docket' ? endShown(record) : 0);
  return entryCount(other) - entryCount(one) || end(other) - end(one);
}

/** The order in which the copies of a record came must not decide, because the next response may change it. */
function inOrder({ record: one }: FoundRecord, { record: other }: FoundRecord): number {
  return byWorth(one, other) || (shownText(one) < shownText(other) ? -1 : 1);
}

/** Two different lists of entries may be two windows of one docket. */
function withEntriesOf(docket: Docket, other: Docket): Docket {
  const known = (docket.entries ?? []).map((entry, seq) => ({ seq, entry }));
  const { unknown } = matchEntries(known, other.entries ?? []);
  return unknown.length === 0 ? docket : { ...docket, entries: [...(docket.entries ?? []), ...unknown] };
}

/** Larger results are not read to the end, because no watch needs them. */
const mostHits = 100_000;
/** Every page costs credits. A total that grows this often, or nearly empty pages, suggest an endless result. */
const mostRaises = 20;
const pagesBeforeDoubt = 200;
const fewestHitsPerPage = 5;

/** `short`: pages ended before all counted hits. `stuck`: pages repeat. `endless`: more than a check pays for. */
type NextStep = 'more' | 'all' | 'short' | 'stuck' | 'endless';

export type PassEnd =
  | { readonly kind: Exclude<NextStep, 'more'> | 'unaffordable' }
  | { readonly kind: 'failed'; readonly error: SearchError };

export class Pass {
  readonly records = new Map<string, FoundRecord>();
  readonly unreadable = new UnreadableList();
  readonly pages: ReadPage[] = [];
  readonly number: 1 | 2;
  readonly #operation: Operation;
  /** The different copies of each record that came more than once. */
  readonly #repeated = new Map<string, readonly FoundRecord[]>();
  from = 0;
  total: number | undefined;
  /** The greatest total of this pass. A smaller total means that the result has moved. */
  greatestTotal: number | undefined;
  grantedSize: number;
  withoutIdentity = 0;
  /** Whether all hits came on the first page, so that nothing moved between pages. */
  onOnePage = true;
  lastArrived = 0;
  /** Consecutive pages without a new record. */
  dryPages = 0;
  totalRaised = 0;
  /** Whether `grantedSize` was seen on a page before the last one. */
  sizeLearned: boolean;
  readonly missing: Set<string>;
  /** Whether the last page is empty and was requested only because records were missing after a short page. */
  endConfirmed = false;
  end: PassEnd = { kind: 'all' };
  #confirms = false;

  constructor(number: 1 | 2, operation: Operation, grantedSize: number, held: Iterable<string> = []) {
    this.number = number;
    this.#operation = operation;
    this.grantedSize = grantedSize;
    this.sizeLearned = grantedSize > 0;
    this.missing = new Set(held);
  }

  get pageCount(): number {
    return this.pages.length;
  }

  /** Counts distinct hits. Hits without identity cannot be told apart, so each one counts. */
  get distinct(): number {
    return this.records.size + this.withoutIdentity;
  }

  take(page: PageResponse, asked: number): void {
    const { total, pointCost, bytes, digest, hits = hitsOf(bytes) } = page;
    const [distinctBefore, recordsBefore] = [this.distinct, this.records.size];
    for (const [index, hit] of hits.entries()) this.#takeHit(hit, this.#pathOf(index));
    const fresh = this.distinct - distinctBefore;
    const arrived = hits.length;
    this.pages.push({ pass: this.number, from: this.from, asked, arrived, fresh, total, pointCost, bytes, digest });
    if (this.pageCount > 1 && hits.length > 0) this.onOnePage = false;
    this.lastArrived = hits.length;
    // Hits without identity prove no progress, because a service could show the same page forever.
    this.dryPages = this.records.size === recordsBefore ? this.dryPages + 1 : 0;
    this.sizeLearned ||= this.pageCount > 1;
    this.grantedSize = Math.max(this.grantedSize, hits.length);
    this.from = this.#nextFrom(fresh);
    if (this.pageCount > 1 && (total ?? 0) > (this.greatestTotal ?? 0)) this.totalRaised += 1;
    this.total = total;
    this.greatestTotal = greatest(this.greatestTotal, total);
    this.endConfirmed = this.#confirms && hits.length === 0;
  }

  next(): NextStep {
    if (isEndless(this)) return 'endless';
    // A total below the number of shown hits is wrong.
    const total = this.greatestTotal ?? -1;
    if (this.distinct <= total) return nextOfCounted(this, total);
    const step = nextOfUncounted(this);
    // A page may be cut short, so one more is requested before a known record counts as missing.
    this.#confirms = step === 'all' && this.lastArrived > 0 && this.dryPages === 0 && this.missing.size > 0;
    return this.#confirms ? 'more' : step;
  }

  /** In pass 2 pages overlap when hits repeat, so that a hit pushed off a page appears on the next one. */
  #nextFrom(fresh: number): number {
    const reached = this.from + this.lastArrived;
    return this.number === 2 && fresh > 0 ? Math.min(this.distinct, reached) : reached;
  }

  #pathOf(index: number): string {
    const page = this.pageCount === 0 && this.number === 1 ? '' : `page ${this.pageCount + 1} `;
    return `${this.number === 2 ? 'reading 2 ' : ''}${page}hits[${index}]`;
  }

  #takeHit(hit: unknown, path: string): void {
    const found = parseHit(this.#operation, hit, path, this.unreadable);
    if (found === undefined) {
      this.withoutIdentity += 1;
      return;
    }
    const { key } = found.record;
    this.missing.delete(key);
    const otherKey = otherKeyOf(found.record);
    if (otherKey !== undefined) this.missing.delete(otherKey);
    const earlier = this.records.get(key);
    const copies = earlier === undefined ? [] : (this.#repeated.get(key) ?? [earlier]);
    if (copies.some((copy) => copy.shownHash === found.shownHash)) return;
    const all = [...copies, found].sort(inOrder);
    if (all.length > 1) this.#repeated.set(key, all);
    this.records.set(key, all.reduce(betterCopy));
  }
}

function isEndless({ distinct, totalRaised, pageCount }: Pass): boolean {
  const arePagesTooSmall = pageCount >= pagesBeforeDoubt && distinct < pageCount * fewestHitsPerPage;
  return distinct >= mostHits || totalRaised >= mostRaises || arePagesTooSmall;
}

function nextOfCounted(pass: Pass, total: number): NextStep {
  if (pass.distinct === total) return 'all';
  const pastTheEnd = pass.from >= total && pass.lastArrived < pass.grantedSize;
  // A total that includes repeated hits equals the hits on the only page, and nothing follows that page.
  const isEnd = pass.lastArrived === 0 || (pass.sizeLearned && !looksLikeCap(pass.lastArrived));
  if (pastTheEnd && pass.from === total && pass.onOnePage && isEnd) return 'all';
  return pass.lastArrived === 0 || pass.dryPages >= 2 || pastTheEnd ? 'short' : 'more';
}

function nextOfUncounted(pass: Pass): NextStep {
  if (pass.lastArrived === 0) return 'all';
  const shortPage = pass.sizeLearned && pass.lastArrived < pass.grantedSize;
  // A page of 10, 25 or 50 hits where 100 were granted may mean a lower limit. The next page tells.
  if (shortPage && (pass.dryPages > 0 || !looksLikeCap(pass.lastArrived))) return 'all';
  return pass.dryPages >= 2 ? 'stuck' : 'more';
}

function looksLikeCap(size: number): boolean {
  return size % 10 === 0 || size % 25 === 0;
}

export function greatest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}

const parsers = { pacer: parseDocketHit, wipo: parseDesignHit } as const;

function parseHit(operation: Operation, value: unknown, path: string, unreadable: UnreadableList) {
  const record = parsers[operation](value, path, unreadable);
  if (record === undefined) return undefined;
  const shown = isMap(value) && Array.isArray(value.entries) ? value.entries.length : 0;
  return { record, shownHash: shownHash(record), path, entriesUnreadable: shown - entryCount(record) };
}
