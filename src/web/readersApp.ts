import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { type Sight, sightOf } from '../people/sight.ts';
import { whoSubscribed } from '../people/signIn/whoLooks.ts';
import type { Reload } from '../store/processes.ts';
import type { Store } from '../store/store.ts';
import { serveApi } from './api/openApi.ts';
import { respondIfNew } from './frame/ownForm.ts';
import type { PageParts } from './frame/page.ts';
import type { Metrics } from './metrics.ts';
import { dateFeed, mayReadFeed } from './pages/calendar/subscribe.ts';
import type { KnownHere } from './readiness.ts';
import { servePages } from './servePages.ts';
import { challenge, noteViewer, readViewer } from './visit/readVisit.ts';
import { watchFeed } from './watchFeed.ts';

export type ReadersParts = WebParts & PageParts;

export interface WebParts {
  readonly store: Store;
  readonly config: Config;
  readonly metrics: Metrics;
  readonly pictures?: PageParts['pictures'];
  readonly preview?: PageParts['preview'];
  /** The config in force, where that is another process's newer one. */
  readonly newerConfig?: KnownHere['newerConfig'];
  readonly missingRoles?: KnownHere['missingRoles'];
  /** What became of the last attempt to take another config; undefined: there was none. */
  readonly lastReload?: (() => Reload | undefined) | undefined;
  /** False: health and metrics only. Default true. */
  readonly pages?: boolean | undefined;
  readonly clock: () => Date;
  readonly log: Logger;
}

/** What people and their programs read: feeds, the API and the pages. Errors are left to the app around it. */
export function createReadersApp(parts: ReadersParts): Hono {
  const app = new Hono();
  app.use(compressed());
  for (const path of ['/feeds/:file{[^/]+\\.(atom|ics)}', '/feeds/:key/:file{[^/]+\\.(atom|ics)}']) {
    app.get(path, (c) => giveFeed(c, parts));
  }
  serveApi(app, parts);
  servePages(app, parts);
  app.onError((error) => {
    throw error;
  });
  return app;
}

/** For whoever is signed in, sends a key, or asks at a secret address, which opens this feed alone. */
async function giveFeed(c: Context, parts: ReadersParts): Promise<Response> {
  const file = c.req.param('file') ?? '';
  const key = c.req.param('key');
  const now = parts.clock();
  const viewer = key === undefined ? await readViewer(c, parts, now) : await bySecretAddress(c, parts, key, file, now);
  if (viewer === undefined && key !== undefined) return c.text('This address opens nothing, or no longer.\n', 404);
  const sight = viewer && sightOf(parts.wholeConfig, viewer);
  if (viewer === undefined || sight === undefined || !mayReadFeed(viewer, sight, nameOf(file))) {
    challenge(c, 'feed');
    return c.text('Sign in, or send a key.\n', 401);
  }
  return file.endsWith('.atom') ? giveNews(c, parts, sight, nameOf(file)) : giveDates(c, parts, sight, nameOf(file));
}

/** `widget` of `widget.atom`. */
function nameOf(file: string): string {
  return file.replace(/\.(atom|ics)$/, '');
}

async function bySecretAddress(c: Context, parts: WebParts, key: string, file: string, now: Date) {
  const viewer = await whoSubscribed(parts, key, `/feeds/${file}`, now);
  if (viewer !== undefined) noteViewer(c, viewer);
  return viewer;
}

async function giveNews(c: Context, parts: WebParts, { config }: Sight, watchId: string): Promise<Response> {
  const feed = await watchFeed(parts.store, config, watchId);
  if (feed === undefined) return c.text('The config has no such watch.\n', 404);
  const contentType = 'application/atom+xml; charset=utf-8';
  return respondIfNew(c, { body: feed.xml, contentType, updated: feed.updated });
}

async function giveDates(c: Context, parts: WebParts, { config }: Sight, name: string): Promise<Response> {
  const feed = await dateFeed(parts.store, config, name, parts.clock());
  if (feed === undefined) return c.text('The config has no such watch, channel or matter.\n', 404);
  // Every event says when the feed was made, which is no news.
  const meaning = feed.replace(/^DTSTAMP:.*$/gm, '');
  return respondIfNew(c, { body: feed, contentType: 'text/calendar; charset=utf-8', meaning });
}

/**
 * Compresses pages, feeds and the API for whoever accepts it, but no response that may contain a secret beside what the
 * request said. Who can make a reader's browser ask for such a page again and again, and sees how long the responses
 * are, could guess the secret letter by letter (BREACH). Pages contain the token of their forms and what is
 * confidential, and show again what their query and the body of a form say: so only pages that were asked for without
 * both are compressed. A list of the API repeats nothing of its query, and a browser sends the key of a program by
 * itself to nobody.
 */
export function compressed(): MiddlewareHandler {
  const compressing = compress();
  return (c, next) => (repeatsNothing(c) ? compressing(c, next) : next());
}

function repeatsNothing(c: Context): boolean {
  if (c.req.method !== 'GET') return false;
  const { pathname, search } = new URL(c.req.url);
  return search === '' || (pathname.startsWith('/api/') && /^Bearer /i.test(c.req.header('authorization') ?? ''));
}
