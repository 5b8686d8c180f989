import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { withoutInvisible } from '../../base/words/cleanText.ts';
import { readerTime } from '../../base/words/readerDate.ts';
import { type Arrival, isSignedIn, mayAudit, mayManage } from '../visit/visit.ts';
import { scriptAsset, styleAsset } from './assets.ts';
import { actionForm, type Drawn, type Html, type Page } from './page.ts';

const purpose = 'Court dockets and design registers, watched';

/** Returns a whole page, without characters that reverse or hide text. */
export async function framed(drawn: Drawn, visit: Arrival, pages: readonly Page[]): Promise<HtmlEscapedString> {
  return raw(withoutInvisible(String(await wholePage(drawn, visit, pages))));
}

function wholePage({ title, body, feed }: Drawn, visit: Arrival, pages: readonly Page[]): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${purpose}">
<title>${title === '' ? 'Tipstaff' : `${title} · Tipstaff`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styleAsset.path}">
<script src="${scriptAsset.path}" defer></script>
${feed && html`<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${feed.href}">`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="name" href="/">Tipstaff</a>${visit.sandbox ? sandboxBadge : ''}
${visit.viewer === undefined ? html`<span class="quiet small">${purpose}</span>` : navigation(visit, pages)}
</header>
<main id="content">
${body}
</main>
<footer class="foot">Tipstaff${
    visit.viewer && ` · times in ${visit.timezone}; hearings in the court’s own time unless a zone is named`
  }<span
class="printed">${visit.sandbox && html` · <strong>Sandbox: ${sandboxWords}</strong>`} · as it was on ${readerTime(
    visit.now.toISOString(),
    visit,
  )}</span>${adminLinks(visit)}${signedIn(visit)}</footer>
</body>
</html>`;
}

const sandboxWords = 'these are made-up records; no real case or register is watched';
const sandboxBadge = html`<span class="tag" title="${sandboxWords}">Sandbox<span
class="said">: ${sandboxWords}</span></span>`;

/** The number of pages in the navigation row. "More" has the others; on a phone, one menu has all. */
const inTheRow = 5;

function navigation(visit: Arrival, pages: readonly Page[]): Html {
  const named = pages.filter((page) => page.name !== undefined);
  const [row, others] = [named.slice(0, inTheRow), named.slice(inTheRow)];
  const here = others.find((page) => isHere(page, visit))?.name ?? 'More';
  return html`<nav aria-label="Pages">${row.map((page) => navLink(page, visit, 'desk'))}
<details class="menu"><summary><span class="desk">${here}</span><span class="narrow">Menu</span></summary>
<div>${row.map((page) => navLink(page, visit, 'narrow'))}${others.map((page) =>
    navLink(page, visit),
  )}</div></details></nav>
<form action="/search" role="search"><label class="skip" for="search">Search</label>
<input id="search" type="search" name="q" placeholder="Search  /" value="${visit.url.searchParams.get('q') ?? ''}">
<button type="submit" class="skip">Search</button></form>`;
}

function adminLinks(visit: Arrival): Html {
  if (!isSignedIn(visit) || !mayManage(visit.viewer)) return html``;
  const audit = mayAudit(visit) ? html` · <a href="/audit">audit log</a>` : '';
  return html`<span class="unprinted"> · <a href="/users">users</a>${audit}</span>`;
}

function signedIn({ viewer, formToken }: Arrival): Html {
  if (viewer?.name === undefined) return html``;
  const signOut = actionForm({ formToken }, '/sign-out', 'Sign out');
  return html` · signed in as <a href="/account">${viewer.name}</a> ${signOut}`;
}

function isHere({ path }: Page, { url: { pathname } }: Arrival): boolean {
  return path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`);
}

function navLink(page: Page, visit: Arrival, where = ''): Html {
  const here = isHere(page, visit) ? html` aria-current="page"` : '';
  return html`<a href="${page.path}" class="${where}"${here}>${page.name}</a>`;
}
