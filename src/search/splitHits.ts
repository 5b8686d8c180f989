import type { ShownHit } from './http/page.ts';
import { endOfKnown } from './knownHit.ts';
import type { KnownHits } from './knownHits.ts';

/** A page taken apart: its hits, and what is left when its list of hits is emptied. */
export interface SplitPage {
  readonly hits: readonly Piece[];
  readonly frame: Buffer;
}

/** A hit with its own part of the page. */
type Piece = ShownHit & { readonly bytes: Buffer };

type KeyOf = (hit: unknown) => string | undefined;

const listName = Buffer.from('"hits"');
const [comma, colon, opening, closing, brace, endBrace] = [...Buffer.from(',:[]{}')];

/**
 * Takes a page apart into its hits without parsing those that are known. Each other hit is parsed by itself; so it goes to
 * where the next begins like the first one, and the pieces prove right by being JSON, one and all. undefined where the page
 * is not made so (or holds no hit): then it has to be parsed as a whole.
 */
export function splitHits(page: Buffer, known: KnownHits, keyOf: KeyOf): SplitPage | undefined {
  const first = startOfHits(page);
  if (first === undefined) return undefined;
  const lead = page.subarray(first, page.indexOf(colon ?? 0, first) + 1);
  const hits: Piece[] = [];
  let at = first;
  for (;;) {
    const hit = knownAt(page, at, known) ?? parsedAt(page, at, lead);
    if (hit === undefined) return undefined;
    if (hit.known === undefined) known.foundAnother(keyOf(hit.value));
    hits.push(hit);
    const end = skipBlanks(page, at + hit.bytes.length);
    if (page[end] === closing) return splitPage(hits, page.subarray(0, first), page.subarray(end));
    if (page[end] !== comma) return undefined;
    at = skipBlanks(page, end + 1);
  }
}

/** Two lists of that name may have taken each other's place. */
function splitPage(hits: readonly Piece[], before: Buffer, behind: Buffer): SplitPage | undefined {
  return before.indexOf(listName) !== before.lastIndexOf(listName) || behind.includes(listName)
    ? undefined
    : { hits, frame: Buffer.concat([before, behind]) };
}

/** The list is the first field of that name; in a text, its quotes would have backslashes before them. */
function startOfHits(page: Buffer): number | undefined {
  const name = page.indexOf(listName);
  if (name < 0) return undefined;
  const afterName = skipBlanks(page, name + listName.length);
  if (page[afterName] !== colon) return undefined;
  const list = skipBlanks(page, afterName + 1);
  const first = skipBlanks(page, list + 1);
  return page[list] === opening && page[first] === brace ? first : undefined;
}

function knownAt(page: Buffer, at: number, known: KnownHits): Piece | undefined {
  const { expected } = known;
  if (expected === undefined) return undefined;
  const end = endOfKnown(expected, page, at);
  if (end === undefined) return undefined;
  known.found();
  return { known: expected, bytes: page.subarray(at, end) };
}

function parsedAt(page: Buffer, at: number, lead: Buffer): Piece | undefined {
  const next = page.indexOf(lead, at + 1);
  const end = next < 0 ? lastBrace(page, page.lastIndexOf(closing ?? 0)) : lastBrace(page, next, comma);
  if (end === undefined || end <= at) return undefined;
  const bytes = page.subarray(at, end);
  try {
    return { value: JSON.parse(bytes.toString('utf8')) as unknown, bytes };
  } catch {
    return undefined;
  }
}

/** Behind the brace that stands, blanks and a `separator` apart, before `end`. */
function lastBrace(page: Buffer, end: number, separator?: number): number | undefined {
  let at = end - 1;
  while (isBlank(page[at])) at -= 1;
  if (separator !== undefined) {
    if (page[at] !== separator) return undefined;
    at -= 1;
    while (isBlank(page[at])) at -= 1;
  }
  return page[at] === endBrace ? at + 1 : undefined;
}

function skipBlanks(page: Buffer, start: number): number {
  let at = start;
  while (isBlank(page[at])) at += 1;
  return at;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
