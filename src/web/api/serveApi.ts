import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { respondIfNew } from '../conditional.ts';
import { readVisit, type VisitParts } from '../visit/readVisit.ts';
import { type Endpoint, paging } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { openApi } from './openApi.ts';

/** `/api/v1`: the lists, and the document that describes them. Read only; a request needs a session or `Authorization: Bearer KEY`. */
export function serveApi(app: Hono, parts: VisitParts): void {
  const document = openApi(endpoints);
  app.get('/api/v1/openapi.json', (c) => c.json(document));
  for (const endpoint of endpoints) app.get(`/api/v1/${endpoint.name}`, (c) => respond(c, parts, endpoint));
  app.all('/api/*', (c) => refuse(c, 404, 'api.unknown', 'There is no such address; see /api/v1/openapi.json.'));
}

async function respond(c: Context, parts: VisitParts, endpoint: Endpoint): Promise<Response> {
  const { viewer, now } = await readVisit(c, parts);
  if (viewer === undefined || viewer.guest) {
    return refuse(c, 401, 'api.key', 'Send Authorization: Bearer KEY; tipstaff users key NAME makes one.');
  }
  const asked = z.strictObject({ ...endpoint.query.shape, ...paging.shape }).safeParse(c.req.query());
  if (!asked.success) return refuse(c, 400, 'api.parameter', z.prettifyError(asked.error).replace(/\s*\n\s*/g, ' '));
  const { items, next = null } = await endpoint.list(parts, { viewer, now }, asked.data);
  const body = `${JSON.stringify({ items, next })}\n`;
  return respondIfNew(c, { body, contentType: 'application/json; charset=utf-8', updated: now.toISOString() });
}

function refuse(c: Context, status: 400 | 401 | 404, code: string, message: string): Response {
  return c.json({ error: { code, message } }, status);
}
