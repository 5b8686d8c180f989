import type { WatchQuery } from '../../store/queue/queries.ts';

/** After so many partial first checks the baseline stands as it is. */
export const baselineTriesAtMost = 3;

export interface BaselineStep {
  readonly before: WatchQuery;
  readonly watchQuery: WatchQuery;
  /** - `before`: the baseline stood already. - `started`: this was the first check. - `going-on`: it was not, and is not whole. */
  readonly was: 'standing' | 'first' | 'going-on';
  /** True when the baseline stands with this check, and did not before. */
  readonly completes: boolean;
  /** True when it stands only because it was tried often enough. */
  readonly lacking: boolean;
}

/** Where a watch's baseline stands after a check that was read completely or in part. */
export function baselineStep(watchQuery: WatchQuery, outcome: 'complete' | 'partial', now: string): BaselineStep {
  if (watchQuery.baselineAt !== null)
    return { before: watchQuery, watchQuery, was: 'standing', completes: false, lacking: false };
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
