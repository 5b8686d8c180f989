import { cutToRoom, itemsAtMost } from '../../message/cutToRoom.ts';
import type { Message } from '../../message/message.ts';
import { sentBytes } from '../email/sentBytes.ts';
import type { PicturesHad } from '../pictures/pictures.ts';
import { drawText } from './drawText.ts';

/** The most bytes, as sent by mail: nobody reads more as plain text. */
const mostBytes = 36_000;

/**
 * An alert as plain text: for the terminal, and for the text part of an email. Lines end in `\n`. As many changes as fit are shown,
 * the others counted; confidential watches appear by matter and numbers alone.
 * @param had of the pictures in the HTML part; absent: that is not known
 */
export function renderText(message: Message, had?: PicturesHad): string {
  const outline = message.outline({ discreet: true });
  let items = itemsAtMost;
  let sections = 60;
  for (;;) {
    const text = drawText(cutToRoom(outline, { items, sections }), { characters: 1_000, had });
    if (sentBytes(text) <= mostBytes || (items === 0 && sections === 1)) return text;
    items = Math.floor(items * 0.75);
    sections = Math.max(1, Math.floor(sections * 0.85));
  }
}
