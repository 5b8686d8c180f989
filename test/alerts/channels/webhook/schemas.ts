import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { z } from 'zod';
import { payloadSchema } from '../../../../src/alerts/channels/webhookSchema.ts';

export const schemaFile = resolve(import.meta.dirname, '../../../../docs/webhook.schema.json');

/** Returns the published schema, in which a receiver must accept unknown properties. */
export function publishedSchema(): object {
  return z.toJSONSchema(payloadSchema, { io: 'input' });
}

/** Checks a payload against the schema without unknown properties, which is stricter than the published schema. */
export function expectToFitSchema(payload: unknown): void {
  strict ??= compile(z.toJSONSchema(payloadSchema));
  strict(payload);
  expect(strict.errors ?? []).toEqual([]);
}

let strict: ValidateFunction | undefined;

export function compile(schema: object): ValidateFunction {
  return new Ajv2020({ strict: true, strictTypes: false }).compile(schema);
}
