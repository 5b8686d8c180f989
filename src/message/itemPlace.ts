import { type Priority, priorityOrder } from '../reading/entryPriority.ts';
import type { EntryReading } from '../reading/entryReading.ts';
import type { MessageChange } from './content.ts';
import { designPriority, designRank } from './designRank.ts';
import type { Prioritised } from './priority.ts';

/** Ranks in one priority: those of cases, then as many of designs. */
const perPriority = 20;
const ofDesigns = 10;

/**
 * The place of a change among those of a message, 0 first: by priority, then by what it is. What a watch calls important comes
 * first of all, then a new case, its end, an injunction, a day to keep; within a priority cases come before designs.
 */
export function itemPlace(change: Pick<MessageChange, 'kind' | 'fields'>, prioritised: Prioritised): number {
  if (prioritised.important) return 0;
  if (change.kind.startsWith('design.')) {
    return priorityOrder(designPriority(change)) * perPriority + ofDesigns + designRank(change);
  }
  return priorityOrder(prioritised.priority) * perPriority + docketRank(change, prioritised);
}

function docketRank({ kind }: Pick<MessageChange, 'kind'>, { priority, reading }: Prioritised): number {
  if (kind === 'docket.new') return 1;
  if (kind === 'docket.status') return 2;
  return reading === undefined ? ofDesigns - 1 : entryRank(priority, reading);
}

function entryRank(priority: Priority, { type, about, outcome, dates }: EntryReading): number {
  if (priority === 'act') {
    if (type === 'judgment' || type === 'verdict' || type === 'dismissal' || outcome === 'dismissed') return 2;
    if (about.includes('injunction')) return 3;
    return dates.length > 0 ? 4 : 5;
  }
  if (outcome !== null) return 1;
  return type === 'order' || type === 'report' ? 2 : type === 'motion' ? 3 : 4;
}
