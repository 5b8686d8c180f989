import type { AlertContent } from './content.ts';
import type { Outline } from './outline.ts';

/** An alert as a channel is given it: the facts for programs, the words for people. A channel decides on the form alone. */
export interface Message {
  readonly content: AlertContent;
  /** Made anew at each call, for an alert of ten thousand changes is long. */
  outline(options: OutlineOptions): Outline;
}

/** `discreet`: of confidential watches only matter and numbers are said. */
export interface OutlineOptions {
  readonly discreet: boolean;
}
