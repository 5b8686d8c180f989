import { cutToRoom, itemsAtMost } from '../../message/cutToRoom.ts';
import type { Message } from '../../message/message.ts';
import type { Outline } from '../../message/outline.ts';
import { alertKey } from '../alertKey.ts';
import {
  attachPictures,
  type EmbeddedPicture,
  type FetchPicture,
  fetchPictures,
  type PictureAttachment,
  type PicturesHad,
} from '../pictures/pictures.ts';
import { renderText } from '../text/renderText.ts';
import type { DigestForm } from './definition.ts';
import { drawPage } from './drawPage.ts';
import { drawSections } from './drawSections.ts';
import { markupText } from './markup.ts';
import { mostPictures, mostSheetPictures, PictureBook } from './pictureBook.ts';
import { sentBytes } from './sentBytes.ts';

/** An alert drawn as an email. */
export interface EmailMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The records or incidents that it is about, the most important first: each has a thread of mails. */
  readonly threadKeys: readonly string[];
  /** What the HTML shows by `cid:`; each has to be fetched and embedded. Absent when there are none. */
  readonly pictures?: readonly EmbeddedPicture[] | undefined;
}

/** Bytes of text and HTML as sent, at most: with the headers the mail stays under 100 KB, and no mail program cuts it. */
const mostBytes = 92_000;

/**
 * An alert as an email: subject, text and HTML. As many changes as fit are shown in full, the others counted. Of confidential
 * watches the subject and the text name the matter and numbers only; the HTML says everything.
 * @param messageId of the mail that it becomes, without brackets.
 * @param form of its designs where it is a digest
 * @param had of the pictures; absent: that is not known yet
 */
export function renderEmail(
  message: Message,
  messageId = `${alertKey(message.content)}@tipstaff.invalid`,
  form: DigestForm = 'list',
  had?: PicturesHad,
): EmailMessage {
  const outline = message.outline({ discreet: false });
  const { content } = message;
  const sheet = form === 'sheet' && content.kind === 'changes' && content.digest;
  const text = renderText(message, had);
  const room = mostBytes - sentBytes(text);
  let items = itemsAtMost;
  let sections = 60;
  for (;;) {
    const book = new PictureBook(messageId, sheet ? mostSheetPictures : mostPictures, had);
    const cut = cutToRoom(outline, { items, sections });
    const html = markupText(
      drawPage(cut, drawSections(cut, { characters: 1_000, pictures: book, thumbnails: thumbnailsEach(cut), sheet })),
    );
    if (sentBytes(html) <= room || (items === 0 && sections === 1)) {
      const { pictures } = book;
      const { subject, threadKeys = [] } = outline;
      return { subject, text, html, threadKeys, ...(pictures.length > 0 && { pictures }) };
    }
    items = Math.floor(items * 0.85);
    sections = Math.max(1, Math.floor(sections * 0.85));
  }
}

/** An alert as an email with the pictures in it, as attachments. Words stand in place of one that cannot be had. */
export async function renderWithPictures(
  message: Message,
  { messageId, form }: { readonly messageId?: string | undefined; readonly form?: DigestForm | undefined },
  fetchPicture: FetchPicture | undefined,
  signal: AbortSignal,
): Promise<{ email: EmailMessage; attachments: PictureAttachment[] }> {
  const first = renderEmail(message, messageId, form);
  const urls = (first.pictures ?? []).map((picture) => picture.url);
  const fetched = await fetchPictures(urls, fetchPicture, signal);
  const had = new Map(urls.map((url) => [url, fetched.has(url)]));
  const email = fetched.size === urls.length ? first : renderEmail(message, messageId, form, had);
  return { email, attachments: attachPictures(email.pictures ?? [], fetched) };
}

/** Every design has one picture before any has a second. */
function thumbnailsEach(outline: Outline): number {
  const items = outline.sections.flatMap((section) => section.cards.flatMap((card) => card.items));
  const withPictures = items.filter((item) => item.pictures.length > 0).length;
  return Math.max(1, Math.floor(mostPictures / Math.max(1, withPictures)));
}
