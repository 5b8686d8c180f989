import { shorten } from '../../words/fold.ts';
import { slackLimits } from './slackLimits.ts';
import type { SlackBlock, SlackPayload } from './slackMessage.ts';
import { escapeFallback } from './slackText.ts';

/** Distributes blocks to as few payloads as possible, in order; `subject` is what a notification shows. */
export function split(blocks: readonly SlackBlock[], subject: string): SlackPayload[] {
  const fallback = escapeFallback(shorten(subject, 200));
  const room = slackLimits.payload - fallback.length - 20;
  const groups: SlackBlock[][] = [[]];
  let size = 0;
  for (const block of blocks) {
    const last = groups.at(-1) ?? [];
    if (last.length >= slackLimits.blocks || (last.length > 0 && size + sizeOf(block) > room)) {
      groups.push([block]);
      size = sizeOf(block);
    } else {
      last.push(block);
      size += sizeOf(block);
    }
  }
  return groups.map((group, index) => ({
    text: groups.length === 1 ? fallback : `${fallback} (${index + 1} of ${groups.length})`,
    mrkdwn: false,
    blocks: group,
  }));
}

/** How much of a message a block takes, as Slack counts. */
function sizeOf(block: SlackBlock): number {
  return JSON.stringify(block).length + slackLimits.block;
}
