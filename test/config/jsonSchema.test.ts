import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { jsonSchema } from '../../src/config/jsonSchema.ts';
import { load } from './workspace.ts';

const root = resolve(import.meta.dirname, '../..');
const shipped = readFileSync(resolve(root, 'watches.yaml'), 'utf8');
const editor = z.fromJSONSchema(jsonSchema() as Parameters<typeof z.fromJSONSchema>[0]);

it('the committed JSON Schema equals the one that the program prints (UPDATE_SCHEMA=1 writes it)', () => {
  const file = resolve(root, 'watches.schema.json');
  if (process.env.UPDATE_SCHEMA) writeFileSync(file, `${JSON.stringify(jsonSchema(), undefined, 2)}\n`);
  const committed = readFileSync(file, 'utf8');
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(jsonSchema())));
  expect(shipped.split('\n')[0]).toBe('# yaml-language-server: $schema=./watches.schema.json');
});

const more = `
service: { baseUrl: sandbox, timeoutSeconds: "\${SECONDS:-60}" }
budget: { perDay: 2000 }
channels:
  ops: { type: email, smtpUrl: smtp://127.0.0.1:1025, from: a@example.com, to: [b@example.com], calendar: true }
operators: ops
watches:
  - id: 42
    matter: 0042
    dockets: { patentNumber: [6834603, "7,654,321"], court: [ded, EDTX], wholeWord: true }
    report: { entries: [order], exclude: [seal] }
    tell: [docket.new, entry.new]
    notify: ops
    urgent: "\${URGENT:-true}"
  - id: classes
    designs: { source: [HAGUE, EUIPO], locarno: [09, "07-01"], registered: 2024 }
    notify: []
`;

it.each([
  ['the file that comes with Tipstaff', shipped],
  ['lists, numbers, flags and variables', more],
])('the JSON Schema accepts what the program accepts: %s', (_name, text) => {
  expect(load(text, { TIPSTAFF_TOKEN: 'sandbox' }).watches.length).toBeGreaterThan(0);
  expect(editor.safeParse(parseYaml(text)).error).toBeUndefined();
});

it.each([
  ['a mistyped key', 'watches: [{ id: a, scheduel: daily }]'],
  ['a kind of change that is none', 'watches: [{ id: a, tell: [docket.nwe] }]'],
  ['a flag in other words', 'watches: [{ id: a, urgent: yes }]'],
  ['a number out of range', 'http: { port: 70000 }'],
  ['a key of another search', 'watches: [{ id: a, dockets: { holder: Rival } }]'],
])('the JSON Schema rejects %s', (_name, text) => {
  expect(editor.safeParse(parseYaml(text)).success).toBe(false);
});
