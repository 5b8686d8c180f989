import { z } from 'zod';
import { paging } from '../../pages/lists/parts.ts';
import { version } from '../../version.ts';
import type { Endpoint } from '../listings.ts';

/** The OpenAPI 3.1 document of the API, made of the same schemas by which requests are read. */
export function openApi(endpoints: readonly Endpoint[]): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tipstaff',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Tipstaff', url: 'https://github.com/tipstaff/tipstaff/issues' },
      description:
        'Everything that the pages show. Lists come in parts: to get the next part, send the `next` of the last one as `cursor`.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ key: [] }],
    tags: endpoints.map(({ name, summary }) => ({ name, description: summary })),
    paths: Object.fromEntries(endpoints.map((endpoint) => [`/${endpoint.name}`, { get: operationOf(endpoint) }])),
    components: {
      schemas: Object.fromEntries(endpoints.map(({ name, item }) => [name, schemaOf(item)])),
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'tipstaff users key NAME makes one' } },
    },
  };
}

const onParts =
  'A part has at most `limit` items; the `next` of one is the `cursor` of the next. What is there at the beginning comes once, whatever changes while it is read.';

function operationOf({ name, summary, query }: Endpoint): object {
  const { properties = {} } = schemaOf(query.extend(paging.shape));
  const refused = (description: string) => ({ description, content: { 'application/json': { schema: errorSchema } } });
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
      401: refused('No key, or one that has expired.'),
    },
  };
}

function partSchema(name: string): object {
  return {
    type: 'object',
    required: ['items', 'next'],
    properties: {
      items: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
      next: { type: ['string', 'null'], description: 'the cursor of the next part; null: this is the last one' },
    },
  };
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string' }, message: { type: 'string' } },
    },
  },
};

function schemaOf(schema: z.ZodObject): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
