import { webLink } from '../../../base/words/cleanText.ts';
import type { DigestForm } from '../../../config/channels.ts';
import type { FetchPicture } from '../../../records/design.ts';
import type { AlertContent } from '../../message/content.ts';
import { alertOutline } from '../../message/message.ts';
import { drawnToFit, itemsAtMost, type Outline, type Warning } from '../../message/outline.ts';
import { alertKey } from '../channel.ts';
import { renderText } from '../text.ts';
import {
  attachPictures,
  drawLink,
  fetchPictures,
  mostPictures,
  mostSheetPictures,
  type PictureAttachment,
  type PicturesHad,
  pictureBook,
} from './drawItem.ts';
import { drawSections } from './drawSections.ts';
import { sentBytes } from './smtpTransport.ts';
import {
  forOutlook,
  html,
  layout,
  look,
  type Markup,
  markupText,
  nothing,
  outlookHead,
  previewFiller,
  styleElement,
  styleSheet,
  warningColors,
} from './styles.ts';

export type EmailMessage = ReturnType<typeof renderEmail>;

/** The most encoded bytes of text and HTML together. With headers a mail stays under 100 KB, so no program clips it. */
const mostBytes = 92_000;

/** The subject and text name only matters and numbers of confidential watches. @param messageId without brackets */
export function renderEmail(
  content: AlertContent,
  messageId = `${alertKey(content)}@tipstaff.invalid`,
  form: DigestForm = 'list',
  had?: PicturesHad,
) {
  const outline = alertOutline(content, { discreet: false });
  const sheet = form === 'sheet' && content.kind === 'changes' && content.digest;
  const text = renderText(content);
  const room = mostBytes - sentBytes(text);
  const { html, pictures } = drawnToFit(
    outline,
    { items: itemsAtMost, sections: 60 },
    (cut) => {
      const book = pictureBook(messageId, sheet ? mostSheetPictures : mostPictures, had);
      const sections = drawSections(cut, { pictures: book, thumbnails: thumbnailsEach(cut), sheet });
      return { html: markupText(drawPage(cut, sections)), pictures: book.all() };
    },
    (drawn) => sentBytes(drawn.html) <= room,
  );
  const { subject, threadKey } = outline;
  return { subject, text, html, threadKey, pictures };
}

export async function renderWithPictures(
  content: AlertContent,
  { messageId, form }: { readonly messageId?: string | undefined; readonly form?: DigestForm | undefined },
  fetchPicture: FetchPicture | undefined,
  signal: AbortSignal,
): Promise<{ email: EmailMessage; attachments: PictureAttachment[] }> {
  const first = renderEmail(content, messageId, form);
  const urls = first.pictures.map((picture) => picture.url);
  const fetched = await fetchPictures(urls, fetchPicture, signal);
  const had = new Map(urls.map((url) => [url, fetched.has(url)]));
  const email = fetched.size === urls.length ? first : renderEmail(content, messageId, form, had);
  return { email, attachments: attachPictures(email.pictures, fetched) };
}

/** Returns how many pictures a design may show: every design has one before any has a second. */
function thumbnailsEach(outline: Outline): number {
  const items = outline.sections.flatMap((section) => section.cards.flatMap((card) => card.items));
  const withPictures = items.filter((item) => item.pictures.length > 0).length;
  return Math.max(1, Math.floor(mostPictures / Math.max(1, withPictures)));
}

function drawPage(outline: Outline, sections: Markup): Markup {
  return html`<!doctype html>
    <html lang="en" xmlns:o="urn:schemas-microsoft-com:office:office"><head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
    <title>${outline.subject}</title>
    ${styleElement(styleSheet)}
    ${forOutlook(outlookHead)}
    </head>
    <body class="bg" style="margin:0;padding:0;background:#f2f4f7">
    ${drawPreview(outline)}
    <table class="bg" lang="en" ${layout} width="100%" style="background:#f2f4f7"><tr>
    <td class="out" align="center" style="padding:12px 8px">
    ${forOutlook('<table role="presentation" width="640" cellpadding="0" cellspacing="0" border="0"><tr><td>')}
    <table class="sheet" ${layout} width="100%" style="${sheetLook}">
    <tr><td class="pad" style="padding:18px 28px 14px">
    <div class="gray" style="${look.small};letter-spacing:1.5px;font-size:11px">TIPSTAFF</div>
    <h1 class="ink" style="${look.title}">${outline.title}</h1>
    ${(outline.warnings ?? []).map(drawWarning)}
    ${outline.lead.map((line) => html`<div class="ink" style="${look.text}">${line}</div>`)}
    </td></tr>
    ${sections}
    ${drawFooter(outline)}
    </table>
    ${forOutlook('</td></tr></table>')}
    </td></tr></table>
    </body></html>`;
}

const sheetLook = `max-width:640px;background:#ffffff;border:1px solid #e3e7ec;${look.body};text-align:left`;

function drawWarning({ tone, text }: Warning): Markup {
  const box = html`<td class="${tone}" style="${look.warning};${warningColors[tone]}">${text}</td>`;
  return html`<table ${layout} width="100%" style="margin:10px 0 6px"><tr>${box}</tr></table>`;
}

/** Draws the preview for a mailbox. Blanks follow, or the mailbox would add words of the message, such as names. */
function drawPreview(outline: Outline): Markup {
  const words = outline.preview || outline.subject;
  return html`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${words}${previewFiller}</div>`;
}

function drawFooter(outline: Outline): Markup {
  const page = webLink('Open Tipstaff', outline.pageUrl);
  return html`<tr><td class="pad rule" style="padding:14px 28px 18px;border-top:1px solid #e3e7ec">
    ${outline.footer.map((line) => html`<div class="gray" style="${look.small};font-size:12px">${line}</div>`)}
    ${page ? html`<div style="${look.small};font-size:12px;margin-top:6px">${drawLink(page)}</div>` : nothing}
    </td></tr>`;
}
