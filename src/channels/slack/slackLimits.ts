/**
 * What a payload may hold, a little below what Slack refuses: 150 characters in a header, 2,000 in a text of a context, 50 blocks. It names no limit for
 * rich text, so that of a section, 3,000, is kept. A whole message may hold about 13,000 characters, and what Slack counts is more than
 * the texts: some 125 for a divider alone (github.com/slackapi/bolt-js/issues/2509).
 */
export const slackLimits = {
  header: 148,
  richText: 2_900,
  context: 1_900,
  blocks: 48,
  /** Characters of the blocks as JSON, with `block` for each. */
  payload: 12_500,
  block: 110,
  /** The most payloads of one alert: at one message a second, in a channel that people can still read. */
  payloads: 4,
} as const;
