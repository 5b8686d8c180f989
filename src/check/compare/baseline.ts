import type { WatchTie } from '../../store/queue/queries.ts';

/** After so many partial first checks the baseline stands as it is. */
export const baselineTriesAtMost = 3;

export interface BaselineStep {
  readonly before: WatchTie;
  readonly tie: WatchTie;
  /** - `before`: the baseline stood already. - `started`: this was the first check. - `going-on`: it was not, and is not whole. */
  readonly was: 'standing' | 'first' | 'going-on';
  /** True when the baseline stands with this check, and did not before. */
  readonly completes: boolean;
  /** True when it stands only because it was tried often enough. */
  readonly lacking: boolean;
}

/** Where a watch's baseline stands after a check that was read completely or in part. */
export function baselineStep(tie: WatchTie, outcome: 'complete' | 'partial', now: string): BaselineStep {
  if (tie.baselineAt !== null) return { before: tie, tie, was: 'standing', completes: false, lacking: false };
  const tries = tie.baselineTries + 1;
  const lacking = outcome === 'partial' && tries >= baselineTriesAtMost;
  const completes = outcome === 'complete' || lacking;
  return {
    before: tie,
    was: tie.baselineStartedAt === null ? 'first' : 'going-on',
    completes,
    lacking,
    tie: {
      ...tie,
      baselineStartedAt: tie.baselineStartedAt ?? now,
      baselineTries: tries,
      baselineAt: completes ? now : null,
    },
  };
}
