/** What the pages look like on a telephone, on paper, and where a pointer can hover. */
export const mediaStyle = `
@media (hover: hover) and (min-width: 52rem) {
  .lines .actions { opacity: 0 }
  .lines > li:hover .actions, .lines > li:focus-within .actions { opacity: 1 }
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
.printed { display: none }
@media print {
  .printed { display: inline }
  header.top, .take, .narrow, .filters, .doing, .button, .actions, td .actions, footer form, .skip { display: none }
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
  .dot, .what, .spark rect { print-color-adjust: exact }
  h2, h3 { break-after: avoid }
  ins { text-decoration: underline }
  mark { font-weight: 600 }
  tr, li, figure { break-inside: avoid }
}
`;
