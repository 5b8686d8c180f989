/** The style sheet of the demo's page, light and dark, for phones and desktops. It contains no text of others. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1b2430, #e8ecf2); --grey: light-dark(#566171, #a7b1be); --sheet: light-dark(#fff, #1c2128);
  --ground: light-dark(#eef1f5, #12151a); --rule: light-dark(#d5dbe3, #323944); --link: light-dark(#1450a0, #8ab4ff); --red: light-dark(#9a1c12, #ff9d92) }
* { box-sizing: border-box }
html { scroll-behavior: smooth }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
a { color: var(--link) }
body > header, .happened { padding: 1.5rem 1.5rem 0; max-width: 76rem; margin: auto }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 }
h2 { font-size: 1.2rem; margin: 2.5rem 0 1rem }
.happened h2, .columns section:first-child h2 { margin-top: 0 }
.columns { display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 2rem; max-width: 76rem; margin: auto; padding: 1.5rem }
nav { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow: auto; font-size: .85rem }
nav p { margin: 0 0 .3rem; font-weight: 600 }
nav ol { list-style: none; margin: 0 0 1.2rem; padding: 0 }
nav a { display: block; padding: .4rem 0; border-top: 1px solid var(--rule); text-decoration: none }
small { color: var(--grey); font-size: .85em }
nav small { display: block }
.highlights { margin: 0; padding: 0; list-style: none; counter-reset: place }
.highlights > li { background: var(--sheet); border: 1px solid var(--rule); border-left: 4px solid var(--rule); border-radius: 6px; padding: .7rem 1rem; margin-bottom: .6rem }
.highlights > li:nth-child(-n+3) { border-left-color: var(--red) }
.highlights strong { display: inline-block; min-width: 9rem }
.highlights cite { font-style: normal }
.highlights p { margin: .2rem 0 0; color: var(--grey) }
.pictures { display: flex; flex-wrap: wrap; gap: 1.5rem }
.pictures figure { margin: .6rem 0 0 }
.pictures figcaption { color: var(--grey); font-size: .85rem }
.pictures img { background: #fff; border: 1px solid var(--rule); margin-right: 4px }
article { background: var(--sheet); border: 1px solid var(--rule); border-radius: 8px; margin-bottom: 1.5rem; overflow: hidden; scroll-margin-top: 1rem }
article > header { padding: .8rem 1rem; border-bottom: 1px solid var(--rule) }
article > header p { margin: 0; color: var(--grey); font-size: .85rem }
h3 { font-size: 1rem; margin: .2rem 0 0 }
iframe { display: block; width: 100%; height: 40rem; border: 0; color-scheme: light dark }
.slack .body { padding: .8rem 1rem 1rem; font: 15px/24px Lato, system-ui, sans-serif }
.slack .body p { margin: .4rem 0 }
.slack .body .header { font-size: 1.15rem; font-weight: 700 }
.slack .body p, .slack .body span { white-space: pre-wrap }
.slack .body hr { border: 0; border-top: 1px solid var(--rule); margin: .8rem 0 }
.slack .body .context { color: var(--grey); font-size: .8rem; display: flex; flex-wrap: wrap; gap: .5rem; margin: .4rem 0 }
.slack .body .section { display: flex; justify-content: space-between; gap: 1rem }
.slack .body img { max-width: 100%; max-height: 20rem; border-radius: 6px; border: 1px solid var(--rule) }
.slack .body .section > img { width: 88px; height: 88px; object-fit: cover; flex: none }
.slack .body .context img { width: 20px; height: 20px }
.slack .body figure { margin: .4rem 0 }
.slack .body figcaption { font-weight: 700 }
.slack .body .lines { white-space: pre-wrap }
.slack .body blockquote { border-left: 4px solid var(--rule); margin: .4rem 0; padding-left: .8rem }
.slack .body .button { display: inline-block; border: 1px solid var(--rule); border-radius: 4px; padding: .15rem .7rem; margin-right: .4rem }
.slack .body .fields { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem }
.slack .body .unknown { color: var(--red) }
code { font: .9em ui-monospace, monospace }
dt { margin-top: .6rem }
dd { margin: 0 }
@media (max-width: 52rem) { .columns { display: block; padding: 1rem } nav { position: static; max-height: none } body > header, .happened { padding: 1rem 1rem 0 } }
`;

/** Makes each frame as high as its mail, whenever that height changes. */
export const pageScript = `
for (const frame of document.querySelectorAll('iframe')) {
  const fit = () => { const body = frame.contentDocument?.body; if (body) frame.style.height = Math.ceil(body.getBoundingClientRect().height) + 'px' };
  frame.addEventListener('load', fit);
  addEventListener('resize', fit);
  fit();
}
`;
