/** A rendered alert, ready for a channel of its type. */
export interface EmailMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The record that the whole alert is about, for a mail thread of its own; undefined when it is about several. */
  readonly threadKey?: string | undefined;
  /** What the HTML shows by `cid:`; each to be fetched, or replaced by a stand-in, and embedded. Absent when there are none. */
  readonly pictures?: readonly EmailPicture[] | undefined;
}

export interface EmailPicture {
  /** Unique in the message, without `cid:`: letters, digits, `-` and `.`. */
  readonly cid: string;
  /** http(s), as the service gave it: to be fetched only when it lies on the service's own address. */
  readonly url: string;
  readonly alt: string;
}

/** One or more Block Kit payloads, each within Slack's limits, to be sent in order. */
export interface SlackMessage {
  readonly payloads: readonly SlackPayload[];
}

export interface SlackPayload {
  /** The fallback for notifications. */
  readonly text: string;
  readonly blocks: readonly SlackBlock[];
}

/** `verbatim`: Slack makes no links, mentions or channel names out of bare text. */
export interface SlackMrkdwn {
  readonly type: 'mrkdwn';
  readonly text: string;
  readonly verbatim: true;
}

export interface SlackPlainText {
  readonly type: 'plain_text';
  readonly text: string;
  readonly emoji: false;
}

export type SlackBlock =
  | { readonly type: 'header'; readonly text: SlackPlainText }
  | { readonly type: 'section'; readonly text: SlackMrkdwn }
  | { readonly type: 'context'; readonly elements: readonly SlackMrkdwn[] }
  | { readonly type: 'divider' };
