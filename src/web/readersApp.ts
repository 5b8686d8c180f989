import { type Context, Hono } from 'hono';
import { serveApi } from './api/serveApi.ts';
import type { WebParts } from './app.ts';
import { respondIfNew } from './conditional.ts';
import { dateFeed } from './dateFeed.ts';
import { servePages } from './servePages.ts';
import { readVisit } from './visit/readVisit.ts';
import { visibleWatches } from './visit/viewer.ts';
import { watchFeed } from './watchFeed.ts';

/** What people and their programs read: feeds, the API and the pages. Errors are left to the app around it. */
export function createReadersApp(parts: WebParts): Hono {
  const app = new Hono();
  app.get('/feeds/:file{.+\\.atom}', async (c) => {
    const watchId = c.req.param('file').slice(0, -'.atom'.length);
    if (!(await maySee(c, parts, watchId))) return c.text('Sign in, or send a key.\n', 401);
    const feed = await watchFeed(parts.store, parts.config, watchId);
    if (feed === undefined) return c.text('The config has no such watch.\n', 404);
    const contentType = 'application/atom+xml; charset=utf-8';
    return respondIfNew(c, { body: feed.xml, contentType, updated: feed.updated });
  });
  app.get('/feeds/:file{.+\\.ics}', async (c) => {
    const name = c.req.param('file').slice(0, -'.ics'.length);
    if (!(await maySee(c, parts, name))) return c.text('Sign in, or send a key.\n', 401);
    const feed = await dateFeed(parts.store, parts.config, name, parts.clock());
    if (feed === undefined) return c.text('The config has no such watch or channel.\n', 404);
    // Every event says when the feed was made, which is no news.
    const meaning = feed.replace(/^DTSTAMP:.*$/gm, '');
    return respondIfNew(c, { body: feed, contentType: 'text/calendar; charset=utf-8', meaning });
  });
  serveApi(app, parts);
  servePages(app, parts);
  app.onError((error) => {
    throw error;
  });
  return app;
}

/** Whether the viewer may read a feed: that of a watch of theirs, or of a channel where they may see every matter. */
async function maySee(c: Context, parts: WebParts, name: string): Promise<boolean> {
  const { viewer } = await readVisit(c, parts);
  if (viewer === undefined) return false;
  const isWatch = parts.config.watches.some((watch) => watch.id === name);
  if (!isWatch) return viewer.matters === 'all';
  return visibleWatches(parts.config.watches, viewer).some((one) => one.watch.id === name);
}
