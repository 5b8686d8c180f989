import type { Config, WatchConfig } from '../config/config.ts';
import { TipstaffError } from '../errors.ts';
import { nearMiss } from '../fields/nearMiss.ts';

/** The watches with these ids, or all. @throws TipstaffError `usage.watch` for an id that the config does not have. */
export function chooseWatches(config: Config, ids: readonly string[]): readonly WatchConfig[] {
  if (ids.length === 0) return config.watches;
  return ids.map((id) => {
    const watch = config.watches.find((each) => each.id === id);
    if (watch !== undefined) return watch;
    const near = nearMiss(
      id,
      config.watches.map((each) => each.id),
    );
    const hint =
      near === undefined
        ? `The config has: ${config.watches.map((each) => each.id).join(', ')}.`
        : `Did you mean ${near}?`;
    throw new TipstaffError('usage.watch', `There is no watch ${JSON.stringify(id)} in ${config.file}. ${hint}`);
  });
}
