import { designKey } from '../records/designForm.ts';
import { docketKey } from '../records/docketForm.ts';
import { type Envelope, openEnvelope } from './http/envelope.ts';
import type { PageContent } from './http/page.ts';
import type { KnownHits } from './knownHits.ts';
import { isPlainObject } from './parse/readFields.ts';
import type { Operation } from './query.ts';
import { splitHits } from './splitHits.ts';

/** What a body turned out to be: a page, its known hits left unparsed, or an error in one of its costumes. */
export type OpenedPage =
  | { readonly kind: 'page'; readonly content: PageContent; readonly pointCost: number | undefined }
  | Extract<Envelope, { kind: 'error' }>;

/** Opens the body of an HTTP 200 and parses those of its hits that are not known. */
export function openPage(operation: Operation, bytes: Buffer, known: KnownHits): OpenedPage {
  const split = splitHits(bytes, known, (hit) => keyOf(operation, hit));
  const frame = split && openEnvelope(split.frame);
  // What is left must be a page whose emptied list was that of its hits; else the pieces prove nothing.
  if (split !== undefined && frame?.kind === 'page' && frame.hits.length === 0) {
    const { total, pointCost } = frame;
    return { kind: 'page', content: { hits: split.hits, total }, pointCost };
  }
  const envelope = openEnvelope(bytes);
  if (envelope.kind === 'error') return envelope;
  const { hits, total, pointCost } = envelope;
  return { kind: 'page', content: { hits: hits.map((value) => ({ value })), total }, pointCost };
}

function keyOf(operation: Operation, hit: unknown): string | undefined {
  if (!isPlainObject(hit)) return undefined;
  return operation === 'pacer'
    ? docketKey(hit.docketId)
    : designKey({ ID: idOf(hit.ID), SOURCE: sourceOf(hit.SOURCE), IRN: idOf(hit.IRN) });
}

function idOf(shown: unknown): string | number | undefined {
  return typeof shown === 'string' || typeof shown === 'number' ? shown : undefined;
}

function sourceOf(shown: unknown): string | undefined {
  return typeof shown === 'string' ? shown : undefined;
}
