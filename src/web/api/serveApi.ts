import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { TipstaffError } from '../../errors.ts';
import { respondIfNew } from '../../pages/conditional.ts';
import { paging } from '../../pages/lists/parts.ts';
import { challenge, readViewer, type VisitParts } from '../../pages/visit/readVisit.ts';
import { type Endpoint, endpoints } from '../listings.ts';
import { openApi } from './openApi.ts';

/** `/api/v1`: the lists, and the document that describes them. Read only; a request needs a session or `Authorization: Bearer KEY`. */
export function serveApi(app: Hono, parts: VisitParts): void {
  const document = openApi(endpoints);
  app.get('/api/v1/openapi.json', (c) => c.json(document));
  for (const endpoint of endpoints) app.get(`/api/v1/${endpoint.name}`, (c) => respond(c, parts, endpoint));
  for (const name of ['openapi.json', ...endpoints.map((endpoint) => endpoint.name)]) {
    app.all(`/api/v1/${name}`, (c) => {
      c.header('allow', 'GET, HEAD');
      return refuse(c, 405, 'api.method', `The API is for reading: only GET, not ${c.req.method}.`);
    });
  }
  app.all('/api/*', (c) => refuse(c, 404, 'api.unknown', 'There is no such address; see /api/v1/openapi.json.'));
}

async function respond(c: Context, parts: VisitParts, endpoint: Endpoint): Promise<Response> {
  const now = parts.clock();
  const viewer = await readViewer(c, parts, now);
  if (viewer === undefined || viewer.guest) {
    challenge(c, 'api');
    return refuse(c, 401, 'api.key', 'Send Authorization: Bearer KEY; tipstaff users key NAME makes one.');
  }
  const asked = z.strictObject({ ...endpoint.query.shape, ...paging.shape }).safeParse(c.req.query());
  if (!asked.success) return refuse(c, 400, 'api.parameter', z.prettifyError(asked.error).replace(/\s*\n\s*/g, ' '));
  const listed = await endpoint.list(parts, { viewer, now }, asked.data).catch(refusalOf);
  if (listed instanceof TipstaffError) return refuse(c, 400, listed.code, listed.message);
  const { items, next = null } = listed;
  const body = `${JSON.stringify({ items, next })}\n`;
  return respondIfNew(c, { body, contentType: 'application/json; charset=utf-8', updated: now.toISOString() });
}

/** What is wrong with the request; any other error is ours. */
function refusalOf(error: unknown): TipstaffError {
  if (error instanceof TipstaffError && error.code === 'api.parameter') return error;
  throw error;
}

function refuse(c: Context, status: 400 | 401 | 404 | 405, code: string, message: string): Response {
  return c.json({ error: { code, message } }, status);
}
