import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { TipstaffError } from '../../base/errors.ts';
import { version } from '../../base/version.ts';
import { sightOf } from '../../people/sight.ts';
import type { PageParts } from '../frame/page.ts';
import { paging } from '../lists/list.ts';
import { type Endpoint, endpoints } from '../pages.ts';
import { challenge, readViewer, type VisitParts } from '../visit/visit.ts';

export function openApi(endpoints: readonly Endpoint[]): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tipstaff',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Tipstaff', url: 'https://github.com/tipstaff/tipstaff/issues' },
      description:
        'Everything that the pages show. Lists come in parts: to get the next part, send the `next` of the last one ' +
        'as `cursor`.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ key: [] }],
    tags: endpoints.map(({ name, summary }) => ({ name, description: summary })),
    paths: Object.fromEntries(endpoints.map((endpoint) => [`/${endpoint.name}`, { get: operationOf(endpoint) }])),
    components: {
      schemas: Object.fromEntries(endpoints.map(({ name, item }) => [name, schemaOf(item)])),
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'to make a key: tipstaff users key NAME' },
      },
    },
  };
}

const onParts =
  'A part has at most `limit` items. To get the next part, send `next` as `cursor`. An item that exists at the ' +
  'beginning comes exactly once, even if items change meanwhile.';

function operationOf({ name, summary, query }: Endpoint): object {
  const { properties = {} } = schemaOf(query.extend(paging.shape));
  const refused = (description: string) => ({
    description,
    content: { 'application/json': { schema: schemaOf(refusal) } },
  });
  return {
    operationId: `list-${name}`,
    summary,
    description: `${summary} ${onParts}`,
    tags: [name],
    parameters: Object.entries(properties as Record<string, { description?: string }>).map(
      ([parameter, { description, ...schema }]) => ({ name: parameter, in: 'query', description, schema }),
    ),
    responses: {
      200: { description: 'A part of the list.', content: { 'application/json': { schema: partSchema(name) } } },
      304: { description: 'Nothing changed since the ETag that `If-None-Match` names.' },
      400: refused('A parameter is wrong.'),
      401: refused('No key, an expired key, or a key for other lists.'),
    },
  };
}

function partSchema(name: string): object {
  return {
    type: 'object',
    required: ['items', 'next'],
    properties: {
      items: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
      next: {
        type: ['string', 'null'],
        description: 'the cursor of the next part; null in the last part, except of changes',
      },
    },
  };
}

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

function schemaOf(schema: z.ZodObject): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

/** Serves the API, which is read-only. A request needs a session or `Authorization: Bearer KEY`. */
export function serveApi(app: Hono, parts: PageParts & VisitParts): void {
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

async function respond(c: Context, parts: PageParts & VisitParts, endpoint: Endpoint): Promise<Response> {
  const now = parts.clock();
  const viewer = await readViewer(c, parts, now);
  if (viewer === undefined) {
    challenge(c, 'api');
    return refuse(
      c,
      401,
      'api.key',
      'Send Authorization: Bearer KEY with a valid key for this list. To make a key: tipstaff users key NAME.',
    );
  }
  const asked = z.strictObject({ ...endpoint.query.shape, ...paging.shape }).safeParse(c.req.query());
  if (!asked.success) return refuse(c, 400, 'api.parameter', z.prettifyError(asked.error).replace(/\s*\n\s*/g, ' '));
  const listed = await endpoint
    .list(parts, { viewer, sight: sightOf(parts.wholeConfig, viewer), now }, asked.data)
    .catch(refusalOf);
  if (listed instanceof TipstaffError) return refuse(c, 400, listed.code, listed.message);
  const { items, next = null } = listed;
  c.header('cache-control', 'private, no-cache');
  return c.json({ items, next });
}

function refusalOf(error: unknown): TipstaffError {
  if (error instanceof TipstaffError && error.code === 'api.parameter') return error;
  throw error;
}

function refuse(c: Context, status: 400 | 401 | 404 | 405, code: string, message: string): Response {
  return c.json({ error: { code, message } }, status);
}
