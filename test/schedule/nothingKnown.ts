import type { CostFacts } from '../../src/schedule/costs.ts';

/** The facts about watches that were never checked. */
export const nothingKnown: CostFacts = {
  lastCosts: new Map(),
  holds: new Map(),
  news: new Map(),
  dueAt: new Map(),
  spentThisMonth: 0,
};
