import type { ChangesContent, ToldChange, WatchFacts } from '../content.ts';
import { cleanText } from '../words/cleanText.ts';
import { listed } from '../words/counted.ts';
import { shorten } from '../words/fold.ts';
import { discreetly } from '../words/happened.ts';
import type { Section } from './outline.ts';

/** `Widget patent, anywhere`; of several watches, all their names. */
export function watchesTitle(watches: readonly WatchFacts[]): string {
  return listed(watches.map(watchName)) || 'No watch any more';
}

/** Matter and query, where one watch says it all. */
export function watchesSubtitle(watches: readonly WatchFacts[]): string {
  const [watch] = watches;
  if (watch === undefined || watches.length > 1)
    return [...new Set(watches.map(matterWords))].filter(Boolean).join(', ');
  return [matterWords(watch), shorten(cleanText(watch.asks), 200)].filter(Boolean).join(' · ');
}

export function watchName(watch: WatchFacts): string {
  return shorten(cleanText(watch.name), 100) || watch.id;
}

/** `Matter M-2026-014`, or '' for a watch without one. */
export function matterWords(watch: WatchFacts): string {
  return watch.matter ? `Matter ${shorten(cleanText(watch.matter), 60)}` : '';
}

/** What a confidential watch is called where its name may not be seen. */
export function discreetName(watches: readonly WatchFacts[]): string {
  const matters = watches.filter((watch) => watch.confidential).map(matterWords);
  return [...new Set(matters)].filter(Boolean).join(', ') || 'Confidential watch';
}

/** `Matter M-2026-014`: `2 new entries, see the page`. */
export function discreetSection(
  watches: readonly WatchFacts[],
  changes: readonly ToldChange[],
  content: Pick<ChangesContent, 'pageUrl'>,
): Section {
  const where = content.pageUrl ? 'see the page' : 'see Tipstaff';
  return {
    title: discreetName(watches),
    subtitle: '',
    cards: [],
    remarks: [`${discreetly(changes)}, ${where}.`],
    where: 'tipstaff changes',
  };
}
