import { cutToRoom } from '../../message/cutToRoom.ts';
import type { Message } from '../../message/message.ts';
import { messagePriority } from '../../message/messagePriority.ts';
import type { Outline } from '../../message/outline.ts';
import type { Priority } from '../../reading/entryPriority.ts';
import { shorten } from '../../words/fold.ts';
import { drawNtfy } from './drawNtfy.ts';

/** A longer message becomes a file that nobody opens: ntfy takes 4,096 bytes. */
const mostBytes = 4_000;

/** What ntfy takes as JSON, without the topic. */
export interface NtfyMessage {
  readonly title: string;
  readonly message: string;
  /** 1 to 5, 3 as usual; 5, which breaks through every silence, is never used. */
  readonly priority: 2 | 3 | 4;
  /** What a tap opens. */
  readonly click?: string | undefined;
}

const priorities: Readonly<Record<Priority, NtfyMessage['priority']>> = { act: 4, read: 3, routine: 2 };

/** An alert as one notification. As many changes as fit are shown, the others counted; confidential watches appear by matter and numbers alone. */
export function renderNtfy(message: Message): NtfyMessage {
  const outline = message.outline({ discreet: true });
  return {
    title: shorten(outline.subject, 200),
    message: fitted(outline),
    priority: priorities[messagePriority(message)],
    click: clickOf(outline),
  };
}

function fitted(outline: Outline): string {
  const room = { items: 20, sections: 10, characters: 300 };
  for (;;) {
    const text = drawNtfy(cutToRoom(outline, room), room);
    if (Buffer.byteLength(text) <= mostBytes) return text;
    if (room.items === 0 && room.sections === 1) return cutToBytes(text);
    if (room.characters > 100) room.characters -= 100;
    else room.items = Math.floor(room.items * 0.75);
    if (room.items < 5) room.sections = Math.max(1, Math.floor(room.sections * 0.75));
  }
}

/** The longest character has four bytes. */
function cutToBytes(text: string): string {
  return shorten(text, mostBytes / 4);
}

/** For one record its PDF; else our page; else the record's page at its source. */
function clickOf({ sections, pageUrl }: Outline): string | undefined {
  const cards = sections.flatMap((section) => section.cards);
  const [card] = cards.length === 1 ? cards : [];
  const pdf = card?.items.flatMap((item) => item.links).find(({ words }) => words === 'PDF');
  return pdf?.url ?? pageUrl ?? card?.links[0]?.url;
}
