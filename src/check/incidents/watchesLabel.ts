import type { Watches } from '../audience/listening.ts';

const namedAtMost = 3;

/** Names the watches that an incident concerns: `a, b, c and 4 more`; a confidential one by its matter alone. */
export function watchesLabel(watchIds: readonly string[], watches: Watches): string {
  const sorted = [...watchIds].sort().map((id) => nameOf(id, watches));
  const named = sorted.slice(0, namedAtMost).join(', ');
  const more = sorted.length - namedAtMost;
  return more > 0 ? `${named} and ${more} more` : named;
}

function nameOf(id: string, watches: Watches): string {
  const watch = watches.get(id);
  if (watch?.confidential !== true) return id;
  return watch.matter === undefined ? 'a confidential watch' : `matter ${watch.matter}`;
}
