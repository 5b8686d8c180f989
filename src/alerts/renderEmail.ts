import type { AlertContent } from './content.ts';
import { drawSections } from './email/drawEmail.ts';
import { markupText } from './email/markup.ts';
import { drawPage } from './email/page.ts';
import { PictureBook } from './email/pictureBook.ts';
import type { EmailMessage } from './message.ts';
import { alertOutline } from './outline/alertOutline.ts';
import { cutToRoom } from './outline/cutToRoom.ts';
import { renderText } from './renderText.ts';

/** Bytes of the HTML at most; with the text part the mail stays under 100 KB. */
const mostHtmlBytes = 65_000;

/**
 * An alert as an email: subject, text and HTML. As many changes as fit are told in full, the others counted. Of confidential watches
 * the subject and the text say matter and numbers alone; the HTML tells all.
 */
export function renderEmail(content: AlertContent): EmailMessage {
  const outline = alertOutline(content, { discreet: false });
  const room = { items: 120, sections: 60 };
  for (;;) {
    const pictures = new PictureBook();
    const fitted = cutToRoom(outline, room);
    const html = markupText(drawPage(fitted, drawSections(fitted, { characters: 1_000, pictures })));
    if (Buffer.byteLength(html) <= mostHtmlBytes || room.items === 0) {
      return {
        subject: outline.subject,
        text: renderText(content),
        html,
        threadKey: outline.threadKey,
        ...(pictures.pictures.length > 0 ? { pictures: pictures.pictures } : {}),
      };
    }
    room.items = Math.floor(room.items * 0.75);
    room.sections = Math.max(1, Math.floor(room.sections * 0.85));
  }
}
