import { foldEntryText } from '../../src/records/diff/comparableEntry.ts';
import type { Entry } from '../../src/records/docket.ts';
import { comparePair, countKind, earliestCheckedOn } from './comparePair.ts';
import type { DocketPair, PairKind } from './realData.ts';

const kinds: readonly PairKind[] = ['notices', 'replay', 'reparsed'];

type Row = readonly [name: string, ...figures: (string | number)[]];

function table(head: Row, rows: readonly Row[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function sum<T>(items: readonly T[], figure: (item: T) => number): number {
  return items.reduce((total, item) => total + figure(item), 0);
}

/** A comparison of entries by one key, counting how often it occurs, to measure ours against. */
interface OneKey {
  readonly name: string;
  readonly key: (entry: Entry) => string;
}

const joined = (...parts: readonly (string | null)[]): string => JSON.stringify(parts);

const simpleKeys: readonly OneKey[] = [
  { name: 'the whole entry', key: (entry) => JSON.stringify(entry) },
  { name: 'number + date + text', key: (entry) => joined(entry.documentNumber, entry.dateFiled, entry.description) },
  {
    name: 'number + date, else date + cleaned text, as a multiset',
    key: (entry) =>
      entry.documentNumber === ''
        ? joined(entry.dateFiled, foldEntryText(entry.description))
        : joined(entry.documentNumber, entry.dateFiled),
  },
];

/** Returns how many entries of `after` a key reports as new. */
function countNew({ key }: OneKey, before: readonly Entry[], after: readonly Entry[]): number {
  const known = new Map<string, number>();
  for (const entry of before) known.set(key(entry), (known.get(key(entry)) ?? 0) + 1);
  let reported = 0;
  for (const entry of after) {
    const left = known.get(key(entry)) ?? 0;
    if (left === 0) reported += 1;
    known.set(key(entry), Math.max(0, left - 1));
  }
  return reported;
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
