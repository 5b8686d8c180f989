import { raw } from 'hono/html';
import type { Outline } from '../outline/outline.ts';
import { html, type Markup, nothing } from './markup.ts';
import { styleSheet, styles } from './styles.ts';

/** The whole document around the sections: heading, footer, styles. */
export function drawPage(outline: Outline, sections: Markup): Markup {
  return html`<!doctype html>
<html lang="en"><head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${outline.subject}</title>
<style>${raw(styleSheet)}</style>
</head>
<body class="bg" style="margin:0;padding:0;background:#f2f4f7">
<table class="bg" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f2f4f7"><tr><td align="center" style="padding:16px 8px">
<table class="sheet" role="presentation" width="640" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:640px;background:#ffffff;border:1px solid #e3e7ec;${styles.font};text-align:left">
<tr><td class="pad" style="padding:24px 28px 20px">
<div class="grey" style="font-size:12px;line-height:16px;letter-spacing:1px;color:#5b6675">TIPSTAFF</div>
<h1 class="ink" style="margin:6px 0 0;font-size:24px;line-height:30px;font-weight:700;color:#1a2230;word-break:break-word;overflow-wrap:anywhere">${outline.title}</h1>
${outline.lead.map((line) => html`<p class="ink" style="margin:8px 0 0;font-size:15px;line-height:22px;color:#1a2230">${line}</p>`)}
</td></tr>
${sections}
<tr><td class="pad rule grey" style="padding:16px 28px 24px;border-top:1px solid #e3e7ec;font-size:12px;line-height:18px;color:#5b6675;word-break:break-word;overflow-wrap:anywhere">
${outline.footer.map((line) => html`<div>${line}</div>`)}
${outline.pageUrl ? html`<div><a class="link" href="${outline.pageUrl}" style="color:#1d54c4">Open Tipstaff</a></div>` : nothing}
</td></tr>
</table></td></tr></table>
</body></html>`;
}
