import { isDeepStrictEqual } from 'node:util';
import type { ComparableEntry } from './comparableEntry.ts';
import { pathOf } from './links.ts';
import type { MatchPass } from './matchPass.ts';
import { wordSimilarity } from './similarText.ts';

/** Up to so many pairs, all are compared. */
const mostPairs = 40_000;
/** Beyond that, each entry is compared with this many candidates that share its rarest words. */
const mostCandidates = 8;

/** How much two candidates agree: above all in the text, then in what would otherwise be news. */
function similarityOf(stored: ComparableEntry, shown: ComparableEntry): number {
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

/** Candidates that are not paired yet. */
interface Free<Stored> {
  near(shown: ComparableEntry): Iterable<Stored>;
  remove(stored: Stored): void;
}

/** Pairs each shown entry with the most similar candidate; both lists are in the docket's order, so that ties are always resolved alike. */
export function pairUp<Stored extends ComparableEntry>(
  pass: MatchPass,
  candidates: readonly Stored[],
  wanted: readonly ComparableEntry[],
): [Stored, ComparableEntry][] {
  const isSmall = candidates.length * wanted.length <= mostPairs;
  const free = isSmall ? allOf(candidates) : byRarestWords(candidates);
  const pairs: [Stored, ComparableEntry][] = [];
  for (const shown of wanted) {
    let best: { readonly stored: Stored; readonly similarity: number } | undefined;
    for (const stored of free.near(shown)) {
      if (!pass.accepts(stored, shown)) continue;
      const similarity = candidates.length === 1 ? 1 : similarityOf(stored, shown);
      if (best === undefined || similarity > best.similarity) best = { stored, similarity };
    }
    if (best === undefined) continue;
    free.remove(best.stored);
    pairs.push([best.stored, shown]);
  }
  return pairs;
}

function allOf<Stored>(candidates: readonly Stored[]): Free<Stored> {
  const free = new Set(candidates);
  return { near: () => free, remove: (stored) => void free.delete(stored) };
}

/** Two texts that are nearly the same share all but a few words, and so some of the rarest ones of either. */
function byRarestWords<Stored extends ComparableEntry>(candidates: readonly Stored[]): Free<Stored> {
  const byWord = new Map<string, Set<Stored>>();
  for (const candidate of candidates) {
    for (const word of indexed(candidate)) {
      const found = byWord.get(word);
      if (found) found.add(candidate);
      else byWord.set(word, new Set([candidate]));
    }
  }
  const near = (shown: ComparableEntry): Set<Stored> => {
    const sets = indexed(shown).flatMap((word) => byWord.get(word) ?? []);
    const found = new Set<Stored>();
    for (const set of sets.sort((a, b) => a.size - b.size)) {
      for (const candidate of set) {
        if (found.size >= mostCandidates) return found;
        found.add(candidate);
      }
    }
    return found;
  };
  const remove = (stored: Stored) => {
    for (const word of indexed(stored)) byWord.get(word)?.delete(stored);
  };
  return { near, remove };
}

/** The distinct words of an entry; one without any has the word ''. */
function indexed(entry: ComparableEntry): string[] {
  return ['', ...new Set(entry.words())];
}
