import type { Outline, Warning } from '../../message/outline.ts';
import { webLink } from '../../words/webLink.ts';
import { drawLink } from './drawItem.ts';
import { forOutlook, html, layout, type Markup, nothing, previewFiller, styleElement } from './markup.ts';
import { look, outlookHead, styleSheet, warningColours } from './styles.ts';

/** The whole document around the sections: heading, footer, styles. It loads nothing from the network. */
export function drawPage(outline: Outline, sections: Markup): Markup {
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
    <table class="bg" lang="en" ${layout} width="100%" style="background:#f2f4f7"><tr><td class="out" align="center" style="padding:20px 8px">
    ${forOutlook('<table role="presentation" width="640" cellpadding="0" cellspacing="0" border="0"><tr><td>')}
    <table class="sheet" ${layout} width="100%" style="max-width:640px;background:#ffffff;border:1px solid #e3e7ec;${look.body};text-align:left">
    <tr><td class="pad" style="padding:22px 28px 18px">
    <div class="grey" style="${look.small};letter-spacing:1.5px;font-size:11px">TIPSTAFF</div>
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

function drawWarning({ tone, text }: Warning): Markup {
  return html`<table ${layout} width="100%" style="margin:10px 0 6px"><tr><td class="${tone}" style="${look.warning};${warningColours[tone]}">${text}</td></tr></table>`;
}

/** What a mailbox shows beside the subject; not seen in the message itself. Filled up with blanks, or the words of the message would follow, with names. */
function drawPreview(outline: Outline): Markup {
  const words = outline.preview || outline.subject;
  return html`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${words}${previewFiller}</div>`;
}

function drawFooter(outline: Outline): Markup {
  const page = webLink('Open Tipstaff', outline.pageUrl);
  return html`<tr><td class="pad rule" style="padding:16px 28px 24px;border-top:1px solid #e3e7ec">
    ${outline.footer.map((line) => html`<div class="grey" style="${look.small};font-size:12px">${line}</div>`)}
    ${page ? html`<div style="${look.small};font-size:12px;margin-top:6px">${drawLink(page)}</div>` : nothing}
    </td></tr>`;
}
