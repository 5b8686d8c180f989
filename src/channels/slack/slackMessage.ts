import type {
  ContextBlock,
  DividerBlock,
  HeaderBlock,
  ImageBlock,
  RichTextBlock,
  SectionBlock,
  UrlImageObject,
} from '@slack/types';

/** One or more Block Kit payloads, each within Slack's limits, to be sent in order. */
export interface SlackMessage {
  readonly payloads: readonly SlackPayload[];
}

export interface SlackPayload {
  /** The fallback for notifications. */
  readonly text: string;
  /** The fallback is not markup: a court's text stays as it is. */
  readonly mrkdwn: false;
  readonly blocks: SlackBlock[];
}

/** The kinds of Slack's blocks that we send. */
export type SlackBlock = HeaderBlock | RichTextBlock | SectionBlock | PictureBlock | ContextBlock | DividerBlock;

/** Slack fetches it from a public address; if it cannot fetch one, it refuses the whole message. */
export type PictureBlock = ImageBlock & UrlImageObject;
