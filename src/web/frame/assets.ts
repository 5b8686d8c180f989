import { createHash } from 'node:crypto';
import { style } from './style.ts';

/** On a phone, or in a narrow window. */
const narrow = `
@media screen and (max-width: 52rem) {
  main, header.top, footer.foot { padding-left: 1rem; padding-right: 1rem }
  header.top { gap: .6rem }
  header.top .tag { white-space: nowrap; overflow-wrap: normal }
  .desk { display: none }
  header.top .menu a.narrow { display: block }
  .menu summary .narrow { display: inline }
  header.top input { width: 7.5rem }
  .filters label > * { font-size: 1rem }
  .figures { gap: .6rem }
  .figures a { padding: .5rem }
  .lines > li, .lines.changes > li { grid-template-columns: minmax(0, 1fr) }
  .lines .when { display: flex; flex-wrap: wrap; gap: 0 .6rem; align-items: center }
  .pictures > figure { width: calc(50% - .5rem) }
  .pictures .picture { width: 100% }
  .columns, .mail, .form { grid-template-columns: minmax(0, 1fr) }
  .form > aside { position: static }
  th { white-space: normal }
  td:first-child { min-width: 0 }
  .narrow { display: block }
  .tag { white-space: normal; overflow-wrap: anywhere }
  .wide:has(> .month) { display: none }
  .facts { grid-template-columns: 1fr }
  .field { grid-template-columns: minmax(0, 1fr) }
  .field > span, .field.box > label { grid-column: 1 }
  .entries > li { grid-template-columns: minmax(0, 1fr) }
  .entries .when { flex-direction: row; gap: .6rem }
  .gallery { grid-template-columns: repeat(2, minmax(0, 1fr)) }
  table.stack, table.stack tbody { display: block }
  table.stack thead { position: absolute; left: -100rem }
  table.stack tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line) }
  table.stack td { display: flex; gap: .8rem; justify-content: space-between; border: 0; padding: .1rem 0;
    text-align: right }
  table.stack td::before { content: attr(data-name); flex: none; color: var(--quiet); text-align: left }
  table.stack td.once { white-space: normal; overflow-wrap: anywhere }
  table.stack td > * { min-width: 0 }
  table.stack td, table.stack td.brief { min-width: 0; max-width: none }
  table.stack td:first-child { min-width: 0; display: block; text-align: left; font-weight: 600 }
  table.stack td:empty { display: none }
  table.stack td:first-child::before { content: none }
}
`;

const printed = `
.printed { display: none }
@media print {
  .printed { display: inline }
  header.top, .take, .narrow, .filters, .doing, .button, .actions, td .actions, .star, footer form,
  .skip, .unprinted { display: none }
  details:not([open]):not(.rest) { display: none }
  .rest > summary { display: none }
  .rest::details-content { content-visibility: visible; block-size: auto }
  :root { color-scheme: light; font-size: 11px }
  main { max-width: none; padding: 0 }
  footer.foot { padding: .6rem 0 0; max-width: none }
  .wide { overflow: visible }
  .columns { display: block }
  .mail { display: block }
  .mail iframe { display: none }
  .mail pre { max-height: none }
  .dot, .what, .spark path { print-color-adjust: exact }
  h2, h3 { break-after: avoid }
  ins { text-decoration: underline }
  mark { font-weight: 600 }
  tr, li, figure { break-inside: avoid }
}
`;

/** The only JavaScript of the pages, which also work without JavaScript. */
const script = `
document.addEventListener('keydown', (event) => {
  const search = document.querySelector('#search');
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey && search) {
    event.preventDefault();
    search.focus();
    search.select();
  }
});
for (const form of document.querySelectorAll('form[data-applies]')) {
  form.classList.add('applies');
  // While a person types a year, each digit makes a valid day.
  const isTyped = ({ type, value }) => type === 'date' && value !== '' && value < '1900';
  form.addEventListener('change', ({ target }) => isTyped(target) || form.requestSubmit());
}
// A picture one pixel wide is not here yet, so it is requested again until it is.
for (const image of document.querySelectorAll('img[src*="/picture?path="]')) {
  const address = image.src;
  let asked = 0;
  const look = () => {
    if (image.naturalWidth > 1 || asked === 100) return;
    setTimeout(() => { asked += 1; image.src = address + '&again=' + asked; }, 4000);
  };
  const fail = () => {
    const words = document.createElement('span');
    words.className = 'no-picture';
    words.textContent = 'no picture';
    image.replaceWith(words);
  };
  image.addEventListener('load', look);
  image.addEventListener('error', fail);
  if (image.complete && image.naturalWidth > 0) look();
}
`;

/** Returns an asset whose address changes with its content, so that browsers may cache it forever. */
function asset(name: string, type: string, body: string) {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { path: `/assets/${digest}-${name}`, type, body };
}

export const styleAsset = asset('style.css', 'text/css; charset=utf-8', style + narrow + printed);
export const scriptAsset = asset('script.js', 'text/javascript; charset=utf-8', script);
export const assets = [styleAsset, scriptAsset];
