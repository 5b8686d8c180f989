import type { WatchConfig } from './config.ts';

/** Whether some of the hits of a watch's queries may not count for it, because its `wholeWord` or `court` filters them out. */
export function filtersHits({ wholeWord, courts }: Pick<WatchConfig, 'wholeWord' | 'courts'>): boolean {
  return wholeWord || courts !== undefined;
}

/** Why a hit does not count for a watch, in words. */
export function whyFiltered({ wholeWord, courts }: Pick<WatchConfig, 'wholeWord' | 'courts'>): string {
  const inWord = wholeWord ? ['the word was only inside a longer one'] : [];
  return [...inWord, ...(courts === undefined ? [] : ['the case is in another court'])].join(', or ');
}
