import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { withoutInvisible } from '../../words/cleanText.ts';
import { readerTime } from '../../words/readerDate.ts';
import { tokenField } from '../actionForm.ts';
import { pageReader } from '../moment.ts';
import type { Drawn, Html, Page } from '../page.ts';
import type { Visit } from '../visit/visit.ts';
import { mayManage } from '../visit/visit.ts';
import { scriptAsset, styleAsset } from './assets.ts';

/** Feed readers offer what a page names; nobody chooses among more. */
const mostFeeds = 20;

/** A whole page: head, navigation with the search field, what it is about, and the foot. Nothing in it reverses a text or hides a part. */
export async function framed(drawn: Drawn, visit: Visit, pages: readonly Page[]): Promise<HtmlEscapedString> {
  return raw(withoutInvisible(String(await wholePage(drawn, visit, pages))));
}

function wholePage({ title, body, feeds = [] }: Drawn, visit: Visit, pages: readonly Page[]): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Court dockets and design registers, watched">
<title>${title === '' ? 'Tipstaff' : `${title} · Tipstaff`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styleAsset.path}">
<script src="${scriptAsset.path}" defer></script>
${feeds.slice(0, mostFeeds).map((feed) => html`<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${feed.href}">`)}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="name" href="/">Tipstaff</a>
${visit.viewer.guest || pages.length === 0 ? '' : navigation(visit, pages)}
</header>
<main id="content">
${visit.sandbox ? html`<p class="note"><strong>Sandbox:</strong> these are made-up records; no real case or register is watched.</p>` : ''}
${sharedNote(visit)}${body}
</main>
<footer class="foot">Tipstaff · times in ${visit.timezone}<span class="printed"> · as it was on ${readerTime(visit.now.toISOString(), pageReader(visit))}</span>${adminLinks(visit)}${signedIn(visit)}</footer>
</body>
</html>`;
}

/** Who came by a link should not wonder why every other page asks for a name. */
function sharedNote({ viewer }: Visit): Html {
  if (!viewer.guest || viewer.name === undefined) return html``;
  return html`<p class="note small">You came by ${viewer.name}, which opens this page alone. For other pages you have to sign in.</p>`;
}

/** The pages, and the search field. */
function navigation(visit: Visit, pages: readonly Page[]): Html {
  return html`<nav aria-label="Pages">${pages.filter((page) => page.name !== undefined).map((page) => navLink(page, visit))}</nav>
<form action="/search" role="search"><label class="skip" for="search">Search</label><input id="search" type="search" name="q" placeholder="Search  /" value="${visit.url.searchParams.get('q') ?? ''}"><button type="submit" class="skip">Search</button></form>`;
}

/** Links for admins. They are not for daily use, so they are not in the navigation. */
function adminLinks({ viewer }: Visit): Html {
  return mayManage(viewer) ? html` · <a href="/users">users</a> · <a href="/audit">audit log</a>` : html``;
}

function signedIn({ viewer, formToken }: Visit): Html {
  if (viewer.name === undefined || viewer.guest) return html``;
  return html` · signed in as <a href="/account">${viewer.name}</a> <form method="post" action="/sign-out" class="actions"><input type="hidden" name="${tokenField}" value="${formToken}"><button>Sign out</button></form>`;
}

function navLink(page: Page, visit: Visit): Html {
  const { pathname } = visit.url;
  const isHere = page.path === '/' ? pathname === '/' : pathname === page.path || pathname.startsWith(`${page.path}/`);
  return isHere
    ? html`<a href="${page.path}" aria-current="page">${page.name}</a>`
    : html`<a href="${page.path}">${page.name}</a>`;
}
