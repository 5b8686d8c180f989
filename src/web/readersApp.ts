import { hash } from 'node:crypto';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { html } from 'hono/html';
import type { Logger } from 'pino';
import { startTurns } from '../base/calls.ts';
import { TipstaffError } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import { mayAct, type Sight, sightOf } from '../people/sight.ts';
import { byKey } from '../people/signIn/whoLooks.ts';
import type { Reload } from '../store/processes.ts';
import type { Store } from '../store/store.ts';
import { serveApi } from './api/openApi.ts';
import { assets } from './frame/assets.ts';
import { framed } from './frame/frame.ts';
import {
  type BodyLimits,
  isMultipart,
  readOwnForm,
  type Sent,
  strangersForm,
  type Unread,
  viewersForm,
} from './frame/ownForm.ts';
import type { Acted, Action, Download, Drawn, Page, PageParts } from './frame/page.ts';
import type { Metrics } from './metrics.ts';
import { dateFeed, mayReadFeed } from './pages/calendar/calendarPage.ts';
import { actions, downloads, pages, publicActions, publicPages } from './pages.ts';
import type { KnownHere } from './readiness.ts';
import {
  type Arrival,
  challenge,
  endCookie,
  giveCookie,
  isSignedIn,
  noteViewer,
  readViewer,
  readVisit,
} from './visit/visit.ts';
import { watchFeed } from './watchFeed.ts';

export type ReadersParts = WebParts & PageParts;

export interface WebParts extends KnownHere, Pick<PageParts, 'pictures' | 'preview'> {
  readonly store: Store;
  readonly config: Config;
  readonly metrics: Metrics;
  /** Returns the result of the last attempt to load another config, or undefined if there was none. */
  readonly lastReload?: (() => Reload | undefined) | undefined;
  /** False serves only health and metrics. Default: true. */
  readonly pages?: boolean | undefined;
  readonly clock: () => Date;
  readonly log: Logger;
}

export function serveReaders(app: Hono, parts: ReadersParts): void {
  app.use(compressed());
  // `If-Modified-Since` alone always gets the body, because a change that was found long ago may have been added.
  for (const path of ['/feeds/*', '/api/v1/*']) app.use(path, etag());
  for (const path of ['/feeds/:file{[^/]+\\.(atom|ics)}', '/feeds/:key/:file{[^/]+\\.(atom|ics)}']) {
    app.get(path, (c) => giveFeed(c, parts));
  }
  serveApi(app, parts);
  servePages(app, parts);
}

/** Serves a feed to a signed-in viewer, to a program with a key, or at a secret address, which opens only this feed. */
async function giveFeed(c: Context, parts: ReadersParts): Promise<Response> {
  const file = c.req.param('file') ?? '';
  const key = c.req.param('key');
  const now = parts.clock();
  const viewer = key === undefined ? await readViewer(c, parts, now) : await bySecretAddress(c, parts, key, file, now);
  if (viewer === undefined && key !== undefined) return c.text('This address is not valid, or no longer valid.\n', 404);
  const sight = viewer && sightOf(parts.wholeConfig, viewer);
  if (viewer === undefined || sight === undefined) {
    challenge(c, 'feed');
    return c.text('Sign in, or send a key.\n', 401);
  }
  if (!mayReadFeed(viewer, sight, nameOf(file))) return c.text(noSuchFeed, 404);
  return file.endsWith('.atom') ? giveNews(c, parts, sight, nameOf(file)) : giveDates(c, parts, sight, nameOf(file));
}

/** Does not reveal whether a feed is missing or is only closed to the viewer. */
const noSuchFeed = 'There is no such feed, or you may not read it.\n';
const askedAgain = { 'cache-control': 'private, no-cache' };

const nameOf = (file: string): string => file.replace(/\.(atom|ics)$/, '');

async function bySecretAddress(c: Context, parts: WebParts, key: string, file: string, now: Date) {
  const viewer = await byKey(parts, 'feed', key, now, `/feeds/${file}`);
  noteViewer(c, viewer);
  return viewer;
}

async function giveNews(c: Context, parts: WebParts, { config }: Sight, watchId: string): Promise<Response> {
  const feed = await watchFeed(parts.store, config, watchId);
  if (feed === undefined) return c.text(noSuchFeed, 404);
  c.header('last-modified', new Date(feed.updated).toUTCString());
  return c.body(feed.xml, 200, { ...askedAgain, 'content-type': 'application/atom+xml; charset=utf-8' });
}

async function giveDates(c: Context, parts: WebParts, { config }: Sight, name: string): Promise<Response> {
  const feed = await dateFeed(parts.store, config, name, parts.clock());
  if (feed === undefined) return c.text(noSuchFeed, 404);
  // The time at which the feed was made is in every event, but is no news.
  c.header('etag', `W/"${hash('sha256', feed.replace(/^DTSTAMP:.*$/gm, ''), 'base64url')}"`);
  return c.body(feed, 200, { ...askedAgain, 'content-type': 'text/calendar; charset=utf-8' });
}

/**
 * Compresses no response with both a secret and text of the request, because its length could reveal the secret
 * (BREACH). Pages have the token of their forms and repeat their query or form, so only pages without query and form
 * are compressed. A list of the API repeats nothing, and no browser sends a program's key by itself.
 */
function compressed(): MiddlewareHandler {
  const compressing = compress();
  return (c, next) => (repeatsNothing(c) ? compressing(c, next) : next());
}

function repeatsNothing(c: Context): boolean {
  if (c.req.method !== 'GET') return false;
  const { pathname, search } = new URL(c.req.url);
  return search === '' || (pathname.startsWith('/api/') && /^Bearer /i.test(c.req.header('authorization') ?? ''));
}

const assetKeptSeconds = 365 * 86_400;

function servePages(app: Hono, parts: ReadersParts): void {
  for (const { path, type, body } of assets) {
    app.get(path, (c) =>
      c.body(body, 200, { 'content-type': type, 'cache-control': `max-age=${assetKeptSeconds}, immutable` }),
    );
  }
  for (const { path, draw } of publicPages) {
    app.get(path, async (c) => {
      const visit = await readVisit(c, parts);
      return answer(c, parts, visit, await draw(parts, visit, c.req.param()));
    });
  }
  for (const { path, act } of publicActions) {
    app.post(path, async (c) => {
      const visit = await readVisit(c, parts);
      return takeForm(c, parts, visit, strangersForm, ({ form }) => act(parts, visit, c.req.param(), form));
    });
  }
  for (const page of pages) app.get(page.path, (c) => respond(c, parts, page));
  for (const action of actions) app.post(action.path, (c) => take(c, parts, action));
  for (const download of downloads) app.get(download.path, (c) => give(c, parts, download));
  app.notFound(async (c) => c.html(await framed(nothing, await readVisit(c, parts), pages), 404));
}

async function respond(c: Context, parts: ReadersParts, page: Page): Promise<Response> {
  const visit = await readVisit(c, parts);
  if (!isSignedIn(visit)) {
    const { pathname, search } = visit.url;
    return c.redirect(`/sign-in?to=${encodeURIComponent(pathname + search)}`, 303);
  }
  const drawn = await page.draw(parts, visit, c.req.param());
  c.header('cache-control', 'private, no-cache');
  return c.html(await framed(drawn ?? nothing, visit, pages), drawn === undefined ? 404 : 200);
}

/** Checks that the viewer may do the action before any of its form is read. */
async function take(c: Context, parts: ReadersParts, action: Action): Promise<Response> {
  const visit = await readVisit(c, parts);
  if (!isSignedIn(visit)) return refuse(c, visit, signedOut, 403);
  if (!mayAct(visit.viewer, action.role)) return refuse(c, visit, `This needs the role ${action.role}.`, 403);
  const limits = limitsOf(c, action);
  const work = () =>
    takeForm(c, parts, visit, limits, ({ form, files }) => action.act(parts, visit, c.req.param(), form, files));
  const length = c.req.header('content-length');
  const isSmall = length !== undefined && Number(length) <= viewersForm.bytes;
  return isSmall || limits === viewersForm ? work() : alone(work);
}

async function takeForm(
  c: Context,
  parts: ReadersParts,
  visit: Arrival,
  limits: BodyLimits,
  act: (sent: Sent) => Promise<Acted | undefined>,
): Promise<Response> {
  const sent = await readOwnForm(c, parts.config.http, limits);
  if ('why' in sent) return refuse(c, visit, sent.why, sent.status);
  const acted = await act(sent).catch(refusalWords);
  return typeof acted === 'string' ? refuse(c, visit, acted, 422) : answer(c, parts, visit, acted);
}

function limitsOf(c: Context, { largestBytes }: Action): BodyLimits {
  if (largestBytes === undefined || !isMultipart(c.req.header('content-type'))) return viewersForm;
  return { bytes: largestBytes };
}

/** Handles one large form at a time, because each takes tens of megabytes of memory. */
const alone = startTurns(1, 'Somebody else is sending a file. Go back and send yours again in a few seconds.');

async function answer(c: Context, parts: ReadersParts, visit: Arrival, acted: Acted | undefined): Promise<Response> {
  if (acted === undefined) return c.html(await framed(nothing, visit, pages), 404);
  for (const [cookie, value] of acted.cookies ?? []) {
    if (value === undefined) endCookie(c, cookie, parts.config.http);
    else giveCookie(c, cookie, value, parts.config.http);
  }
  if (acted.kind === 'done') return c.redirect(acted.see, 303);
  return c.html(await framed(acted.drawn, visit, pages), acted.status ?? 200);
}

const signedOut =
  'You are not signed in any more. Sign in in another tab, then come back here, go back one page ' +
  'and send the form again.';

async function refuse(c: Context, visit: Arrival, why: string, status: Unread['status'] | 422): Promise<Response> {
  const drawn = { title: 'Not done', body: html`<h1>Not done</h1><p>${why}</p>` };
  return c.html(await framed(drawn, visit, pages), status);
}

async function give(c: Context, parts: ReadersParts, download: Download): Promise<Response> {
  const visit = await readVisit(c, parts);
  if (!isSignedIn(visit)) {
    challenge(c, 'page');
    return c.text('Sign in first.\n', 401);
  }
  const content = await download.respond(parts, visit, c.req.param(), c.req.raw.signal).catch(refusalWords);
  if (typeof content === 'string') return refuse(c, visit, content, 422);
  if (content === undefined) return c.text('There is no such page, or you may not see it.\n', 404);
  const { type, body, keptSeconds, saveAs } = content;
  c.header('cache-control', keptSeconds === undefined ? 'private, no-cache' : `private, max-age=${keptSeconds}`);
  if (saveAs !== undefined)
    c.header('content-disposition', `attachment; filename="${saveAs.replace(/[^\w.-]/g, '_')}"`);
  return c.body(typeof body === 'string' ? body : new Uint8Array(body), 200, { 'content-type': type });
}

function refusalWords(error: unknown): string {
  if (error instanceof TipstaffError && error.code.startsWith('usage.')) return error.message;
  throw error;
}

const nothing: Drawn = {
  title: 'Not found',
  body: html`<h1>Not found</h1><p>There is no such page, or you may not see it. <a href="/">Go to Today</a>.</p>`,
};
