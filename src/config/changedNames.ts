import { type Config, openName, type WatchConfig } from './config.ts';

/**
 * What differs between two configs, by name alone, because values may be secret: `service.token`, `channels.counsel`,
 * `watch widget-patent (new)`.
 */
export function changedNames(before: Config, after: Config): string[] {
  return [...differences(settingsOf(before), settingsOf(after)), ...changedWatches(before.watches, after.watches)];
}

function changedWatches(before: readonly WatchConfig[], after: readonly WatchConfig[]): string[] {
  const named = (watches: readonly WatchConfig[]) =>
    new Map(watches.map((watch) => [`watch ${openName(watch)}`, JSON.stringify(watch)]));
  return differences(named(before), named(after));
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  return names.map((name) => (before.has(name) ? (after.has(name) ? name : `${name} (removed)`) : `${name} (new)`));
}

const apart = ['watches', 'ownWatches', 'warnings', 'readings', 'file'];

/** Two levels deep: a channel or a service is one thing, whatever of it changed. */
function settingsOf(config: Config): Map<string, string> {
  const top = Object.entries(config).filter(([key]) => !apart.includes(key));
  return new Map(
    top.flatMap(([key, value]): [string, string][] => {
      const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
      if (!isMap) return [[key, JSON.stringify(value)]];
      return Object.entries(value).map(([inner, held]) => [`${key}.${inner}`, JSON.stringify(held)]);
    }),
  );
}
