import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { z } from 'zod';
import { payloadSchema } from '../../../../src/alerts/channels/webhookSchema.ts';

export const schemaFile = resolve(import.meta.dirname, '../../../../docs/webhook.schema.json');

/** The schema as it is published: a receiver must accept properties that it does not know. */
export function publishedSchema(): object {
  return z.toJSONSchema(payloadSchema, { io: 'input' });
}

/** A payload keeps to the schema, and has no property that it does not describe: so it keeps to the published one, which lets others be. */
export function expectToFitSchema(payload: unknown): void {
  strict ??= compile(z.toJSONSchema(payloadSchema));
  strict(payload);
  expect(strict.errors ?? []).toEqual([]);
}

let strict: ValidateFunction | undefined;

export function compile(schema: object): ValidateFunction {
  return new Ajv2020({ strict: true, strictTypes: false }).compile(schema);
}
