import { type Priority, priorityOrder } from '../../reading/entryPriority.ts';
import type { Matched } from '../../records/diff/searchMatch.ts';
import type { AlertContent, MessageChange } from './content.ts';
import type { Outline } from './outline.ts';

/**
 * An alert as a channel is given it: the facts for programs, the words for people. A channel decides on the form alone.
 */
export interface Message {
  readonly content: AlertContent;
  /** Made anew at each call, because an alert of ten thousand changes is long. */
  outline(options: OutlineOptions): Outline;
  /**
   * The same news as separate messages, one for each matter; one with the key '' where it is about one matter or none.
   */
  byMatter(): readonly MessagePart[];
  /** How much one of its changes matters to the channel's readers. */
  priorityOf(change: MessageChange): ChangePriority;
  /** By which party and patent the channel's watches found the case of a change. */
  matchedIn(change: MessageChange): readonly Matched[];
}

export interface MessagePart {
  /**
   * Its name within the alert, safe in a URI, which reveals nothing of the record; '' for a part that is the whole
   * alert.
   */
  readonly key: string;
  readonly message: Message;
}

export interface ChangePriority {
  readonly priority: Priority;
  /** What an entry is, in a few words: `ORDER · motion to dismiss DENIED`; '' where there is nothing to say. */
  readonly label: string;
  /** Every watch that it concerns mutes it: it is counted, not shown. */
  readonly unshown: boolean;
}

/** `discreet`: only matter and numbers of confidential watches are named. */
export interface OutlineOptions {
  readonly discreet: boolean;
}

/**
 * The priority of a whole message: the highest in it; what could not be checked, and an incident that began, is
 * something to act on.
 */
export function messagePriority(message: Message): Priority {
  const { content } = message;
  switch (content.kind) {
    case 'changes': {
      if ((content.coverage?.unwatched.length ?? 0) > 0) return 'act';
      const shown = content.changes.map((change) => message.priorityOf(change)).filter((one) => !one.unshown);
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
