import type { Item } from './outline.ts';

/** The items of a card above the line, and the routine ones below it; no line where there is nothing above. */
export function atRoutine(items: readonly Item[]): readonly [before: readonly Item[], routine: readonly Item[]] {
  const last = items.findLastIndex((item) => item.priority !== 'routine');
  return last < 0 ? [items, []] : [items.slice(0, last + 1), items.slice(last + 1)];
}
