import { cutToRoom, itemsAtMost } from '../../message/cutToRoom.ts';
import type { Message } from '../../message/message.ts';
import type { AdaptiveCard } from './adaptiveCard.ts';
import { drawTeams } from './drawTeams.ts';

/** Teams refuses messages above 28 KB, and counts what the workflow adds. */
const mostBytes = 24_000;

/** What a Teams workflow takes: one message with one card. */
export interface TeamsPayload {
  readonly type: 'message';
  readonly attachments: readonly [
    {
      readonly contentType: 'application/vnd.microsoft.card.adaptive';
      readonly contentUrl: null;
      readonly content: AdaptiveCard;
    },
  ];
}

/** An alert as one card. As many changes as fit are shown, the others counted; confidential watches appear by matter and numbers alone. */
export function renderTeams(message: Message): TeamsPayload {
  const outline = message.outline({ discreet: true });
  const room = { items: itemsAtMost, sections: 30, characters: 600 };
  for (;;) {
    const payload = payloadOf(drawTeams(cutToRoom(outline, room), room));
    if (Buffer.byteLength(JSON.stringify(payload)) <= mostBytes) return payload;
    if (room.items === 0 && room.sections === 1) return payload;
    // Once, texts are shortened before changes are left out.
    if (room.characters > 300) room.characters = 300;
    else room.items = Math.floor(room.items * 0.75);
    if (room.items < 20) room.sections = Math.max(1, Math.floor(room.sections * 0.75));
  }
}

function payloadOf(content: AdaptiveCard): TeamsPayload {
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}
