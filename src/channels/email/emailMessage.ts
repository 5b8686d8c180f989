import type { EmbeddedPicture } from '../pictures/pictures.ts';

/** An alert drawn as an email. */
export interface EmailMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The record that the whole alert is about, for a mail thread of its own; undefined when it is about several. */
  readonly threadKey?: string | undefined;
  /** What the HTML shows by `cid:`; each to be fetched, or replaced by a stand-in, and embedded. Absent when there are none. */
  readonly pictures?: readonly EmbeddedPicture[] | undefined;
}
