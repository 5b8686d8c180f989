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

interface HeldPage {
  readonly answer: PageAnswer;
  readonly known: KnownPage;
}

/**
 * Reads one pass, page after page, until it needs no more. Pages that are byte for byte the `known` ones are held unparsed;
 * as soon as one differs, those held are taken in first. The first page of all throws its error; a later one ends the pass.
 */
export async function runPass(
  pass: Pass,
  asking: PageAsking,
  affordable: (spentCredits: number) => boolean,
  known: readonly KnownPage[] = [],
): Promise<PassEnd> {
  const held: HeldPage[] = [];
  for (let from = 0; ; ) {
    const expected = pass.arrived === 0 ? known[held.length] : undefined;
    if (asking.pages.length > 0 && !affordable(asking.credits)) return giveUp({ kind: 'unaffordable' });
    const answer = await askOrEnd(asking, from, expected);
    if (answer instanceof SearchError) return giveUp({ kind: 'failed', error: answer });
    if (answer.content === undefined && expected !== undefined) {
      held.push({ answer, known: expected });
      keepPage(asking, pass, from, answer, expected);
      from += expected.arrived;
      if (held.length === known.length) return { kind: 'known' };
      continue;
    }
    takeHeld();
    const content = answer.content ?? contentOf(answer.bytes);
    const fresh = pass.take(content);
    keepPage(asking, pass, from, answer, { ...content, arrived: content.hits.length, fresh, credits: answer.credits });
    const step = pass.next();
    if (step !== 'more') return { kind: step };
    from = pass.arrived;
  }

  function takeHeld(): void {
    for (const one of held.splice(0)) pass.take(contentOf(one.answer.bytes));
  }

  function giveUp(end: PassEnd): PassEnd {
    takeHeld();
    return end;
  }
}

async function askOrEnd(asking: PageAsking, from: number, expected: KnownPage | undefined) {
  try {
    return await asking.ask(from, expected?.digest);
  } catch (error) {
    if (error instanceof SearchError && asking.pages.length > 0) return error;
    throw error;
  }
}

function keepPage(
  asking: PageAsking,
  pass: Pass,
  from: number,
  { bytes, digest }: PageAnswer,
  shown: Pick<KnownPage, 'arrived' | 'fresh' | 'total' | 'credits'>,
): void {
  const { arrived, fresh, total, credits } = shown;
  asking.keep({ pass: pass.number, from, asked: asking.asked, arrived, fresh, total, digest, credits, bytes });
}

/** The content of bytes that were once an answer we took in. */
function contentOf(bytes: Buffer): PageContent {
  const envelope = openEnvelope(bytes);
  return envelope.kind === 'page' ? envelope.content : { hits: [] };
}
