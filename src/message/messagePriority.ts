import { type Priority, priorityOrder } from '../reading/entryPriority.ts';
import type { Message } from './message.ts';

/** The priority of a whole message: the highest in it; what could not be looked at, and an incident that began, is something to act on. */
export function messagePriority(message: Message): Priority {
  const { content } = message;
  switch (content.kind) {
    case 'changes': {
      if ((content.coverage?.unwatched.length ?? 0) > 0) return 'act';
      const shown = content.changes.map((change) => message.priorityOf(change)).filter((one) => !one.muted);
      return highest(shown.map((one) => one.priority));
    }
    case 'baseline':
      return content.announcements.some(({ records }) => records === 0) ? 'act' : 'routine';
    case 'notice':
      return content.notices.some(({ phase }) => phase === 'began') ? 'act' : 'read';
    case 'test':
      return 'read';
  }
}

function highest(priorities: readonly Priority[]): Priority {
  return priorities.reduce((best, one) => (priorityOrder(one) < priorityOrder(best) ? one : best), 'routine');
}
