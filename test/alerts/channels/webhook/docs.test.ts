import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { renderJson } from '../../../../src/alerts/channels/webhook.ts';
import { newCase } from './newCase.ts';
import { compile, publishedSchema, schemaFile } from './schemas.ts';

const page = resolve(import.meta.dirname, '../../../../docs/webhook.md');
const example = /(?<=\n```json\n)[\s\S]*?(?=\n```)/;

it('docs/webhook.schema.json is the schema of what the code sends (UPDATE_DOCS=1 writes the file)', () => {
  const schema = `${JSON.stringify(publishedSchema(), null, 2)}\n`;
  if (process.env.UPDATE_DOCS) writeFileSync(schemaFile, schema);
  expect(readFileSync(schemaFile, 'utf8')).toBe(schema);
});

it('the example in docs/webhook.md is what a receiver of that alert gets', () => {
  const payload = renderJson(newCase);
  const text = readFileSync(page, 'utf8');
  if (process.env.UPDATE_DOCS)
    writeFileSync(
      page,
      text.replace(example, () => JSON.stringify(payload, null, 2)),
    );
  expect(JSON.parse(example.exec(readFileSync(page, 'utf8'))?.[0] ?? '')).toEqual(JSON.parse(JSON.stringify(payload)));
  const fits = compile(publishedSchema());
  expect(fits(JSON.parse(JSON.stringify(payload))), JSON.stringify(fits.errors)).toBe(true);
});
