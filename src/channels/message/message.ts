import type { Priority } from '../../reading/entryPriority.ts';
import type { AlertContent, MessageChange } from './content.ts';
import type { Outline } from './outline.ts';

/** An alert as a channel is given it: the facts for programs, the words for people. A channel decides on the form alone. */
export interface Message {
  readonly content: AlertContent;
  /** Made anew at each call, for an alert of ten thousand changes is long. */
  outline(options: OutlineOptions): Outline;
  /**
   * The same news as messages apart, one for each record and check, what was found last first; where there are more than `most`, the last
   * holds the rest. What is about no record is one part.
   */
  parts(most: number): readonly MessagePart[];
  /** How much one of its changes matters to the channel's readers. */
  priorityOf(change: MessageChange): ChangePriority;
}

export interface MessagePart {
  /** Names it within the alert, in the letters of a URI, and nothing of the record; '' for one that is the whole alert. */
  readonly key: string;
  readonly message: Message;
}

export interface ChangePriority {
  readonly priority: Priority;
  /** What an entry is, in a few words: `ORDER · motion to dismiss DENIED`; '' where there is nothing to say. */
  readonly label: string;
  /** Every watch that it concerns mutes it: it is counted, not shown. */
  readonly muted: boolean;
}

/** `discreet`: of confidential watches only matter and numbers are said. */
export interface OutlineOptions {
  readonly discreet: boolean;
}
