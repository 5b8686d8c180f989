import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { html, raw } from 'hono/html';
import { madeUp } from '../../base/words/sentence.ts';
import type { Html } from '../../web/frame/page.ts';
import { style } from '../../web/frame/style.ts';
import { type Highlight, isNamedIn, type Pictures, type ShownAlert } from './highlights.ts';
import type { StoryEnd } from './story.ts';

export interface NextStep {
  readonly what: string;
  readonly command: string;
}

/** Writes the page that shows the story's alerts into the demo's folder. @returns its path */
export async function writeIndex(story: StoryEnd, folder: string, next: readonly NextStep[]): Promise<string> {
  const file = join(folder, 'index.html');
  await writeFile(file, String(await indexPage(story, next)));
  return file;
}

/** What the pages of Tipstaff have no need of. */
const ownStyle = `
iframe { display: block; width: 100%; height: 40rem; color-scheme: light dark;
  border: 1px solid var(--line); border-radius: 4px }
.pictures img { width: 60px; height: 80px; display: inline-block }
article { margin: 0 0 2.5rem; scroll-margin-top: 1rem }
`;

/** Makes each frame as high as its mail, whenever that height changes. */
const fitFrames = `
for (const frame of document.querySelectorAll('iframe')) {
  const fit = () => {
    const body = frame.contentDocument?.body;
    if (body) frame.style.height = Math.ceil(body.getBoundingClientRect().height) + 2 + 'px';
  };
  frame.addEventListener('load', fit);
  addEventListener('resize', fit);
  fit();
}
`;

/**
 * The story on one page that loads nothing: its policy allows only data addresses. Mails are in sandboxed frames, which
 * inherit that policy; the one script fits the frames to their mails.
 */
function indexPage(story: StoryEnd, next: readonly NextStep[]): Html {
  const script = `'sha256-${hash('sha256', fitFrames, 'base64')}'`;
  const loads = `img-src data:; style-src 'unsafe-inline'; script-src ${script}`;
  const policy = `default-src 'none'; ${loads}; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Tipstaff demo: what readers get</title>
<link rel="icon" href="data:,">
<style>${raw(style + ownStyle)}</style>
</head>
<body>
<main>
<h1>What Tipstaff reported to its readers</h1>
<p class="lead">Five watches, a baseline, three weeks, a second check. ${madeUp}</p>
<h2>What happened, the most important first</h2>
<ol class="news">${story.highlights.map((highlight) => drawHighlight(highlight, story))}</ol>
<p>${story.changes} changes in all. Below are the alerts about them; as they were sent, they are in the folders mail and
slack beside this page.</p>
<ul>${[...story.news, ...story.baseline].map(
    ({ id, subject, ...alert }) => html`<li><a href="#alert-${id}">${subject}</a> ${whereTo(alert)}</li>`,
  )}</ul>
<h2>What was new: the second check</h2>
${story.news.map(drawAlert)}
<h2>The baseline before: what was there, and no changes</h2>
${story.baseline.map(drawAlert)}
<h2>Go on from here</h2>
<dl>${next.map(({ what, command }) => html`<dt>${what}</dt><dd><code>${command}</code></dd>`)}</dl>
</main>
<script>${raw(fitFrames)}</script>
</body>
</html>
`;
}

function whereTo({ kind, channel, mail }: Pick<ShownAlert, 'kind' | 'channel' | 'mail'>): Html {
  return html`<span class="quiet small">${kind} to ${channel}${mail === undefined ? ', as text' : ''}</span>`;
}

function drawAlert({ subject, text, mail, ...alert }: ShownAlert): Html {
  const body =
    mail === undefined
      ? html`<pre class="message" tabindex="0">${text}</pre>`
      : html`<iframe title="Email: ${subject}" sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
srcdoc="${mail}"></iframe>`;
  return html`<article id="alert-${alert.id}" class="${alert.kind.toLowerCase()}">
<h3>${subject}</h3><p>${whereTo({ ...alert, mail })}</p>
${body}
</article>
`;
}

function drawHighlight(highlight: Highlight, { news, pictures }: StoryEnd): Html {
  const { what, label, title, says } = highlight;
  const alert = news.find(({ text }) => isNamedIn(text, highlight));
  const name = html`${title} <span class="small">${label}</span>`;
  return html`<li><strong>${what}</strong> ${
    alert ? html`<a href="#alert-${alert.id}">${name}</a>` : name
  }<p class="quiet">${says}</p>${drawPictures(highlight, pictures)}</li>
`;
}

function drawPictures({ pictures: shown, title }: Highlight, pictures: Pictures): Html | string {
  if (shown === undefined) return '';
  const side = (caption: string, addresses: readonly string[]) =>
    html`<figure><figcaption class="quiet small">${caption}</figcaption>
${addresses.map(
  (address, index) =>
    html`<img src="${
      pictures.get(address) ?? 'data:,'
    }" alt="${title}, ${caption.toLowerCase()}, picture ${index + 1}"> `,
)}</figure>`;
  return html`<div class="pictures">${side('Before', shown.before)}${side('After', shown.after)}</div>`;
}
