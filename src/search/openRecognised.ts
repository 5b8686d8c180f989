import type { RecognisedHit } from './paging/searchResult.ts';
import { type ParsedRecord, parseHit } from './parse/parseHit.ts';
import type { Operation } from './query.ts';

/**
 * Parses after all what was known by its bytes, where something else says that it has to be looked at. Of a page that is packed,
 * the hits are best opened one after the other: it is unpacked once for those.
 */
export function openingOf(operation: Operation): (recognised: RecognisedHit) => ParsedRecord {
  let last: (Pick<RecognisedHit, 'body'> & { readonly bytes: Buffer }) | undefined;
  return ({ body, start, end, path, hit }) => {
    if (last?.body !== body) last = { body, bytes: body.bytes };
    const { found } = parseHit(operation, JSON.parse(last.bytes.toString('utf8', start, end)), path);
    if (found === undefined) throw new Error(`${path}, known as ${hit.key}, no longer says what it shows`);
    return found;
  };
}
