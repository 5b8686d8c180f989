import { shorten } from '../../words/fold.ts';
import { escapeMrkdwn } from './mrkdwn.ts';
import { slackLimits } from './slackLimits.ts';
import type { SlackBlock, SlackPayload } from './slackMessage.ts';

/** Deals blocks out to as few payloads as hold them, in order; `subject` is what a notification shows. */
export function split(blocks: readonly SlackBlock[], subject: string): SlackPayload[] {
  const fallback = escapeMrkdwn(shorten(subject, 200));
  const room = slackLimits.payload - fallback.length - 20;
  const groups: SlackBlock[][] = [[]];
  let length = 0;
  for (const block of blocks) {
    const last = groups.at(-1) ?? [];
    if (last.length >= slackLimits.blocks || (last.length > 0 && length + textLength(block) > room)) {
      groups.push([block]);
      length = textLength(block);
    } else {
      last.push(block);
      length += textLength(block);
    }
  }
  return groups.map((group, index) => ({
    text: groups.length === 1 ? fallback : `${fallback} (${index + 1} of ${groups.length})`,
    blocks: group,
  }));
}

/** Characters of text in a block, as sent. */
export function textLength(block: SlackBlock): number {
  switch (block.type) {
    case 'header':
    case 'section':
      return block.text.text.length;
    case 'context':
      return block.elements.reduce((sum, element) => sum + element.text.length, 0);
    case 'divider':
      return 0;
  }
}
