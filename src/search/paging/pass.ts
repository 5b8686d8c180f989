import { HeldRecords } from '../heldRecords.ts';
import { Body } from '../http/body.ts';
import type { PageContent, ShownHit } from '../http/page.ts';
import { type KnownHit, knowHit } from '../knownHit.ts';
import { openingOf } from '../openRecognised.ts';
import { type ParsedRecord, parseHit } from '../parse/parseHit.ts';
import { UnreadableList } from '../parse/unreadableList.ts';
import type { Operation } from '../query.ts';
import { type NextStep, nextStep } from './nextPage.ts';
import type { FoundRecord, RecognisedHit } from './searchResult.ts';

/** What a page brought: how many hits that are new to the pass, and all of them to be known again, where that is possible. */
export interface TakenPage {
  readonly fresh: number;
  readonly hits: readonly KnownHit[] | undefined;
}

/** One pass over a result, from its first page on: takes pages in and knows whether another is needed. */
export class Pass {
  readonly records = new Map<string, FoundRecord>();
  readonly recognised = new Map<string, RecognisedHit>();
  readonly aside = new UnreadableList();
  readonly number: 1 | 2;
  readonly #operation: Operation;
  readonly #held = new HeldRecords();
  readonly #open: ReturnType<typeof openingOf>;
  /** Where the next page begins. */
  from = 0;
  total: number | undefined;
  greatestTotal: number | undefined;
  grantedSize: number;
  withoutIdentity = 0;
  pageCount = 0;
  #onOnePage = true;
  #lastArrived = 0;
  #dryPages = 0;
  #sizeLearned: boolean;

  constructor(number: 1 | 2, operation: Operation, grantedSize: number) {
    this.number = number;
    this.#operation = operation;
    this.#open = openingOf(operation);
    this.grantedSize = grantedSize;
    this.#sizeLearned = grantedSize > 0;
  }

  /** Distinct hits, those without identity included: they cannot be told apart, so each counts. */
  get distinct(): number {
    return this.#identified + this.withoutIdentity;
  }

  get #identified(): number {
    return this.records.size + this.recognised.size;
  }

  /** @param body that of the page, as far as it is known by its bytes. */
  take(content: PageContent, body: Body): TakenPage {
    const before = this.distinct;
    const identified = this.#identified;
    this.pageCount += 1;
    const hits = content.hits.flatMap((hit, index) => this.#takeHit(hit, body, this.#pathOf(index)) ?? []);
    const fresh = this.distinct - before;
    if (this.pageCount > 1 && content.hits.length > 0) this.#onOnePage = false;
    this.#lastArrived = content.hits.length;
    // Hits without identity are no proof that we get on: a service that shows one page for ever would show them for ever.
    this.#dryPages = this.#identified === identified ? this.#dryPages + 1 : 0;
    this.#sizeLearned ||= this.pageCount > 1;
    this.grantedSize = Math.max(this.grantedSize, content.hits.length);
    this.from = this.#nextFrom(fresh);
    this.total = content.total;
    this.greatestTotal = greatest(this.greatestTotal, content.total);
    return { fresh, hits: hits.length === content.hits.length ? hits : undefined };
  }

  next(): NextStep {
    return nextStep({
      from: this.from,
      distinct: this.distinct,
      greatestTotal: this.greatestTotal,
      lastArrived: this.#lastArrived,
      onOnePage: this.#onOnePage,
      dryPages: this.#dryPages,
      grantedSize: this.grantedSize,
      sizeLearned: this.#sizeLearned,
    });
  }

  /**
   * The first reading goes on after what arrived. The second goes on after as many hits as it has seen, so that its pages
   * overlap where hits repeat: a hit that a repeated one pushed off the end of its page comes up on the next.
   */
  #nextFrom(fresh: number): number {
    const reached = this.from + this.#lastArrived;
    return this.number === 2 && fresh > 0 ? Math.min(this.distinct, reached) : reached;
  }

  #pathOf(index: number): string {
    const page = this.pageCount === 1 && this.number === 1 ? '' : `page ${this.pageCount} `;
    return `${this.number === 2 ? 'reading 2 ' : ''}${page}hits[${index}]`;
  }

  /** @returns what it is known by from now on. */
  #takeHit(hit: ShownHit, body: Body, path: string): KnownHit | undefined {
    if (hit.known === undefined) return this.#takeParsed(hit, path);
    const recognised = { hit: hit.known, path, ...placeOf(hit.bytes, body) };
    const { key } = hit.known;
    // Of two copies the better one counts, which only a look inside can tell.
    if (this.records.has(key) || this.recognised.has(key)) this.#keep(this.#open(recognised));
    else this.recognised.set(key, recognised);
    return hit.known;
  }

  #takeParsed({ value, bytes }: ShownHit & { known?: undefined }, path: string): KnownHit | undefined {
    const { found, setAside, setAsideCount } = parseHit(this.#operation, value, path);
    this.aside.addAll({ listed: setAside, count: setAsideCount });
    if (found === undefined) {
      this.withoutIdentity += 1;
      return undefined;
    }
    this.#keep(found);
    return bytes && setAsideCount === 0 ? knowHit(this.#operation, bytes, value, found) : undefined;
  }

  #keep(judged: ParsedRecord): void {
    const found = this.#held.hold(judged);
    const { key } = found;
    const known = this.recognised.get(key);
    this.recognised.delete(key);
    const earlier = known === undefined ? this.records.get(key) : this.#held.hold(this.#open(known));
    this.records.set(key, earlier === undefined ? found : betterCopy(earlier, found));
  }
}

/** Where on a page a hit stands; one that came without its page has one of its own. */
function placeOf(hit: Buffer, body: Body): Pick<RecognisedHit, 'body' | 'start' | 'end'> {
  const page = body.bytes;
  const start = hit.byteOffset - page.byteOffset;
  const end = start + hit.length;
  const isOnPage = hit.buffer === page.buffer && start >= 0 && end <= page.length;
  return isOnPage ? { body, start, end } : { body: new Body([hit]), start: 0, end: hit.length };
}

/** Two copies of one record in one reading: the one that shows more entries, else the one preferred. */
export function betterCopy(preferred: FoundRecord, other: FoundRecord): FoundRecord {
  return other.entryCount > preferred.entryCount ? other : preferred;
}

export function greatest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}
