import { HeldRecords } from '../heldRecords.ts';
import type { KnownAnswer } from '../knownAnswer.ts';
import { isQuicklyKnown } from '../knownHit.ts';
import { openingOf } from '../openRecognised.ts';
import { UnreadableList } from '../parse/unreadableList.ts';
import type { Operation } from '../query.ts';
import { type AskingParts, PageAsking } from './pageRequests.ts';
import { betterCopy, Pass } from './pass.ts';
import { type Affordable, type PassEnd, runPass } from './runPass.ts';
import type { FoundRecord, KnownPage, ReadPage, SearchResult } from './searchResult.ts';
import { type PassOutcome, verdictOf } from './verdict.ts';

export interface ReadTask extends AskingParts {
  /** The largest page that this query, or one like it, was granted before; 0 or absent when nothing is known. */
  readonly grantedSize?: number | undefined;
  /** The last complete reading of this query. */
  readonly known?: KnownAnswer | undefined;
  /** Asked before every page but the first, with the credits spent so far: may we ask for another? */
  readonly affordable: Affordable;
}

/**
 * Reads the whole result of a query: page after page, `from` advanced by what arrived, until as many distinct hits as the
 * service counts have come (or, where it does not count, a page shorter than it grants). Repeats fold by record key. A pass
 * that ends with fewer hits than counted is read once more from the start, in pages that overlap where hits repeat, and what
 * both showed counts together.
 *
 * Throws the SearchError of the first page, and the reason of an aborted `signal`; an error later on makes the reading
 * partial, with what came until then.
 */
export async function readResult(task: ReadTask): Promise<SearchResult> {
  const asking = new PageAsking(task);
  const first = newPass(1, task, task.grantedSize ?? 0);
  const firstEnd = await runPass(first, asking, task.affordable, task.known);
  if (firstEnd.kind === 'known') return knownReading(task, asking);
  const passes: [PassOutcome, ...PassOutcome[]] = [{ pass: first, end: firstEnd }];
  if (firstEnd.kind === 'short') {
    const second = newPass(2, task, first.grantedSize);
    const end: PassEnd = await runPass(second, asking, task.affordable);
    passes.push({ pass: second, end });
  }
  return readingOf(passes, asking, task);
}

function newPass(number: 1 | 2, task: ReadTask, grantedSize: number): Pass {
  return new Pass(number, task.query.operation, grantedSize);
}

function readingOf(passes: readonly [PassOutcome, ...PassOutcome[]], asking: PageAsking, task: ReadTask): SearchResult {
  const last = passes.at(-1) ?? passes[0];
  const { records, recognised } = together(
    passes.map((one) => one.pass),
    task.query.operation,
  );
  const hits = records.size + recognised.size + Math.max(...passes.map((one) => one.pass.withoutIdentity));
  const aside = new UnreadableList();
  for (const { pass } of passes) aside.addAll(pass.aside);
  const verdict = verdictOf(passes, hits, aside);
  return {
    ...verdict,
    ...costOf(asking),
    records,
    recognised,
    hits,
    total: last.pass.total,
    setAside: aside.listed,
    setAsideCount: aside.count,
    grantedSize: Math.max(...passes.map((one) => one.pass.grantedSize)),
    error: last.end.kind === 'failed' ? last.end.error : undefined,
    sameAsKnown: false,
    knownPages: verdict.outcome === 'complete' && passes.length === 1 ? asking.pages.map(toKnown) : undefined,
  };
}

/**
 * What all passes showed. Of two copies the later one, unless the earlier shows more entries: so both are opened. In the order of
 * the later pass, from which nearly all are: that is how they are held.
 */
function together(passes: readonly Pass[], operation: Operation): Pick<SearchResult, 'records' | 'recognised'> {
  const [first, second] = passes;
  if (first === undefined || second === undefined) {
    return { records: first?.records ?? new Map(), recognised: first?.recognised ?? new Map() };
  }
  const earlier = new Map(first.records);
  const held = new HeldRecords();
  const open = openingOf(operation);
  for (const [key, hit] of first.recognised) earlier.set(key, held.hold(open(hit)));
  const records = new Map<string, FoundRecord>();
  for (const [key, found] of second.records) {
    const other = earlier.get(key);
    records.set(key, other === undefined ? found : betterCopy(found, other));
    earlier.delete(key);
  }
  return { records: new Map([...records, ...earlier]), recognised: new Map() };
}

function knownReading(task: ReadTask, asking: PageAsking): SearchResult {
  const known = task.known?.pages ?? [];
  return {
    ...costOf(asking),
    outcome: 'complete',
    records: new Map(),
    recognised: new Map(),
    hits: known.reduce((sum, page) => sum + page.fresh, 0),
    total: known.at(-1)?.total,
    setAside: [],
    setAsideCount: 0,
    grantedSize: Math.max(task.grantedSize ?? 0, ...known.map((page) => page.arrived)),
    sameAsKnown: true,
    knownPages: withoutMoved(known, asking.pages),
  };
}

/** The known pages themselves, where each is still what it was, byte for byte. */
function withoutMoved(known: readonly KnownPage[], read: readonly ReadPage[]): readonly KnownPage[] {
  const isMoved = ({ digest }: KnownPage, index: number) => digest !== undefined && read[index]?.body.digest !== digest;
  if (!known.some(isMoved)) return known;
  return known.map((page, index) => (isMoved(page, index) ? { ...page, digest: undefined } : page));
}

function costOf({ pages, requests, credits, givenUp, sizesRefused }: PageAsking) {
  return { pages, requests, credits, givenUp, sizesRefused };
}

function toKnown(page: SearchResult['pages'][number]): KnownPage {
  const { body, hits, arrived, fresh, total, credits } = page;
  return { digest: hits?.every(isQuicklyKnown) ? undefined : body.digest, arrived, fresh, total, credits };
}
