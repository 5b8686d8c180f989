import { courtPage } from '../../records/courtPage.ts';
import { filedOn, type SearchRecord } from '../../records/record.ts';
import type { ToldChange, WatchFacts } from '../content.ts';
import { weigh, weightOrder } from '../weights.ts';
import { happened } from '../words/happened.ts';
import { recordPlace, recordTitle } from '../words/recordWords.ts';
import { type WebLink, webLink } from '../words/webLink.ts';
import { changeItem } from './changeItem.ts';
import type { Card } from './outline.ts';

/** A record's card, what of it is muted, and the day of its newest news by which cards are sorted. */
export interface ToldRecord {
  readonly card: Card;
  readonly muted: number;
  readonly newest: string;
}

/** One record with its changes, the weightiest first, then the newest. */
export function recordCard(
  changes: readonly [ToldChange, ...ToldChange[]],
  watches: readonly WatchFacts[],
): ToldRecord {
  const weighed = changes.map((change) => ({ change, weighed: weigh(change, watches) }));
  const shown = weighed
    .filter((one) => !one.weighed.muted)
    .sort(
      (a, b) =>
        weightOrder(a.weighed.weight) - weightOrder(b.weighed.weight) ||
        newsDay(b.change).localeCompare(newsDay(a.change)),
    );
  const record = changes[0].record;
  return {
    card: {
      title: recordTitle(record),
      place: recordPlace(record),
      happened: happened(shown.map((one) => one.change)),
      weight: shown[0]?.weighed.weight ?? 'low',
      links: recordLinks(record),
      items: shown.map((one) => changeItem(one.change, one.weighed)),
    },
    muted: weighed.length - shown.length,
    newest:
      shown
        .map((one) => newsDay(one.change))
        .sort()
        .at(-1) ?? '',
  };
}

/** The day that a reader would date the news by: of an entry its filing, of a new record its own, else the day we saw it. */
function newsDay(change: ToldChange): string {
  if (change.entry) return change.entry.dateFiled;
  const isNew = change.kind === 'docket.new' || change.kind === 'design.new';
  return (isNew && filedOn(change.record)) || change.detectedAt.slice(0, 10);
}

function recordLinks(record: SearchRecord): WebLink[] {
  const link =
    record.type === 'docket'
      ? webLink('Docket at the court (PACER)', courtPage(record))
      : webLink('Register page', record.detailUrl);
  return link ? [link] : [];
}
