import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { z } from 'zod';
import { payloadSchema } from '../../../src/channels/webhook/payloadSchema.ts';

export const schemaFile = resolve(import.meta.dirname, '../../../docs/webhook.schema.json');

/** The schema as it is published: a receiver must accept properties that it does not know. */
export function publishedSchema(): object {
  return z.toJSONSchema(payloadSchema, { io: 'input' });
}

/** A payload keeps to the published schema, and has no property that it does not describe. */
export function expectToFitSchema(payload: unknown): void {
  for (const validate of validators()) {
    validate(payload);
    expect(validate.errors ?? []).toEqual([]);
  }
}

let made: ValidateFunction[] | undefined;

function validators(): ValidateFunction[] {
  made ??= [JSON.parse(readFileSync(schemaFile, 'utf8')), z.toJSONSchema(payloadSchema)].map((schema) =>
    new Ajv2020({ strict: true, strictTypes: false }).compile(schema),
  );
  return made;
}
