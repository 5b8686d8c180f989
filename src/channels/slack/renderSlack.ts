import { cutToRoom } from '../../message/cutToRoom.ts';
import type { Message } from '../../message/message.ts';
import { drawSlack } from './drawSlack.ts';
import { slackLimits } from './slackLimits.ts';
import type { SlackMessage } from './slackMessage.ts';
import { split } from './split.ts';

/**
 * An alert as Block Kit payloads, to be sent in order. As many changes as fit in `slackLimits.payloads` payloads are shown, the
 * others counted; confidential watches appear by matter and numbers alone.
 */
export function renderSlack(message: Message): SlackMessage {
  const outline = message.outline({ discreet: true });
  const room = { items: 60, sections: 30 };
  for (;;) {
    const payloads = split(drawSlack(cutToRoom(outline, room)), outline.subject);
    if (payloads.length <= slackLimits.payloads || (room.items === 0 && room.sections === 1)) return { payloads };
    room.items = Math.floor(room.items * 0.75);
    room.sections = Math.max(1, Math.floor(room.sections * 0.75));
  }
}
