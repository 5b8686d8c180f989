import type { SearchRecord } from '../records/record.ts';
import type { PageContent } from './answer.ts';
import { judgeDesignHit } from './judgeDesign.ts';
import { judgeDocketHit } from './judgeDocket.ts';
import { type NextStep, nextStep } from './nextPage.ts';
import type { Operation } from './query.ts';
import { isPlainObject } from './readFields.ts';
import type { FoundRecord } from './reading.ts';
import { SetAsideList } from './setAsideList.ts';

const judges = { pacer: judgeDocketHit, wipo: judgeDesignHit } as const;

/** One pass over a result, from its first page on: takes pages in and knows whether another is needed. */
export class Pass {
  readonly records = new Map<string, FoundRecord>();
  readonly aside = new SetAsideList();
  readonly number: 1 | 2;
  readonly #operation: Operation;
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
    this.grantedSize = grantedSize;
    this.#sizeLearned = grantedSize > 0;
  }

  /** Distinct hits, those without identity included: they cannot be told apart, so each counts. */
  get distinct(): number {
    return this.records.size + this.withoutIdentity;
  }

  /** Takes a page in; returns how many of its hits are new to this pass. */
  take(content: PageContent): number {
    const before = this.distinct;
    const known = this.records.size;
    this.pageCount += 1;
    content.hits.forEach((hit, index) => {
      this.#takeHit(hit, this.#pathOf(index));
    });
    const fresh = this.distinct - before;
    if (this.pageCount > 1 && content.hits.length > 0) this.#onOnePage = false;
    this.#lastArrived = content.hits.length;
    // Hits without identity are no proof that we get on: a service that shows one page for ever would show them for ever.
    this.#dryPages = this.records.size === known ? this.#dryPages + 1 : 0;
    this.#sizeLearned ||= this.pageCount > 1;
    this.grantedSize = Math.max(this.grantedSize, content.hits.length);
    this.from = this.#nextFrom(fresh);
    this.total = content.total;
    this.greatestTotal = greatest(this.greatestTotal, content.total);
    return fresh;
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

  #takeHit(hit: unknown, path: string): void {
    const judged = judges[this.#operation](hit, path);
    this.aside.addAll({ listed: judged.setAside, count: judged.setAsideCount });
    if (judged.record === undefined) {
      this.withoutIdentity += 1;
      return;
    }
    const found = { record: judged.record, path, entriesSetAside: entriesSetAside(hit, judged.record) };
    const earlier = this.records.get(judged.record.key);
    this.records.set(judged.record.key, earlier === undefined ? found : betterCopy(earlier, found));
  }
}

/** Two copies of one record in one reading: the one that shows more entries, else the one preferred. */
export function betterCopy(preferred: FoundRecord, other: FoundRecord): FoundRecord {
  return entriesOf(other.record) > entriesOf(preferred.record) ? other : preferred;
}

function entriesSetAside(hit: unknown, record: SearchRecord): number {
  const shown = isPlainObject(hit) && Array.isArray(hit.entries) ? hit.entries.length : 0;
  return shown - entriesOf(record);
}

function entriesOf(record: SearchRecord): number {
  return record.type === 'docket' ? (record.entries?.length ?? 0) : 0;
}

export function greatest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}
