import type { Hold } from '../../../src/schedule/holds/holds.ts';

/** A hold that pauses the watch `widget` until a person ends it. */
export function aHold(part: Partial<Hold>): Omit<Hold, 'id'> {
  const why = { author: 'ann', reason: 'talks', beganAt: '2026-11-20T12:00:00.000Z', until: null };
  return { watchId: 'widget', recordId: null, label: 'Widget', ...why, isChecked: false, ...part };
}
