import { isTreeMap, type Tree, type TreeMap } from './tree.ts';

/** The names of channels that operators or a watch (by itself or by the defaults) tell. Reads the tree before it is checked. */
export function usedChannels(tree: TreeMap): Set<string> {
  const { operators, defaults, watches } = tree;
  const inherited = isTreeMap(defaults) ? defaults.notify : undefined;
  const used = new Set(names(operators));
  for (const watch of Array.isArray(watches) ? watches : []) {
    for (const name of names((isTreeMap(watch) ? watch.notify : undefined) ?? inherited)) used.add(name);
  }
  return used;
}

function names(value: Tree | undefined): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
