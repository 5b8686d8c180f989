import type { TeamsChannelConfig } from '../../../config/channels/teams.ts';
import { cutToRoom, itemsAtMost } from '../../message/cutToRoom.ts';
import type { Message } from '../../message/message.ts';
import { type Channel, noArrivals, type OpeningParts, type Pace, sendInOrder } from '../channel.ts';
import { postToChat } from '../httpPost.ts';
import { type AdaptiveCard, drawTeams } from './draw.ts';

const refusedStatuses: readonly number[] = [400, 413, 415, 422];

interface TeamsParts extends Pick<OpeningParts, 'http' | 'clock' | 'secrets'> {
  /** Channels of one workflow share it. */
  readonly pace: Pace;
}

export function openTeams({ name, webhookUrl }: TeamsChannelConfig, parts: TeamsParts): Channel {
  return {
    name,
    send(message, signal, arrivals = noArrivals()) {
      const card = renderTeams(message);
      const post = () =>
        postToChat({ url: webhookUrl, body: card }, parts, signal, {
          received: (text, response) =>
            isAccepted(text)
              ? { outcome: 'sent', response }
              : { outcome: 'retry', response: `not how Teams responds: ${response}` },
          isRefused: (status) => refusedStatuses.includes(status),
          // A workflow that was switched off responds with 400.
          isDead: ({ status, text }) => status === 400 && text.includes('WorkflowTriggerIsNotEnabled'),
        });
      return sendInOrder([{ key: '', json: () => card, send: post }], arrivals);
    },
  };
}

/**
 * Nothing, JSON, or the `1` of former connectors. Those also report a refusal of Teams with 200; an HTML page comes
 * from a portal on the way.
 */
function isAccepted(text: string): boolean {
  return /^(1|\{.*\})?$/s.test(text.trim());
}

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

/**
 * An alert as one card. As many changes as fit are shown, the others counted; confidential watches appear by matter and
 * numbers alone.
 */
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
