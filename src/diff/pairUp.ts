import { isDeepStrictEqual } from 'node:util';
import { pathOf } from './links.ts';
import type { MatchPass } from './matchPass.ts';
import type { EntryReading } from './readEntry.ts';
import { wordSimilarity } from './similarText.ts';

/** How much of two candidates agrees: the text above all, then what would be news if it did not. */
function likenessOf(stored: EntryReading, shown: EntryReading): number {
  const { pdfUrl, extraDocument } = stored.entry;
  return (
    wordSimilarity(stored.words(), shown.words()) +
    (stored.date === shown.date ? 0.1 : 0) +
    (stored.number === shown.number ? 0.1 : 0) +
    (stored.document() === shown.document() ? 0.01 : 0) +
    (pathOf(pdfUrl) === pathOf(shown.entry.pdfUrl) ? 0.001 : 0) +
    (isDeepStrictEqual(extraDocument, shown.entry.extraDocument) ? 0.0001 : 0)
  );
}

/** Each shown entry takes the candidate most like it; both lists are in the docket's order, so equals fall the same way always. */
export function pairUp<Stored extends EntryReading>(
  pass: MatchPass,
  candidates: readonly Stored[],
  wanted: readonly EntryReading[],
): [Stored, EntryReading][] {
  const free = new Set(candidates);
  const pairs: [Stored, EntryReading][] = [];
  for (const shown of wanted) {
    let best: { readonly stored: Stored; readonly likeness: number } | undefined;
    for (const stored of free) {
      if (!pass.accepts(stored, shown)) continue;
      const likeness = candidates.length === 1 ? 1 : likenessOf(stored, shown);
      if (best === undefined || likeness > best.likeness) best = { stored, likeness };
    }
    if (best === undefined) continue;
    free.delete(best.stored);
    pairs.push([best.stored, shown]);
  }
  return pairs;
}
