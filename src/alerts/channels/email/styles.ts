import { html, raw } from 'hono/html';

// Styles are inline, because several mail programs drop all others. Classes are for dark colors and narrow windows.
// Boxes are table cells, because Outlook on Windows pads nothing else. Margins separate lines.

export const look = {
  body:
    "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;" +
    'word-break:break-word;overflow-wrap:anywhere',
  title: 'margin:6px 0 0;font-size:24px;line-height:30px;font-weight:700;color:#1a2230',
  cardTitle: 'font-size:18px;line-height:24px;font-weight:700;color:#1a2230',
  heading: 'font-size:14px;line-height:20px;font-weight:700;color:#1a2230',
  text: 'font-size:14px;line-height:20px;color:#1a2230;margin-top:3px',
  line: 'font-size:15px;line-height:22px;color:#1a2230',
  listed: 'font-size:13px;line-height:19px;color:#1a2230',
  small: 'font-size:13px;line-height:19px;color:#5b6675',
  remark: 'font-size:14px;line-height:20px;color:#5b6675',
  needs: 'font-size:13px;line-height:19px;font-weight:700;color:#a3231a',
  day: 'padding:2px 12px 2px 0;font-size:14px;line-height:20px;font-weight:700;color:#1a2230',
  value: 'padding:2px 0;font-size:14px;line-height:20px;color:#1a2230',
  caption: 'padding-top:2px;font-size:14px;line-height:21px;color:#1a2230',
  warning: 'font-size:15px;line-height:22px;font-weight:700;padding:8px 12px',
  gray: 'color:#5b6675',
  link: 'color:#1d54c4',
  label: 'background:#fde7e4;color:#a3231a;font-size:11px;line-height:16px;font-weight:700;letter-spacing:.4px',
  quietLabel: 'background:#e9edf3;color:#3c4858;font-size:11px;line-height:16px;font-weight:700;letter-spacing:.2px',
  removed: 'background:#fdecea;color:#8c1d15;text-decoration:line-through',
  added: 'background:#e2f5e9;color:#0b5a30;text-decoration:none;font-weight:600',
  /** Removes the gap that text has below a line. With an exact line height Outlook would hide the picture. */
  pictures: 'font-size:0;line-height:0;mso-line-height-rule:at-least',
  /** The frame of a picture on a sheet. Outlook ignores the height, and draws the picture as wide as its tile. */
  frame: 'border:1px solid #dfe4ea;background:#ffffff;text-align:center;overflow:hidden;margin-bottom:6px',
  framed:
    'vertical-align:middle;width:auto;height:auto;max-width:100%;background:#ffffff;color:#1a2230;' +
    'font-size:13px;line-height:18px',
  framedWords: 'display:inline-block;vertical-align:middle;font-size:13px;line-height:18px;color:#5b6675',
  /** Pictures, and the words that replace a missing one, are on white in dark mode too. */
  picture: 'display:block;border:1px solid #dfe4ea;background:#ffffff;color:#1a2230;height:auto',
} as const;

export const barColors = { act: '#c8372d', read: '#9aa7b8', routine: '#dfe4ea' } as const;

export const warningColors = {
  red: 'background:#fdecea;color:#8c1d15;border-left:4px solid #c8372d',
  amber: 'background:#fff4d6;color:#6b4700;border-left:4px solid #d99a1c',
} as const;

/** In Outlook on Windows, cells inherit neither font nor line height, and pixels scale with the screen's resolution. */
export const outlookHead =
  '<style>td,div,h1,a,span,del,ins{font-family:Segoe UI,Arial,sans-serif}' +
  'td,div,h1{mso-line-height-rule:exactly}</style>' +
  '<xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>';

/** Dark colors keep a contrast of at least 4.5 to 1. */
export const styleSheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:640px){
.out{padding:0!important}
.pad{padding-left:16px!important;padding-right:16px!important}
}
@media (max-width:520px){
.thumb,.sides,.facts{display:block!important;width:auto!important;padding-right:0!important}
.thumb div{display:inline!important}
.thumb .big{display:inline-block!important;width:120px!important;margin-right:6px!important;\
vertical-align:top!important}
.thumb .small{vertical-align:top!important}
.tiles,.tiles tbody{display:block!important}
.tiles tr{display:inline!important}
.tiles .blank{display:none!important}
.tiles .tile{display:inline-block!important;width:46%!important}
.tiles .pair{width:94%!important}
}
@media (prefers-color-scheme:dark){
.bg{background:#12151a!important}
.sheet{background:#1c2128!important;border-color:#323944!important}
.ink{color:#eef1f5!important}
.gray{color:#a7b1be!important}
.needs{color:#ffb4ab!important}
.rule{border-color:#323944!important}
.link{color:#8ab4ff!important}
.del{background:#4a1d1b!important;color:#ffb4ab!important}
.ins{background:#123d26!important;color:#8ee6b0!important}
.quiet{background:#323944!important;color:#d5dce6!important}
.label{background:#6b221b!important;color:#ffdcd7!important}
.red{background:#4a1d1b!important;color:#ffb4ab!important}
.amber{background:#43330c!important;color:#ffd98a!important}
.act{border-left-color:#ef6f63!important}
.read{border-left-color:#7d8896!important}
.routine{border-left-color:#3d4550!important}
}`;

/** Markup whose values are escaped: only markup made in this folder stays markup. */
export type Markup = ReturnType<typeof html>;

export { html };

export const nothing: Markup = html``;

export const layout = raw('role="presentation" cellpadding="0" cellspacing="0" border="0"');

export const previewFiller = raw('&#847;&zwnj;&nbsp;'.repeat(150));

export const styleElement = (sheet: string): Markup => html`<style>${raw(sheet)}</style>`;

/** Returns markup that only Outlook on Windows reads, which follows the layout rules of Word. */
export const forOutlook = (markup: string): Markup => html`${raw(`<!--[if mso]>${markup}<![endif]-->`)}`;

/** Removes the indentation of the templates from the markup, whose values contain no line breaks. */
export function markupText(markup: Markup): string {
  // One expression for the whole text would be slow on long runs of blanks.
  const lines = String(markup).split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
