/**
 * The style sheet of screens: light and dark by the reader's system, figures aligned, four sizes of type (13, 15, 18,
 * 28). Blue marks actions, red incidents and what needs a person, amber doubts. Ordinary events are in the text color.
 */
export const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fdfdfb, #16181b);
  --raised: light-dark(#f4f4f0, #1e2125);
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
.menu { position: relative }
.menu summary { padding: .15rem 0; color: var(--quiet); white-space: nowrap }
.menu > div { position: absolute; z-index: 2; top: 100%; left: -.9rem; min-width: 10rem; padding: .4rem .9rem;
  background: var(--paper); border: 1px solid var(--line); border-radius: 6px }
header.top .menu a { display: block; padding: .3rem 0 }
header.top .menu a.narrow { display: none }
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
.wide { overflow-x: auto; margin: .4rem 0 }
table { border-collapse: collapse; width: 100% }
th { text-align: left; font-weight: 600; font-size: var(--small); color: var(--quiet); white-space: nowrap }
th.number { white-space: normal }
th, td { padding: .42rem .7rem .42rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
td { overflow-wrap: anywhere; min-width: 7rem }
td:first-child { min-width: 11rem }
td.brief { min-width: 7.6rem; max-width: 16rem }
td.number, th.number { text-align: right }
td.number { min-width: 0; white-space: nowrap; overflow-wrap: normal }
td time { white-space: nowrap }
.why { display: block }
td .why { white-space: normal; max-width: 14rem }
td.slim { min-width: 0 }
summary { padding: .25rem 0; cursor: pointer }
.facts { display: grid; gap: 0 2rem; margin: .6rem 0; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)) }
.facts div { display: grid; grid-template-columns: 8.5rem 1fr; column-gap: .6rem; padding: .3rem 0;
  border-bottom: 1px solid var(--line) }
.facts dt { color: var(--quiet) }
.facts dd { margin: 0; overflow-wrap: anywhere }
.tabs { display: flex; gap: 1.4rem; margin: .2rem 0 1.2rem; border-bottom: 1px solid var(--line) }
.tabs a { padding: .4rem 0; color: var(--quiet); text-decoration: none }
.tabs a[aria-current] { color: var(--ink); box-shadow: 0 2px 0 var(--ink) }
.line { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; align-items: baseline }
.figures { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .8rem; list-style: none; padding: 0;
  margin: .4rem 0 1rem }
.figures a { display: block; height: 100%; padding: .6rem .9rem; background: var(--raised); border-radius: 6px;
  text-decoration: none; color: var(--quiet); border: 1px solid transparent; line-height: 1.3 }
.figures a:hover { border-color: var(--quiet); color: var(--ink) }
.figures strong { display: block; font-size: var(--huge); font-weight: 600; line-height: 1.15; color: var(--ink) }
.news { list-style: none; padding: 0 }
.news > li { padding: .6rem 0; border-bottom: 1px solid var(--line) }
.lines { list-style: none; padding: 0; margin: 0 }
.lines > li { display: grid; grid-template-columns: 5.8rem minmax(0, 1fr) 9.5rem; gap: 0 .8rem; padding: .5rem 0;
  border-bottom: 1px solid var(--line); line-height: 1.38; overflow-wrap: anywhere }
.lines.changes > li { grid-template-columns: minmax(0, 1fr) 11rem }
.lines .head { display: flex; flex-wrap: wrap; gap: 0 .6rem; align-items: baseline }
.lines .when { color: var(--quiet); font-size: var(--small) }
.lines .head > a { font-weight: 600; text-decoration: none }
.lines .head > a:hover { text-decoration: underline }
.lines .done { color: var(--quiet) }
.lines .actions { margin: .2rem 0 0 }
.lines button { font-size: var(--small); line-height: 1.4; padding: .1rem .6rem; min-height: 24px }
.day { position: sticky; top: 0; margin-bottom: 0; padding: .3rem 0; background: var(--paper); z-index: 1 }
.rest > summary { color: var(--quiet); padding: .45rem 0 }
.dates { list-style: none; padding: 0; margin: 0 0 1rem }
.dates > li { display: grid; grid-template-columns: 6.4rem minmax(0, 1fr); gap: 0 .6rem; padding: .3rem 0;
  border-bottom: 1px solid var(--line); line-height: 1.38 }
.dates > li > * { min-width: 0; overflow-wrap: anywhere }
.dates .when { color: var(--quiet) }
.dates .now .when { color: var(--alarm); font-weight: 600 }
.weeks h3 { font-size: var(--small); color: var(--quiet); margin: 1rem 0 .2rem }
.columns aside .facts { grid-template-columns: minmax(0, 1fr) }
.columns aside .facts div { grid-template-columns: 6.5rem 1fr }
.columns { display: grid; gap: 0 2.5rem; grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); align-items: start }
.spark { vertical-align: middle; overflow: visible }
.spark .some { fill: var(--ink); opacity: .8 }
.spark .none { fill: var(--line) }
.spark .complete { fill: var(--good) }
.spark .partial { fill: var(--doubt) }
.spark .blind { fill: var(--alarm) }
.entries { list-style: none; padding: 0; margin: .6rem 0 }
.entries > li { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: 0 1rem; padding: .55rem 0;
  border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
.entries > li:target { background: var(--raised) }
.entries .when { display: flex; flex-direction: column; white-space: nowrap }
.entries .routine > div:last-child { color: var(--quiet) }
.edit { border-left: 2px solid var(--line); padding-left: .6rem; margin: .3rem 0 }
.chart { margin: 1.6rem 0 .6rem; overflow-x: auto }
.chart svg { display: block; max-width: 100%; height: auto }
.gallery { list-style: none; padding: 0; display: grid; gap: 1.4rem 1.2rem;
  grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)) }
.gallery li { position: relative; display: flex; flex-direction: column; overflow-wrap: anywhere; line-height: 1.35 }
.gallery a { display: flex; flex-direction: column; gap: .4rem; text-decoration: none; font-weight: 600 }
.gallery .picture { aspect-ratio: 4 / 5 }
.picture { position: relative; display: grid; place-items: center; aspect-ratio: 1; background: #fff;
  border: 1px solid var(--line); border-radius: 6px; overflow: hidden; text-decoration: none }
.picture img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain }
.no-picture { color: #62625c; font-weight: 400; font-size: var(--small) }
.star { position: absolute; top: .4rem; right: .4rem; margin: 0; z-index: 1 }
.star button { min-width: 28px; min-height: 28px; padding: 0; border-radius: 50%; background: #fffffff0;
  color: #4c5158; border-color: transparent; line-height: 1 }
.star.here button { color: #8a5a00 }
.star.beside { position: static; display: inline-block }
.star.beside button { background: var(--raised); color: inherit; padding: .3rem .7rem; border-radius: 4px;
  border-color: var(--line) }
.star.beside.here button { color: var(--doubt) }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1rem 0 }
.pictures figure { margin: 0 }
.pictures .picture { width: min(20rem, 80vw) }
.finds { list-style: none; padding: 0; display: grid; gap: 1.4rem }
.finds li { display: grid; gap: 1rem 1.4rem; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
  padding: 0 0 1.2rem; border-bottom: 1px solid var(--line); break-inside: avoid }
.finds h2 { margin-top: 1.2rem }
.beside { display: grid; gap: 1.2rem 2rem; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr));
  margin: 1rem 0 }
.beside .pair { gap: .4rem 1rem }
.beside .pair p { grid-column: 1 / -1; margin: 0 }
.beside-facts .differs td { background: var(--raised); font-weight: 600 }
.pairs { display: grid; gap: 1rem; margin: .6rem 0 1rem }
.pair { display: grid; gap: 1rem; grid-template-columns: repeat(2, minmax(0, 18rem)) }
.pair figure { margin: 0 }
.message { white-space: pre-wrap; overflow-wrap: anywhere }
.mail { display: grid; gap: 1.2rem; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); margin: 1rem 0 }
.mail iframe { width: 100%; height: 42rem; border: 1px solid var(--line); border-radius: 4px; background: #fff }
.mail pre { margin: 0; max-height: 42rem; overflow: auto }
.month { table-layout: fixed; min-width: 40rem }
.month td, .month td:first-child { height: 5rem; min-width: 0; padding: .3rem .4rem; border: 1px solid var(--line) }
.month td a { display: block; text-decoration: none; line-height: 1.25; margin: .15rem 0; min-height: 24px;
  padding-left: .9rem; text-indent: -.9rem }
.month del, .dates del { background: none; color: var(--quiet) }
.month .today { background: var(--raised); box-shadow: inset 0 2px 0 var(--ink) }
.what { display: inline-block; width: .6rem; height: .6rem; margin-right: .3rem; background: var(--quiet);
  text-indent: 0 }
.what.hearing { background: var(--accent); border-radius: 50% }
.what.deadline { background: var(--ink) }
.what.asked { background: none; border: 1.5px solid var(--ink) }
.what.expiry { background: var(--doubt); transform: rotate(45deg) scale(.85) }
.what.renewal { background: none; border: 1.5px solid var(--doubt); transform: rotate(45deg) scale(.85) }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; margin: .4rem 0 }
input, select, textarea, button { font: inherit; color: inherit; background: var(--paper);
  border: 1px solid color-mix(in srgb, var(--quiet) 45%, var(--line)); border-radius: 4px; padding: .32rem .6rem }
select { max-width: 100% }
button, .button, .doing > details > summary { background: var(--raised); cursor: pointer; text-decoration: none;
  border: 1px solid var(--line); border-radius: 4px; padding: .32rem .8rem; display: inline-block }
button:hover, .button:hover, .doing > details > summary:hover { border-color: var(--quiet) }
.button.first, button.first { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
.button.first:hover, button.first:hover { color: var(--on-accent); filter: brightness(1.08) }
.titled { display: flex; flex-wrap: wrap; align-items: baseline; gap: .3rem 1rem }
.titled .filters { margin: 0 0 .4rem auto }
.doing { display: flex; flex-wrap: wrap; align-items: baseline; gap: .5rem; margin: .4rem 0 1rem }
.doing > details > summary::-webkit-details-marker { display: none }
.doing > details[open] { flex-basis: 100%; min-width: 0; order: 1; padding-bottom: .6rem;
  border-bottom: 1px solid var(--line) }
.doing > .actions { margin: 0 }
.sign-in { display: grid; gap: .8rem; max-width: 20rem; margin: 1rem 0 }
.sign-in .button { text-align: center }
.sign-in label { display: grid; gap: .2rem }
.form { display: grid; gap: 0 2.5rem; grid-template-columns: minmax(0, 38rem) minmax(0, 1fr); align-items: start }
.form aside .facts { grid-template-columns: minmax(0, 1fr) }
.form aside .preview { margin-top: 0 }
.form > aside { position: sticky; top: 1rem }
.fields { max-width: 46rem }
.fields fieldset { border: 0; border-top: 1px solid var(--line); margin: 1.2rem 0 0; padding: .6rem 0 0 }
.fields legend { font-weight: 600; padding: 0 .6rem 0 0 }
.fields > details > summary { font-weight: 600; margin-top: 1rem }
.field { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: .1rem 1rem; align-items: baseline;
  margin: .5rem 0; max-width: none }
.field > span { grid-column: 2 }
.field > span.label { grid-column: 1 }
.field > .boxes { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem }
.field.box > label { grid-column: 2 }
.field textarea { field-sizing: content; min-height: 2.3rem; resize: vertical }
.field .big { font-size: var(--large); padding: .45rem .7rem; flex: 1; min-width: 0 }
.field .reads { display: flex; gap: .6rem; align-items: center }
.mistake { color: var(--alarm) }
.fields [aria-invalid] { border-color: var(--alarm) }
.fields [readonly] { background: var(--raised) }
.preview { border: 1px solid var(--line); border-radius: 6px; padding: 0 1.2rem .6rem; margin: 1rem 0 }
.preview h2 { margin-top: 1rem }
.actions { max-width: 100%; display: inline-flex; flex-wrap: wrap; gap: .6rem; align-items: center;
  margin: .5rem 1rem .5rem 0 }
.actions textarea { max-width: 100% }
td .actions { display: grid; justify-items: start; text-align: left; white-space: normal; margin: .3rem 0 }
td .actions button { font-size: var(--small); padding: .1rem .6rem }
input.link { width: 100% }
.filters { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: .8rem 0 1rem }
.filters label { display: grid; max-width: 100%; grid-template-columns: minmax(0, auto); gap: .1rem;
  font-size: var(--small); color: var(--quiet) }
.filters label > * { font-size: var(--small); color: var(--ink); padding: .3rem; height: 2rem }
.filters [type=checkbox] { width: 1.3rem; margin: 0 }
.filters select { max-width: 14rem; min-width: 0 }
.filters details[open] { flex-basis: 100% }
.filters details > div { display: flex; flex-wrap: wrap; gap: .5rem; padding: .3rem 0 }
.titled > *, .gallery li > * { min-width: 0; max-width: 100% }
.filters > .quiet { align-self: end; line-height: 2rem }
.applies .apply { display: none }
ins { background: var(--added); text-decoration: none }
del { background: var(--removed) }
mark { background: var(--found); color: inherit }
.hits { list-style: none; margin: .3rem 0 .2rem; padding: 0 0 0 .8rem; border-left: 2px solid var(--line) }
.hits li { padding: .1rem 0; overflow-wrap: anywhere }
pre { background: var(--raised); padding: .8rem 1rem; overflow-x: auto; font-size: var(--small); border-radius: 4px }
`;
