import type { WatchQuery } from '../../store/queue/queries.ts';

/** After this many partial first checks the baseline is taken as it is. */
const baselineTriesAtMost = 3;

export interface BaselineStep {
  readonly before: WatchQuery;
  readonly watchQuery: WatchQuery;
  /**
   * Before this check. `complete`: the watch had a baseline. `first`: this is its first check. `going-on`:
   * the checks before were partial.
   */
  readonly was: 'complete' | 'first' | 'going-on';
  /** True when this check completes the baseline. */
  readonly completes: boolean;
  /** True when it counts as complete only because it was tried often enough. */
  readonly lacking: boolean;
}

/** What becomes of a watch's baseline with a check whose result was read completely or in part. */
export function baselineStep(watchQuery: WatchQuery, outcome: 'complete' | 'partial', now: string): BaselineStep {
  if (watchQuery.baselineAt !== null)
    return { before: watchQuery, watchQuery, was: 'complete', completes: false, lacking: false };
  const tries = watchQuery.baselineTries + 1;
  const lacking = outcome === 'partial' && tries >= baselineTriesAtMost;
  const completes = outcome === 'complete' || lacking;
  return {
    before: watchQuery,
    was: watchQuery.baselineStartedAt === null ? 'first' : 'going-on',
    completes,
    lacking,
    watchQuery: {
      ...watchQuery,
      baselineStartedAt: watchQuery.baselineStartedAt ?? now,
      baselineTries: tries,
      baselineAt: completes ? now : null,
    },
  };
}
