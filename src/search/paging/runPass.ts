import type { PageContent, PageResponse } from '../http/page.ts';
import { SearchError } from '../http/searchError.ts';
import { type KnownAnswer, Memory } from '../knownAnswer.ts';
import { KnownHits } from '../knownHits.ts';
import { openPage } from '../openPage.ts';
import type { NextStep } from './nextPage.ts';
import type { Known, PageAsking } from './pageRequests.ts';
import type { Pass } from './pass.ts';
import type { ReadPage } from './searchResult.ts';

/** How a pass ended; `known`: every page was the known one, and nothing was parsed. */
export type PassEnd =
  | { readonly kind: Exclude<NextStep, 'more'> | 'known' | 'unaffordable' }
  | { readonly kind: 'failed'; readonly error: SearchError };

/** Of a result with more bytes, only the last page stays in memory as it came. */
const unpackedAtMost = 2_000_000;

/** May we ask for another page, having spent so many credits on this reading? */
export type Affordable = (spentCredits: number) => boolean | Promise<boolean>;

type Next = { readonly answer: PageResponse; readonly end?: undefined } | { readonly end: PassEnd };

/**
 * Reads one pass, page after page, until it needs no more. Pages that are the `known` ones are held; as soon as one differs,
 * those held are taken in first. Known hits are not parsed. The first page of all throws its error; a later one ends the pass.
 */
export async function runPass(
  pass: Pass,
  asking: PageAsking,
  affordable: Affordable,
  known?: KnownAnswer | undefined,
): Promise<PassEnd> {
  const memory = new Memory(known);
  const recognised = await recognise(pass, asking, affordable, memory);
  let { next } = recognised;
  if (next.end?.kind === 'known') return next.end;
  for (const [page, answer] of recognised.held.entries()) {
    asking.learn(page, pass.take(await contentOf(asking, answer, memory.hitsOf(page)), answer.body).hits);
  }
  while (next.end === undefined) {
    await takePage(pass, asking, next.answer);
    const step = pass.next();
    next = step === 'more' ? await askNext(asking, pass.from, affordable, goingOn(memory)) : { end: { kind: step } };
  }
  return next.end;
}

/** Asks for the known pages as long as they come as known; `next` is the first that does not, or how it ended. */
async function recognise(
  pass: Pass,
  asking: PageAsking,
  affordable: Affordable,
  memory: Memory,
): Promise<{ held: PageResponse[]; next: Next }> {
  const held: PageResponse[] = [];
  let from = 0;
  for (const [index, known] of memory.pages.entries()) {
    const knownHits = async () => (await memory.hits()).goToPage(index);
    const next = await askNext(asking, from, affordable, { known, knownHits });
    if (next.end !== undefined || next.answer.content !== undefined) return { held, next };
    held.push(next.answer);
    const { arrived, fresh, total } = known;
    keepPage(asking, pass, from, next.answer, { arrived, fresh, total });
    from += known.arrived;
  }
  if (memory.pages.length > 0) return { held, next: { end: { kind: 'known' } } };
  return { held, next: await askNext(asking, from, affordable, goingOn(memory)) };
}

function goingOn(memory: Memory): Known {
  return { knownHits: () => memory.hits() };
}

async function askNext(asking: PageAsking, from: number, affordable: Affordable, known: Known): Promise<Next> {
  const isFirst = asking.pages.length === 0;
  if (!isFirst && !(await affordable(asking.credits))) return { end: { kind: 'unaffordable' } };
  try {
    return { answer: await asking.ask(from, known) };
  } catch (error) {
    if (error instanceof SearchError && !isFirst) return { end: { kind: 'failed', error } };
    throw error;
  }
}

async function takePage(pass: Pass, asking: PageAsking, answer: PageResponse): Promise<void> {
  const content = answer.content ?? (await contentOf(asking, answer, Promise.resolve(new KnownHits([]))));
  const { from } = pass;
  const { fresh, hits } = pass.take(content, answer.body);
  keepPage(asking, pass, from, answer, { arrived: content.hits.length, fresh, total: content.total, hits });
  asking.packBeyond(unpackedAtMost);
}

function keepPage(
  asking: PageAsking,
  pass: Pass,
  from: number,
  { body, credits }: PageResponse,
  shown: Pick<ReadPage, 'arrived' | 'fresh' | 'total' | 'hits'>,
): void {
  asking.keep({ pass: pass.number, from, asked: asking.asked, body, credits, ...shown });
}

/** The content of bytes that were once an answer we took in. */
async function contentOf(asking: PageAsking, { body }: PageResponse, known: Promise<KnownHits>): Promise<PageContent> {
  const { bytes } = body;
  const opened = openPage(asking.operation, bytes, await known);
  if (opened.kind === 'page') return opened.content;
  throw new SearchError('server', `A known answer turned out to be ${opened.what}.`, { requests: 0, bytes });
}
