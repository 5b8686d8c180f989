import { comparePair, countKind, earliestCheckedOn } from './comparePair.ts';
import type { DocketPair, PairKind } from './realData.ts';
import { countNew, simpleKeys } from './simpleKeys.ts';

const kinds: readonly PairKind[] = ['notices', 'replay', 'reparsed'];

type Row = readonly [name: string, ...figures: (string | number)[]];

function table(head: Row, rows: readonly Row[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function sum<T>(items: readonly T[], figure: (item: T) => number): number {
  return items.reduce((total, item) => total + figure(item), 0);
}

/** Returns how many entries came between the two states, by the kind of the pair. */
export function truth(pair: DocketPair): number {
  return pair.kind === 'reparsed' ? 0 : (pair.after.entries?.length ?? 0) - (pair.before.entries?.length ?? 0);
}

/** Returns the table of entries reported as new, for each simple key and for Tipstaff. */
export function entryTable(pairs: readonly DocketPair[]): string {
  const across = (figure: (pair: DocketPair) => number): number[] =>
    kinds.map((kind) =>
      sum(
        pairs.filter((pair) => pair.kind === kind),
        figure,
      ),
    );
  const simple = simpleKeys.map((each): Row => {
    return [each.name, ...across((pair) => countNew(each, pair.before.entries ?? [], pair.after.entries ?? []))];
  });
  return table(
    ['reported as new', ...kinds],
    [
      ['*the truth*', ...across(truth)],
      ...simple,
      ['**Tipstaff**', ...across((pair) => countKind(comparePair(pair), 'entry.new'))],
      [
        'Tipstaff, with the earliest possible last check',
        ...across((pair) => countKind(comparePair(pair, earliestCheckedOn(pair)), 'entry.new')),
      ],
    ],
  );
}

/** Returns the table of everything that Tipstaff reports, by kind of pair. */
export function changeTable(pairs: readonly DocketPair[]): string {
  const reported = [
    'docket.status',
    'docket.updated',
    'entry.new',
    'entry.updated',
    'entry.backfill',
    'entry.unseen',
  ] as const;
  const all: readonly PairKind[] = [...kinds, 'refetched', 'observed'];
  const rows = all.map((kind): Row => {
    const changes = pairs.filter((pair) => pair.kind === kind).map((pair) => comparePair(pair));
    return [kind, changes.length, ...reported.map((each) => countKind(changes.flat(), each))];
  });
  return table(['pairs', 'number', ...reported], rows);
}
