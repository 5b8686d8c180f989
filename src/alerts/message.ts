/** A rendered alert, ready for a channel of its type. */
export interface EmailMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The record that the whole alert is about, for a mail thread of its own; undefined when it is about several. */
  readonly threadKey?: string | undefined;
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

export type SlackBlock =
  | { readonly type: 'header'; readonly text: { readonly type: 'plain_text'; readonly text: string } }
  | { readonly type: 'section'; readonly text: { readonly type: 'mrkdwn'; readonly text: string } }
  | { readonly type: 'context'; readonly elements: readonly { readonly type: 'mrkdwn'; readonly text: string }[] }
  | { readonly type: 'divider' };
