import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { type Action, type Form, mayAct } from './action.ts';
import type { Download } from './download.ts';
import { assets } from './frame/assets.ts';
import { framed } from './frame/frame.ts';
import type { Drawn, Page, PageParts } from './page.ts';
import { actions, downloads, pages } from './pages.ts';
import { tokenField } from './pieces/actionForm.ts';
import { localViewer } from './visit/viewer.ts';
import { rememberVisit, type Visit, visitCookie, visitCookieOf } from './visit/visit.ts';

const visitRememberedSeconds = 180 * 86_400;
const largestFormBytes = 100 * 1024;
const tokenCookie = 'tipstaff-form';
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
  for (const action of actions) {
    app.post(action.path, bodyLimit({ maxSize: largestFormBytes }), (c) => take(c, parts, action));
  }
  for (const download of downloads) app.get(download.path, (c) => give(c, parts, download));
}

async function respond(c: Context, parts: Parts, page: Page): Promise<Response> {
  const visit = visitOf(c, parts);
  const drawn = await page.draw(parts, visit, c.req.param());
  c.header('cache-control', 'private, no-cache');
  return c.html(await framed(drawn ?? nothing, visit, pages), drawn === undefined ? 404 : 200);
}

/** Does what a form asks for, if one of our pages made it and the viewer may; then the reader sees the effect. */
async function take(c: Context, parts: Parts, action: Action): Promise<Response> {
  const visit = visitOf(c, parts);
  const form = await readForm(c);
  if (!sameToken(form[tokenField], getCookie(c, tokenCookie)) || !isOwnForm(c)) {
    return refuse(
      c,
      visit,
      'This form was not made by a page that you have open. Go back, load the page again and send it once more.',
      403,
    );
  }
  if (!mayAct(visit.viewer, action.role)) return refuse(c, visit, `This takes the role ${action.role}.`, 403);
  const acted = await action.act(parts, visit, c.req.param(), form);
  if (acted === undefined) return c.html(await framed(nothing, visit, pages), 404);
  return acted.kind === 'done' ? c.redirect(acted.see, 303) : refuse(c, visit, acted.why, 422);
}

async function refuse(c: Context, visit: Visit, why: string, status: 403 | 422): Promise<Response> {
  const drawn = { title: 'Not done', body: html`<h1>Not done</h1><p>${why}</p>` };
  return c.html(await framed(drawn, visit, pages), status);
}

async function readForm(c: Context): Promise<Form> {
  const parsed = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(parsed).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

/** Browsers say where a form comes from; what does not say so at all (a program) has no cookie that it could abuse. */
function isOwnForm(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  return site === undefined || site === 'same-origin';
}

function sameToken(sent: string | undefined, known: string | undefined): boolean {
  if (!sent || !known || sent.length !== known.length) return false;
  return timingSafeEqual(Buffer.from(sent), Buffer.from(known));
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
  const known = getCookie(c, tokenCookie);
  const formToken = known && /^[\w-]{22,64}$/.test(known) ? known : randomBytes(24).toString('base64url');
  if (formToken !== known) setCookie(c, tokenCookie, formToken, { path: '/', httpOnly: true, sameSite: 'Strict' });
  return {
    formToken,
    viewer: localViewer,
    now,
    timezone: config.watches[0]?.timezone ?? 'UTC',
    url: new URL(c.req.url),
    lastVisitAt: memory.lastVisitAt,
    sandbox: config.service.baseUrl === 'sandbox',
  };
}
