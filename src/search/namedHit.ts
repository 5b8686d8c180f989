import { z } from 'zod';
import type { ShownHit } from './http/page.ts';
import type { KnownHit } from './knownHit.ts';
import type { RecognisedHit } from './paging/searchResult.ts';

/** A known hit in a kept answer: what identifies it stands in its place, and what it shows is what is stored. */
const namedHit = z.strictObject({
  asKnown: z.object({
    key: z.string(),
    shownHash: z.string(),
    window: z.tuple([z.number(), z.number()]).readonly().optional(),
  }),
});

const nothing = Buffer.alloc(0);

/** A page with the names of those of its hits that were recognised in their places: nine of ten hits, where one has news. */
export function nameRecognised(page: Buffer, recognised: readonly RecognisedHit[]): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { start, end, hit } of recognised.toSorted((a, b) => a.start - b.start)) {
    pieces.push(page.subarray(from, start), Buffer.from(JSON.stringify(nameOf(hit))));
    from = end;
  }
  return from === 0 ? page : Buffer.concat([...pieces, page.subarray(from)]);
}

function nameOf({ key, shownHash, window }: KnownHit): z.infer<typeof namedHit> {
  return { asKnown: { key, shownHash, window } };
}

/** A hit of a kept answer, known if its name stands there. */
export function openNamed(value: unknown): ShownHit {
  const named = namedHit.safeParse(value);
  return named.success ? { known: { ...named.data.asKnown, digest: '', layout: [] }, bytes: nothing } : { value };
}
