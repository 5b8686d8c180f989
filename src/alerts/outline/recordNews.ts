import type { ChangesContent, MessageChange, WatchFacts } from '../../channels/message/content.ts';
import { type Weight, weightOrder } from '../../channels/message/weight.ts';
import { filedOn, type SearchRecord } from '../../records/record.ts';
import { type Weighed, weigh } from '../weights.ts';
import { happened } from '../words/happened.ts';

/** All that happened to one record, weighed and sorted for the reader. */
export interface RecordNews {
  readonly record: SearchRecord;
  /** The watches of the channel that it concerns, in the channel's order. */
  readonly watches: readonly WatchFacts[];
  /** What is shown: the weightiest first, then the newest. */
  readonly shown: readonly WeighedChange[];
  readonly muted: readonly MessageChange[];
  /** Of the weightiest change; low where all is muted. */
  readonly weight: Weight;
  /** `terminated, 2 new entries`; '' where all is muted. */
  readonly happened: string;
  /** The day of the newest news, `YYYY-MM-DD`. */
  readonly newest: string;
  /** One of its watches is confidential. */
  readonly confidential: boolean;
}

export interface WeighedChange {
  readonly change: MessageChange;
  readonly weighed: Weighed;
}

/** The changes of an alert by record: the weightiest record first, then the one with the newest news. */
export function recordNews(content: ChangesContent): RecordNews[] {
  const byRecord = Map.groupBy(content.changes, (change) => `${change.record.type}:${change.record.key}`);
  return [...byRecord.values()].flatMap((changes) => newsOf(changes, content.watches)).sort(byWeightThenNewest);
}

function newsOf(changes: readonly MessageChange[], all: readonly WatchFacts[]): RecordNews[] {
  const record = changes.at(-1)?.record;
  if (record === undefined) return [];
  const ids = new Set(changes.flatMap((change) => change.watches));
  const watches = all.filter((watch) => ids.has(watch.id));
  const weighed = changes.map((change) => ({ change, weighed: weigh(change, watches) }));
  const shown = weighed.filter((one) => !one.weighed.muted).sort(byWeightThenDay);
  const labels = shown.filter((one) => one.change.kind === 'entry.new').map((one) => one.weighed.label);
  return [
    {
      record,
      watches,
      shown,
      muted: weighed.filter((one) => one.weighed.muted).map((one) => one.change),
      weight: shown[0]?.weighed.weight ?? 'low',
      happened: happened(
        shown.map((one) => one.change),
        labels.filter(Boolean),
      ),
      newest:
        shown
          .map((one) => newsDay(one.change))
          .sort()
          .at(-1) ?? '',
      confidential: watches.some((watch) => watch.confidential),
    },
  ];
}

function byWeightThenNewest(a: RecordNews, b: RecordNews): number {
  return weightOrder(a.weight) - weightOrder(b.weight) || compare(b.newest, a.newest);
}

/** Entries of one day keep the court's order backwards: the higher number is the newer. */
function byWeightThenDay(a: WeighedChange, b: WeighedChange): number {
  const number = ({ change }: WeighedChange) => Number.parseInt(change.entry?.documentNumber ?? '', 10) || 0;
  return (
    weightOrder(a.weighed.weight) - weightOrder(b.weighed.weight) ||
    compare(newsDay(b.change), newsDay(a.change)) ||
    number(b) - number(a)
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The day that a reader would date the news by: of an entry its filing, of a new record its own, else the day we saw it. */
function newsDay(change: MessageChange): string {
  if (change.entry) return change.entry.dateFiled;
  const isNew = change.kind === 'docket.new' || change.kind === 'design.new';
  return (isNew && filedOn(change.record)) || change.detectedAt.slice(0, 10);
}
