import { shortText, type WebLink, webLink } from '../../base/words/cleanText.ts';
import { shorten } from '../../base/words/fold.ts';
import { capitalised, listedUpTo } from '../../base/words/sentence.ts';
import { discreetName, matterWords, watchName } from '../../base/words/watchWords.ts';
import type { ChangesContent, MessageChange, WatchFacts } from './content.ts';
import type { Section } from './outline.ts';
import { discreetly } from './words/happened.ts';

/** The most watches named together; more have one record only where there are a thousand watches. */
const mostNamed = 20;

/** `Widget patent, anywhere`; of several watches, all their names. */
export function watchesTitle(watches: readonly WatchFacts[]): string {
  return listedUpTo(mostNamed, watches.map(watchName)) || 'No watch any more';
}

/** The matters of watches, and the query where there is only one. */
export function watchesSubtitle(watches: readonly WatchFacts[]): Pick<Section, 'subtitle' | 'asks'> {
  const [watch, another] = watches;
  const subtitle = shorten([...new Set(watches.map(matterWords))].filter(Boolean).join(', '), 300);
  return { subtitle, asks: another === undefined ? shortText(watch?.asks, 200) : '' };
}

/** Where a confidential watch is read in full. */
export function discreetWhere(content: Pick<ChangesContent, 'pageUrl'>): string {
  return content.pageUrl ? 'see the page' : 'see Tipstaff';
}

/**
 * Under the name of the matter `2 new entries`, with its page; where there is no page: `2 new entries, see Tipstaff`.
 */
export function discreetSection(
  watches: readonly WatchFacts[],
  changes: readonly MessageChange[],
  content: Pick<ChangesContent, 'pageUrl'>,
): Section {
  const [name, words] = [discreetName(watches), discreetly(changes)];
  const link = matterLink(watches, content);
  return {
    title: name,
    subtitle: '',
    cards: [],
    changes: changes.length,
    lines: link === undefined ? [`${capitalised(words)}, ${discreetWhere(content)}.`] : [],
    records: link === undefined ? [] : [{ title: capitalised(words), facts: '', link }],
    remarks: [],
    where: { command: 'tipstaff changes' },
  };
}

/** The page of the matter of confidential watches; of several matters, or of none, our first page. */
export function matterLink(
  watches: readonly WatchFacts[],
  { pageUrl }: Pick<ChangesContent, 'pageUrl'>,
): WebLink | undefined {
  if (pageUrl === undefined) return undefined;
  const matters = [...new Set(watches.filter((watch) => watch.confidential).map((watch) => watch.matter ?? ''))];
  const [matter = ''] = matters.length === 1 ? matters : [];
  return webLink('See the page', matter === '' ? pageUrl : `${pageUrl}/matters/${encodeURIComponent(matter)}`);
}
