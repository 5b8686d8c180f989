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
