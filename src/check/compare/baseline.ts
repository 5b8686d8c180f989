import type { WatchQuery } from '../../store/queue/queries.ts';

/** After so many partial first checks the baseline stands as it is. */
export const baselineTriesAtMost = 3;

export interface BaselineStep {
  readonly before: WatchQuery;
  readonly watchQuery: WatchQuery;
  /** Before this check: `complete`: there was a baseline. `first`: this is the first check. `going-on`: checks before were partial. */
  readonly was: 'complete' | 'first' | 'going-on';
  /** True when the baseline stands with this check, and did not before. */
  readonly completes: boolean;
  /** True when it stands only because it was tried often enough. */
  readonly lacking: boolean;
}

/** Where a watch's baseline stands after a check that was read completely or in part. */
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
