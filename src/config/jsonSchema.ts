import { z } from 'zod';
import { channelTypes, kindOf } from './channels.ts';
import { nudgeSchemas } from './readNudges.ts';
import { defaultsSchema, serviceSchema, settingsSchema } from './settingsSchema.ts';
import { designFields, docketFields, watchSchema } from './watchSchema.ts';

type JsonSchema = { [key: string]: unknown };

/** Returns a schema that refuses nothing that is accepted. `tipstaff validate` also checks rules across fields. */
export function jsonSchema(): JsonSchema {
  const top = part(settingsSchema);
  const watch = part(watchSchema);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'watches.yaml of Tipstaff',
    ...withProperties(top, {
      service: part(serviceSchema),
      defaults: part(defaultsSchema),
      channels: oneOfTypes(channelTypes.map((type) => [type, kindOf(type).schema])),
      nudges: oneOfTypes(Object.entries(nudgeSchemas)),
      watches: {
        type: 'array',
        items: {
          ...withProperties(watch, { dockets: part(docketFields), designs: part(designFields) }),
          required: ['id'],
        },
      },
    }),
  };
}

function oneOfTypes(schemas: readonly (readonly [type: string, schema: z.ZodType])[]): JsonSchema {
  const each = schemas.map(([type, schema]) => {
    return { ...withProperties(part(schema), { type: { const: type } }), required: ['type'] };
  });
  return { type: 'object', additionalProperties: { anyOf: each } };
}

function withProperties(schema: JsonSchema, properties: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...(schema.properties as JsonSchema), ...properties } };
}

/** Requires nothing, because the environment and `defaults` fill in what is left out. */
function part(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema: made }) => {
      const json = made as JsonSchema;
      delete json.required;
      delete json.default;
      if (json.type !== 'array') return;
      const { type, items = {} } = json;
      for (const key of Object.keys(json)) delete json[key];
      json.anyOf = [items, { type, items }];
    },
  });
  return made;
}
