import { hash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { madeUp } from '../words/sandboxMark.ts';
import type { Highlight } from './highlights.ts';
import { pageScript, pageStyle } from './pageLook.ts';
import type { Drawn } from './slackText.ts';
import type { Pictures } from './storyPictures.ts';

/** A message of the story, ready to be shown. */
export interface ShownMessage {
  /** Its place on the page, e.g. `mail-3`. */
  readonly id: string;
  readonly kind: 'Email' | 'Slack';
  /** The people or the channel that got it. */
  readonly to: string;
  readonly subject: string;
  readonly body: Drawn;
  /** Its text, to find the message about a record. */
  readonly words: string;
  /** The file that it was kept in, beside the page. */
  readonly file: string;
}

export interface IndexPage {
  readonly highlights: readonly Highlight[];
  readonly changes: number;
  readonly news: readonly ShownMessage[];
  readonly baseline: readonly ShownMessage[];
  readonly pictures: Pictures;
  /** Commands to go on with, each with what it is for. */
  readonly next: readonly { readonly what: string; readonly command: string }[];
}

/**
 * The story on one page that loads nothing: its policy allows only data addresses. Mails are in sandboxed frames, which inherit
 * that policy; the one script fits the frames to their mails.
 */
export function indexPage(page: IndexPage) {
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-${hash('sha256', pageScript, 'base64')}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Tipstaff demo: what readers get</title>
<link rel="icon" href="data:,">
<style>${raw(pageStyle)}</style>
</head>
<body>
<header>
<h1>What Tipstaff reported to its readers</h1>
<p>Five watches, a baseline, three weeks, a second check. ${madeUp}</p>
</header>
<main>
<section class="happened" aria-labelledby="happened">
<h2 id="happened">What happened, the most important first</h2>
<ol class="highlights">${page.highlights.map((highlight) => drawHighlight(highlight, page))}</ol>
<p>${page.changes} changes in all. Below are the messages about them, as they were sent.</p>
</section>
<div class="columns">
<nav aria-label="Messages">
${contents('What was new', page.news)}
${contents('The baseline before', page.baseline)}
</nav>
<div>
${messages('news', 'What was new: the second check', page.news)}
${messages('baseline', 'The baseline before: what was there, and no changes', page.baseline)}
<section aria-labelledby="next">
<h2 id="next">Go on from here</h2>
<dl>${page.next.map(({ what, command }) => html`<dt>${what}</dt><dd><code>${command}</code></dd>`)}</dl>
</section>
</div>
</div>
</main>
<script>${raw(pageScript)}</script>
</body>
</html>
`;
}

function contents(title: string, shown: readonly ShownMessage[]): Drawn {
  return html`<p>${title}</p>
<ol>${shown.map(({ id, kind, to, subject }) => html`<li><a href="#${id}"><small>${kind} to ${to}</small> ${subject}</a></li>`)}</ol>`;
}

function messages(id: string, title: string, shown: readonly ShownMessage[]): Drawn {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${shown.map(drawMessage)}
</section>`;
}

function drawMessage({ id, kind, to, subject, body, file }: ShownMessage): Drawn {
  return html`<article id="${id}" class="${kind.toLowerCase()}">
<header><p>${kind} to ${to} · <a href="${file}">${file}</a></p><h3>${subject}</h3></header>
<div class="body">${body}</div>
</article>
`;
}

function drawHighlight(highlight: Highlight, { news, pictures }: IndexPage): Drawn {
  const { what, label, title, says } = highlight;
  const message = news.find(({ words }) => words.includes(label));
  const name = html`<cite>${title}</cite> <small>${label}</small>`;
  return html`<li><strong>${what}</strong> ${message ? html`<a href="#${message.id}">${name}</a>` : name}<p>${says}</p>${drawPictures(highlight, pictures)}</li>
`;
}

function drawPictures({ pictures: shown, title }: Highlight, pictures: Pictures): Drawn | string {
  if (shown === undefined) return '';
  const side = (caption: string, addresses: readonly string[]) =>
    html`<figure><figcaption>${caption}</figcaption>${addresses.map((address, index) => html`<img src="${pictures.get(address) ?? 'data:,'}" alt="${title}, ${caption.toLowerCase()}, picture ${index + 1}" width="60" height="80">`)}</figure>`;
  return html`<div class="pictures">${side('Before', shown.before)}${side('After', shown.after)}</div>`;
}
