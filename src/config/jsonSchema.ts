import { z } from 'zod';
import { channelTypes, kindOf } from './channels.ts';
import { type FieldHints, fieldHints } from './fields/fields.ts';
import { nudgeSchemas } from './readNudges.ts';
import { defaultsSchema, serviceSchema, settingsSchema } from './settingsSchema.ts';
import { designFields, docketFields, watchSchema } from './watchSchema.ts';

type JsonSchema = { [key: string]: unknown };

/** The beginning of a value from the environment. */
const variable = '\\$\\{';

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
    override: ({ zodSchema, jsonSchema: made }) => {
      const json = made as JsonSchema;
      delete json.required;
      delete json.default;
      const hints = zodSchema instanceof z.ZodString ? fieldHints.get(zodSchema) : undefined;
      if (hints !== undefined) replace(json, scalar(hints, json.description));
      else if (json.type === 'array')
        replace(json, { anyOf: [json.items ?? {}, { type: 'array', items: json.items ?? {} }] });
    },
  });
  return made;
}

/** YAML parses digits as numbers, but Tipstaff reads scalars as text. */
function scalar(
  { scalar: kind = 'text', values, examples, least, most }: FieldHints,
  description: unknown,
): JsonSchema {
  switch (kind) {
    case 'flag':
      return { description, type: ['boolean', 'string'], pattern: `^(${variable}|true$|false$)` };
    case 'number':
      return {
        description,
        type: ['number', 'string'],
        minimum: least,
        maximum: most,
        pattern: `^(${variable}|[-0-9])`,
      };
    case 'text':
      return values === undefined
        ? { description, type: ['string', 'number', 'boolean'], ...(examples && { examples }) }
        : { description, anyOf: [{ enum: values }, { type: 'string', pattern: variable }] };
  }
}

function replace(json: JsonSchema, by: JsonSchema): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, by);
}
