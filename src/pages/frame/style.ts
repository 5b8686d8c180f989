/** The one style sheet. One accent colour; figures aligned; light and dark by the reader's system; printable. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fdfdfb, #16181b);
  --raised: light-dark(#f5f5f1, #1e2125);
  --ink: light-dark(#1c1f23, #e6e6e2);
  --quiet: light-dark(#5c6168, #a0a5ac);
  --line: light-dark(#e2e2db, #33373d);
  --accent: light-dark(#9a2f16, #ff9d80);
  --good: light-dark(#2f6b3c, #86c995);
  --doubt: light-dark(#7a5200, #e3b34c);
  --added: light-dark(#e2f3e4, #1d3a24);
  --removed: light-dark(#fae3df, #46221c);
  --found: light-dark(#fbedb4, #54481a);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif;
  font-variant-numeric: tabular-nums;
  background: var(--paper);
  color: var(--ink);
}
* { box-sizing: border-box }
body { margin: 0; overflow-wrap: break-word }
a { color: inherit; text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); text-underline-offset: .18em }
a:hover { text-decoration-color: currentColor; color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px }
.skip { position: absolute; left: -100rem }
.skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .3rem .6rem; z-index: 1 }
header.top { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1.6rem; padding: .7rem 1.5rem; border-bottom: 1px solid var(--line) }
header.top .name { font-weight: 650; letter-spacing: .01em; text-decoration: none }
header.top nav { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem }
header.top nav a { text-decoration: none; color: var(--quiet); padding: .15rem 0 }
header.top nav a:hover { color: var(--ink) }
header.top nav a[aria-current] { color: var(--ink); box-shadow: 0 2px 0 var(--accent) }
header.top form { margin-left: auto }
header.top input { width: 15rem }
main { max-width: 72rem; margin: 0 auto; padding: 1.4rem 1.5rem 3rem }
footer.foot { max-width: 72rem; margin: 0 auto; padding: 1rem 1.5rem 2rem; color: var(--quiet); font-size: .87rem; border-top: 1px solid var(--line) }
h1 { font-size: 1.55rem; line-height: 1.25; font-weight: 650; margin: 0 0 .3rem; overflow-wrap: anywhere }
h2 { font-size: 1.08rem; font-weight: 650; margin: 2.2rem 0 .6rem }
h3 { font-size: 1rem; font-weight: 600; margin: 1.2rem 0 .2rem; overflow-wrap: anywhere }
p { margin: .4rem 0; max-width: 70ch; overflow-wrap: anywhere }
.quiet { color: var(--quiet) }
.lead { font-size: 1.1rem; margin: 0 0 1rem }
.well { color: var(--good) }
.alarm { color: var(--accent); font-weight: 600 }
.note { border-left: 3px solid var(--accent); padding: .3rem .8rem; margin: .8rem 0; background: var(--raised) }
.doubt { color: var(--doubt) }
.note.doubt { border-left-color: var(--doubt); color: var(--ink) }
.note.doubt strong { color: var(--doubt) }
ul.note { padding-left: 1.8rem }
.empty { color: var(--quiet); padding: 1rem 0 }
.small { font-size: .87rem }
.narrow { display: none }
.tag { display: inline-block; font-size: .78rem; line-height: 1.4; padding: 0 .4rem; border: 1px solid var(--line); border-radius: 3px; color: var(--quiet); white-space: nowrap }
.tag.act { color: var(--accent); border-color: currentColor; font-weight: 600 }
.tag.read { color: var(--ink) }
.wide { overflow-x: auto; margin: .4rem 0 }
table { border-collapse: collapse; width: 100% }
th { text-align: left; font-weight: 600; font-size: .82rem; color: var(--quiet); white-space: nowrap }
th, td { padding: .42rem .95rem .42rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
td { overflow-wrap: anywhere; min-width: 7rem }
td:first-child { min-width: 11rem }
td.once { white-space: nowrap; overflow-wrap: normal }
td.brief { min-width: 7.6rem; max-width: 16rem }
td.number, th.number { text-align: right }
td.number { min-width: 0; white-space: nowrap; overflow-wrap: normal }
td time { white-space: nowrap }
.why { display: block }
td .why { white-space: normal; max-width: 14rem }
td details { max-width: 11rem }
summary { padding: .25rem 0 }
td summary { font-size: .87rem; color: var(--quiet); padding: .2rem 0 }
.facts { display: grid; gap: 0 2rem; margin: .6rem 0; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)) }
.facts div { display: grid; grid-template-columns: 8.5rem 1fr; column-gap: .6rem; padding: .3rem 0; border-bottom: 1px solid var(--line) }
.facts dt { color: var(--quiet) }
.facts dd { margin: 0; overflow-wrap: anywhere }
.news { list-style: none; padding: 0; margin: 0 }
.news > li { display: flow-root; padding: .6rem 0; border-bottom: 1px solid var(--line) }
.columns { display: grid; gap: 0 2.5rem; grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); align-items: start }
.spark { vertical-align: middle; overflow: visible }
.spark .some, .bar { fill: var(--accent) }
.spark .none, .chart .none { fill: var(--line) }
.entries { list-style: none; padding: 0; margin: .6rem 0 }
.entries > li { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: 0 1rem; padding: .55rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
.entries > li:target { background: var(--raised) }
.entries .when { display: flex; flex-direction: column; white-space: nowrap }
.entries .routine > div:last-child { color: var(--quiet) }
.edit { border-left: 2px solid var(--line); padding-left: .6rem; margin: .3rem 0 }
.chart { margin: 1.6rem 0 .6rem; overflow-x: auto }
.chart svg { display: block; max-width: 100%; height: auto }
.strips { margin: 1.6rem 0 .6rem }
.strips .rows { display: grid; grid-template-columns: auto auto minmax(0, 1fr); gap: .3rem .8rem; align-items: end; max-width: 60rem }
.strips .rows a { font-size: .87rem; line-height: 1.3; min-height: 24px; display: flex; align-items: end }
.strips .rows .number { font-size: .87rem; line-height: 1.3; text-align: right; color: var(--quiet) }
.strips svg { display: block; width: 100% }
.strips line { stroke: var(--line) }
.strips text { fill: var(--quiet); font-size: .78rem }
.strips figcaption { margin: .4rem 0 }
rect.court { fill: var(--accent) }
rect.parties { fill: var(--ink) }
rect.papers { fill: var(--quiet); opacity: .6 }
.key { white-space: nowrap }
.key::before { content: ''; display: inline-block; width: .7em; height: .7em; margin: 0 .3em 0 0; background: currentColor }
.key.court::before { color: var(--accent) }
.key.parties::before { color: var(--ink) }
.key.papers::before { opacity: .6 }
.gallery { list-style: none; padding: 0; display: grid; gap: 1.4rem 1.2rem; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)) }
.gallery li { display: flex; flex-direction: column; overflow-wrap: anywhere; line-height: 1.35 }
.gallery a { display: flex; flex-direction: column; gap: .4rem; text-decoration: none; font-weight: 600 }
.gallery .picture { position: relative; display: grid; place-items: center; aspect-ratio: 1; background: #fff; border: 1px solid var(--line); border-radius: 4px; overflow: hidden }
.gallery img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain }
.no-picture { color: #767676; font-weight: 400; font-size: .87rem }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1rem 0 }
.pictures figure { margin: 0 }
.pictures img { display: block; max-width: min(26rem, 100%); max-height: 26rem; background: #fff; border: 1px solid var(--line); border-radius: 4px }
.pictures .coming { position: relative; display: grid; place-items: center; width: min(20rem, 80vw); aspect-ratio: 1; background: #fff; border: 1px solid var(--line); border-radius: 4px; text-decoration: none }
.pictures .coming img { position: absolute; inset: 0; width: 100%; height: 100%; max-width: none; max-height: none; object-fit: contain; background: none; border: 0 }
.pairs { display: grid; gap: 1rem; margin: .6rem 0 1rem }
.pair { display: grid; gap: 1rem; grid-template-columns: repeat(2, minmax(0, 18rem)) }
.pair figure { margin: 0 }
.pair .picture { position: relative; display: grid; place-items: center; aspect-ratio: 1; background: #fff; border: 1px solid var(--line); border-radius: 4px; overflow: hidden; text-decoration: none }
.pair img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain }
.message { white-space: pre-wrap; overflow-wrap: anywhere }
.mail { display: grid; gap: 1.2rem; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); margin: 1rem 0 }
.mail iframe { width: 100%; height: 42rem; border: 1px solid var(--line); border-radius: 4px; background: #fff }
.mail pre { margin: 0; max-height: 42rem; overflow: auto }
.month { table-layout: fixed; min-width: 40rem }
.month td, .month td:first-child { height: 5rem; min-width: 0; padding: .3rem .4rem; border: 1px solid var(--line) }
.month td a { display: block; text-decoration: none; line-height: 1.25; margin: .15rem 0; min-height: 24px }
.month .today { background: var(--raised); box-shadow: inset 0 2px 0 var(--accent) }
input, select, textarea, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 4px; padding: .32rem .6rem }
select { max-width: 100% }
button, .button { background: var(--raised); cursor: pointer; text-decoration: none; border: 1px solid var(--line); border-radius: 4px; padding: .32rem .8rem; display: inline-block }
button:hover, .button:hover { border-color: var(--quiet) }
.sign-in { display: grid; gap: .8rem; max-width: 20rem; margin: 1rem 0 }
.sign-in label { display: grid; gap: .2rem }
.fields { max-width: 46rem }
.fields fieldset { border: 0; border-top: 1px solid var(--line); margin: 1.2rem 0 0; padding: .6rem 0 0 }
.fields legend { font-weight: 650; padding: 0 .6rem 0 0 }
.field { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: .1rem 1rem; align-items: baseline; margin: .5rem 0; max-width: none }
.field > span { grid-column: 2 }
.field > span.label { grid-column: 1 }
.field > .boxes { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem }
.field.box > label { grid-column: 2 }
.field textarea { field-sizing: content; min-height: 2.3rem; resize: vertical }
.mistake { color: var(--accent) }
.fields [aria-invalid] { border-color: var(--accent) }
.fields [readonly] { background: var(--raised) }
.preview { border: 1px solid var(--line); border-radius: 4px; padding: 0 1.2rem .6rem; margin: 1rem 0 }
.preview h2 { margin-top: 1rem }
.actions { max-width: 100%; display: inline-flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: .5rem 1rem .5rem 0 }
.actions textarea { max-width: 100% }
td .actions { display: grid; justify-items: start; text-align: left; white-space: normal; margin: .3rem 0 }
td .actions input { width: 10rem; max-width: 100%; box-sizing: border-box }
td details p { text-align: left }
td .actions button { font-size: .87rem; padding: .1rem .6rem }
.news .actions { float: right; margin: 0 0 0 1rem }
.news button { font-size: .8rem; padding: .1rem .55rem; background: none; color: var(--quiet) }
.share { margin: .3rem 0 .8rem; max-width: 60rem }
input.link { width: 100% }
.filters { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .8rem 0 1rem }
.filters select { max-width: min(100%, 18rem) }
ins { background: var(--added); text-decoration: none }
del { background: var(--removed) }
mark { background: var(--found); color: inherit }
.hits { list-style: none; margin: .3rem 0 .2rem; padding: 0 0 0 .8rem; border-left: 2px solid var(--line) }
.hits li { padding: .1rem 0; overflow-wrap: anywhere }
pre { background: var(--raised); padding: .8rem 1rem; overflow-x: auto; font-size: .87rem; border-radius: 4px }
@media screen and (max-width: 52rem) {
  main, header.top, footer.foot { padding-left: 1rem; padding-right: 1rem }
  header.top form { margin-left: 0; width: 100% }
  header.top input { width: 100% }
  .pictures > figure { max-width: calc(50% - .5rem) }
  .columns, .mail { grid-template-columns: minmax(0, 1fr) }
  th { white-space: normal }
  td:first-child { min-width: 0 }
  .narrow { display: block }
  .wide:has(> .month) { display: none }
  .facts { grid-template-columns: 1fr }
  .field { grid-template-columns: minmax(0, 1fr) }
  .field > span, .field.box > label { grid-column: 1 }
  .entries > li { grid-template-columns: minmax(0, 1fr) }
  .entries .when { flex-direction: row; gap: .6rem }
  table.stack, table.stack tbody { display: block }
  table.stack thead { position: absolute; left: -100rem }
  table.stack tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line) }
  table.stack td { display: flex; gap: .8rem; justify-content: space-between; border: 0; padding: .1rem 0; text-align: right }
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
  header.top, .take, .narrow, .filters, .button, .actions, td .actions, details:not([open]), footer form, .skip { display: none }
  :root { color-scheme: light; font-size: 11px }
  main { max-width: none; padding: 0 }
  footer.foot { padding: .6rem 0 0; max-width: none }
  .wide { overflow: visible }
  .mail { display: block }
  .mail iframe { display: none }
  .mail pre { max-height: none }
  h2, h3 { break-after: avoid }
  ins { text-decoration: underline }
  mark { font-weight: 650 }
  tr, li, figure { break-inside: avoid }
}
`;
