import { madeOnce } from '../base/madeOnce.ts';
import type { WatchConfig } from './config.ts';

type Watches = readonly WatchConfig[];

export const idsOf = madeOnce((watches: Watches): readonly string[] => watches.map(({ id }) => id));

export const watchesById = madeOnce(
  (watches: Watches): ReadonlyMap<string, WatchConfig> => new Map(watches.map((watch) => [watch.id, watch])),
);

const byKind = madeOnce((watches: Watches) =>
  Object.groupBy(watches, ({ searches: [first] }) => first?.type ?? 'dockets'),
);

/** Those that search for cases, or for designs. */
export function watchesFor(watches: Watches, kind: 'dockets' | 'designs'): Watches {
  return byKind(watches)[kind] ?? [];
}

/** The matters of these watches, in the order of their names. */
export const mattersOf = madeOnce((watches: Watches): readonly string[] =>
  [...new Set(watches.flatMap(({ matter }) => matter ?? []))].sort(),
);

/** Those of a matter, or the one of an id; where neither is asked for, the same list. */
export function narrowed(
  watches: Watches,
  { matter, watch }: { readonly matter?: string | undefined; readonly watch?: string | undefined },
): Watches {
  if (matter === undefined && watch === undefined) return watches;
  return watches.filter(
    (one) => (matter === undefined || one.matter === matter) && (watch === undefined || one.id === watch),
  );
}
