import type { AlertContent } from './content.ts';
import { alertOutline } from './outline/alertOutline.ts';
import { cutToRoom } from './outline/cutToRoom.ts';
import { drawText } from './text/drawText.ts';

/** Changes told in full, and sections, in one text. */
const room = { items: 200, sections: 60 };

/**
 * An alert as plain text: for the terminal, and for the text part of an email. Lines end in `\n`; confidential watches are told by
 * matter and numbers alone.
 */
export function renderText(content: AlertContent): string {
  return drawText(cutToRoom(alertOutline(content, { discreet: true }), room), { characters: 1_000 });
}
