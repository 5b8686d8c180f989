import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { Download } from './download.ts';
import { assets } from './frame/assets.ts';
import { framed } from './frame/frame.ts';
import type { Drawn, Page, PageParts } from './page.ts';
import { downloads, pages } from './pages.ts';
import { localViewer } from './visit/viewer.ts';
import { rememberVisit, type Visit, visitCookie, visitCookieOf } from './visit/visit.ts';

const visitRememberedSeconds = 180 * 86_400;
const assetKeptSeconds = 365 * 86_400;

interface Parts extends PageParts {
  readonly clock: () => Date;
}

/** Every page of `pages.ts` in its frame, and what they load. */
export function servePages(app: Hono, parts: Parts): void {
  for (const { path, type, body } of assets) {
    app.get(path, (c) =>
      c.body(body, 200, { 'content-type': type, 'cache-control': `max-age=${assetKeptSeconds}, immutable` }),
    );
  }
  for (const page of pages) app.get(page.path, (c) => respond(c, parts, page));
  for (const download of downloads) app.get(download.path, (c) => give(c, parts, download));
}

async function respond(c: Context, parts: Parts, page: Page): Promise<Response> {
  const visit = visitOf(c, parts);
  const drawn = await page.draw(parts, visit, c.req.param());
  c.header('cache-control', 'private, no-cache');
  return c.html(await framed(drawn ?? nothing, visit, pages), drawn === undefined ? 404 : 200);
}

async function give(c: Context, parts: Parts, download: Download): Promise<Response> {
  const content = await download.respond(parts, visitOf(c, parts), c.req.param(), c.req.raw.signal);
  if (content === undefined) return c.text('There is nothing of that name here, or it is not for you to see.\n', 404);
  const { type, body, keptSeconds, saveAs } = content;
  c.header('cache-control', keptSeconds === undefined ? 'private, no-cache' : `private, max-age=${keptSeconds}`);
  if (saveAs !== undefined)
    c.header('content-disposition', `attachment; filename="${saveAs.replace(/[^\w.-]/g, '_')}"`);
  return c.body(typeof body === 'string' ? body : new Uint8Array(body), 200, { 'content-type': type });
}

const nothing: Drawn = {
  title: 'Not found',
  body: html`<h1>Not found</h1><p>There is nothing of that name here, or it is not for you to see. <a href="/">Today</a> leads on.</p>`,
};

function visitOf(c: Context, { config, clock }: Parts): Visit {
  const now = clock();
  const memory = rememberVisit(getCookie(c, visitCookie), now);
  setCookie(c, visitCookie, visitCookieOf(memory), {
    path: '/',
    maxAge: visitRememberedSeconds,
    httpOnly: true,
    sameSite: 'Lax',
  });
  return {
    viewer: localViewer,
    now,
    timezone: config.watches[0]?.timezone ?? 'UTC',
    url: new URL(c.req.url),
    lastVisitAt: memory.lastVisitAt,
    sandbox: config.service.baseUrl === 'sandbox',
  };
}
