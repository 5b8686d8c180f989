import { shortText } from '../words/cleanText.ts';
import { shorten } from '../words/fold.ts';
import { capitalised, listed } from '../words/sentence.ts';
import { discreetName, matterWords, watchName } from '../words/watchWords.ts';
import type { ChangesContent, MessageChange, WatchFacts } from './content.ts';
import type { Section } from './outline.ts';
import { discreetly } from './words/happened.ts';

/** The most watches named together; more hold one record only where there are a thousand watches. */
const mostNamed = 20;

/** `Widget patent, anywhere`; of several watches, all their names. */
export function watchesTitle(watches: readonly WatchFacts[]): string {
  const names = watches.slice(0, mostNamed).map(watchName);
  const more = watches.length - names.length;
  return listed(more > 0 ? [...names, `${more} more`] : names) || 'No watch any more';
}

/** Matter and query, where there is only one watch. */
export function watchesSubtitle(watches: readonly WatchFacts[]): string {
  const [watch] = watches;
  if (watch === undefined || watches.length > 1) {
    return shorten([...new Set(watches.map(matterWords))].filter(Boolean).join(', '), 300);
  }
  return [matterWords(watch), shortText(watch.asks, 200)].filter(Boolean).join(' · ');
}

/** Where a confidential watch is read in full. */
export function discreetWhere(content: Pick<ChangesContent, 'pageUrl'>): string {
  return content.pageUrl ? 'see the page' : 'see Tipstaff';
}

/** `Matter M-2026-014`: `2 new entries, see the page`. */
export function discreetSection(
  watches: readonly WatchFacts[],
  changes: readonly MessageChange[],
  content: Pick<ChangesContent, 'pageUrl'>,
): Section {
  return {
    title: discreetName(watches),
    subtitle: '',
    cards: [],
    changes: changes.length,
    lines: [`${capitalised(discreetly(changes))}, ${discreetWhere(content)}.`],
    remarks: [],
    where: 'tipstaff changes',
  };
}
