import { pieceStyle } from './pieceStyle.ts';

/** What the pages look like on a telephone, on paper, and where a pointer can hover. */
const mediaStyle = `
@media (hover: hover) and (min-width: 52rem) {
  .lines .actions { opacity: 0 }
  .lines > li:hover .actions, .lines > li:focus-within .actions { opacity: 1 }
}
@media (hover: none) {
  .lines .actions { position: static }
}
@media screen and (max-width: 52rem) {
  main, header.top, footer.foot { padding-left: 1rem; padding-right: 1rem }
  header.top { gap: 1rem; overflow-x: auto; scrollbar-width: none }
  header.top nav { flex-wrap: nowrap; white-space: nowrap }
  header.top form { margin-left: 0 }
  header.top input { width: 9rem }
  .filters label > * { font-size: 1rem }
  .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .6rem }
  .lines .head { flex-wrap: wrap }
  .lines .actions { position: static }
  .pictures > figure { max-width: calc(50% - .5rem) }
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
  table.stack td:empty, table.stack .desk { display: none }
  table.stack td:first-child::before { content: none }
}
.printed { display: none }
@media print {
  .printed { display: inline }
  header.top, .take, .narrow, .filters, .doing, .button, .actions, td .actions, .star, footer form,
  .skip { display: none }
  details:not([open]):not(.rest) { display: none }
  .rest > summary { display: none }
  .rest::details-content { content-visibility: visible; block-size: auto }
  :root { color-scheme: light; font-size: 11px }
  main { max-width: none; padding: 0 }
  footer.foot { padding: .6rem 0 0; max-width: none }
  .wide { overflow: visible }
  .columns { display: block }
  .lines > li { min-height: 0 }
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

/**
 * The one style sheet: light and dark by the reader's system, figures aligned, four sizes of type (13, 15, 18, 28).
 * Blue is what one can do, red an incident and what needs somebody, amber a doubt; what merely happened is ink.
 */
export const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fdfdfb, #16181b);
  --raised: light-dark(#f4f4f0, #1e2125);
  --tint: light-dark(#eeeee8, #262a2f);
  --ink: light-dark(#1c1f23, #e6e6e2);
  --quiet: light-dark(#5c6168, #a0a5ac);
  --line: light-dark(#e2e2db, #33373d);
  --accent: light-dark(#1b5894, #8fc1f5);
  --on-accent: light-dark(#ffffff, #10202f);
  --alarm: light-dark(#a32a12, #ff9d80);
  --good: light-dark(#2f6b3c, #86c995);
  --doubt: light-dark(#7a5200, #e3b34c);
  --added: light-dark(#e2f3e4, #1d3a24);
  --removed: light-dark(#fae3df, #46221c);
  --found: light-dark(#fbedb4, #54481a);
  --small: .867rem;
  --large: 1.2rem;
  --huge: 1.867rem;
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif;
  font-variant-numeric: tabular-nums;
  background: var(--paper);
  color: var(--ink);
}
* { box-sizing: border-box }
body { margin: 0; overflow-wrap: break-word }
a { color: inherit; text-decoration-color: color-mix(in srgb, currentColor 35%, transparent);
  text-underline-offset: .18em }
a:hover { text-decoration-color: currentColor; color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px }
.skip { position: absolute; left: -100rem }
.skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .3rem .6rem; z-index: 1 }
.said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
header.top { display: flex; align-items: center; gap: .4rem 1.6rem; padding: .6rem 1.5rem;
  border-bottom: 1px solid var(--line) }
header.top .name { font-weight: 600; text-decoration: none; padding: .15rem 0 }
header.top nav { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem }
header.top nav a { text-decoration: none; color: var(--quiet); padding: .15rem 0 }
header.top nav a:hover { color: var(--ink) }
header.top nav a[aria-current] { color: var(--ink); box-shadow: 0 2px 0 var(--ink) }
header.top form { margin-left: auto }
header.top input { width: 13rem }
main { max-width: 72rem; margin: 0 auto; padding: 1.4rem 1.5rem 3rem }
footer.foot { max-width: 72rem; margin: 0 auto; padding: 1rem 1.5rem 2rem; color: var(--quiet);
  font-size: var(--small); border-top: 1px solid var(--line) }
h1 { font-size: var(--huge); line-height: 1.2; font-weight: 600; letter-spacing: -.01em; margin: 0 0 .4rem;
  overflow-wrap: anywhere }
h2 { font-size: var(--large); line-height: 1.3; font-weight: 600; margin: 2.2rem 0 .6rem }
h3 { font-size: 1rem; font-weight: 600; margin: 1.2rem 0 .2rem; overflow-wrap: anywhere }
p { margin: .4rem 0; max-width: 70ch; overflow-wrap: anywhere }
.quiet { color: var(--quiet) }
.small { font-size: var(--small) }
.lead { margin: 0 0 1rem }
.well { color: var(--good) }
.alarm { color: var(--alarm); font-weight: 600 }
.doubt { color: var(--doubt) }
.note { border-left: 3px solid var(--alarm); padding: .3rem .8rem; margin: .8rem 0; background: var(--raised) }
.note.doubt { border-left-color: var(--doubt); color: var(--ink) }
.note.doubt strong { color: var(--doubt) }
.note.plain { border-left-color: var(--line) }
ul.note { padding-left: 1.8rem }
.empty { color: var(--quiet); padding: 1rem 0 }
.narrow { display: none }
.tag { display: inline-block; font-size: var(--small); line-height: 1.3; padding: 0 .35rem;
  border: 1px solid var(--line); border-radius: 3px; color: var(--quiet); white-space: nowrap }
.tag.act { color: var(--alarm); border-color: currentColor; font-weight: 600 }
.tag.read { color: var(--ink) }
.dot { display: inline-block; width: .6em; height: .6em; border-radius: 50%; margin-right: .45em;
  background: var(--quiet) }
.dot.well { background: var(--good) }
.dot.doubt { background: var(--doubt) }
.dot.alarm { background: var(--alarm) }
.dot.none { background: none; border: 1.5px solid var(--quiet) }
${pieceStyle}${mediaStyle}`;
