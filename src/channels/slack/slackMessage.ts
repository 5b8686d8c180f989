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
  /** The fallback is no markup: what a court wrote stays as it is. */
  readonly mrkdwn: false;
  readonly blocks: SlackBlock[];
}

/** Of Slack's blocks, those that we send. */
export type SlackBlock = HeaderBlock | RichTextBlock | SectionBlock | PictureBlock | ContextBlock | DividerBlock;

/** Slack fetches it from a public address; one that it cannot have makes it refuse the whole message. */
export type PictureBlock = ImageBlock & UrlImageObject;
