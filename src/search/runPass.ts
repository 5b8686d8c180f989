import type { PageAnswer, PageContent } from './answer.ts';
import { openEnvelope } from './envelope.ts';
import type { NextStep } from './nextPage.ts';
import type { PageAsking } from './pageAsking.ts';
import type { Pass } from './pass.ts';
import type { KnownPage } from './reading.ts';
import { SearchError } from './searchError.ts';

/** How a pass ended; `known`: every page was the known one, and nothing was parsed. */
export type PassEnd =
  | { readonly kind: Exclude<NextStep, 'more'> | 'known' | 'unaffordable' }
  | { readonly kind: 'failed'; readonly error: SearchError };

/** May we ask for another page, having spent so many credits on this reading? */
export type Affordable = (spentCredits: number) => boolean | Promise<boolean>;

type Next = { readonly answer: PageAnswer; readonly end?: undefined } | { readonly end: PassEnd };

/**
 * Reads one pass, page after page, until it needs no more. Pages that are byte for byte the `known` ones are held unparsed;
 * as soon as one differs, those held are taken in first. The first page of all throws its error; a later one ends the pass.
 */
export async function runPass(
  pass: Pass,
  asking: PageAsking,
  affordable: Affordable,
  known: readonly KnownPage[] = [],
): Promise<PassEnd> {
  const recognised = await recognise(pass, asking, affordable, known);
  let { next } = recognised;
  if (next.end?.kind === 'known') return next.end;
  for (const { bytes } of recognised.held) pass.take(contentOf(bytes));
  while (next.end === undefined) {
    takePage(pass, asking, next.answer);
    const step = pass.next();
    next = step === 'more' ? await askNext(asking, pass.from, affordable) : { end: { kind: step } };
  }
  return next.end;
}

/** Asks for the known pages as long as they come as known; `next` is the first that does not, or how it ended. */
async function recognise(
  pass: Pass,
  asking: PageAsking,
  affordable: Affordable,
  known: readonly KnownPage[],
): Promise<{ held: PageAnswer[]; next: Next }> {
  const held: PageAnswer[] = [];
  let from = 0;
  for (const page of known) {
    const next = await askNext(asking, from, affordable, page);
    if (next.end !== undefined || next.answer.content !== undefined) return { held, next };
    held.push(next.answer);
    keepPage(asking, pass, from, next.answer, page);
    from += page.arrived;
  }
  return { held, next: known.length > 0 ? { end: { kind: 'known' } } : await askNext(asking, from, affordable) };
}

async function askNext(asking: PageAsking, from: number, affordable: Affordable, known?: KnownPage): Promise<Next> {
  const isFirst = asking.pages.length === 0;
  if (!isFirst && !(await affordable(asking.credits))) return { end: { kind: 'unaffordable' } };
  try {
    return { answer: await asking.ask(from, known) };
  } catch (error) {
    if (error instanceof SearchError && !isFirst) return { end: { kind: 'failed', error } };
    throw error;
  }
}

function takePage(pass: Pass, asking: PageAsking, answer: PageAnswer): void {
  const content = answer.content ?? contentOf(answer.bytes);
  const { from } = pass;
  const fresh = pass.take(content);
  const { credits, steadyDigest } = answer;
  const { total } = content;
  keepPage(asking, pass, from, answer, { arrived: content.hits.length, fresh, total, credits, steadyDigest });
}

function keepPage(
  asking: PageAsking,
  pass: Pass,
  from: number,
  { bytes, digest }: PageAnswer,
  shown: Omit<KnownPage, 'digest'>,
): void {
  const { arrived, fresh, total, credits, steadyDigest } = shown;
  asking.keep({
    pass: pass.number,
    from,
    asked: asking.asked,
    arrived,
    fresh,
    total,
    digest,
    steadyDigest,
    credits,
    bytes,
  });
}

/** The content of bytes that were once an answer we took in. */
function contentOf(bytes: Buffer): PageContent {
  const envelope = openEnvelope(bytes);
  if (envelope.kind === 'page') return envelope.content;
  throw new SearchError('server', `A known answer turned out to be ${envelope.what}.`, { requests: 0, bytes });
}
