/**
 * What a payload may hold, a little below what Slack refuses (150 characters a header, 3,000 a section, 50 blocks, about 13,000 a
 * message): it counts escaped text, and not always as we do.
 */
export const slackLimits = {
  header: 148,
  section: 2_900,
  context: 1_900,
  blocks: 48,
  payload: 11_500,
  /** Payloads of one alert: at one message a second, and a channel that people still read. */
  payloads: 4,
} as const;
