import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { makeAccessKey } from '../../src/people/accessKeysTable.ts';
import { hashPassword } from '../../src/people/signIn/attempts.ts';
import { saveUser } from '../../src/people/usersTable.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { serveOffice } from './serveOffice.ts';

const password = 'correct horse battery';
const slackAddress = 'http://127.0.0.1:9/services/T0/B0/hidden-part';
const channel = { type: 'slack', webhookUrl: slackAddress };

it('the database contains no password, session, key, token or secret address in plain text', async () => {
  const { office, url } = await serveOffice({ channels: { counsel: channel, brand: channel, ops: channel } });
  const { store, now } = office;
  office.service.dockets = [docketWith([entryHit(1)])];
  await office.check();
  await saveUser(store.db, {
    name: 'ann',
    role: 'editor',
    matters: undefined,
    confidential: false,
    password: await hashPassword(password),
  });
  const expiresAt = '2030-01-01T00:00:00.000Z';
  const kinds = ['session', 'api', 'feed'] as const;
  const keys = await Promise.all(
    kinds.map((kind) =>
      makeAccessKey(store.db, { kind, userName: 'ann', label: kind, path: '/cases/7001', expiresAt }, now),
    ),
  );
  const form = new URLSearchParams({ name: 'ann', password, to: '/' });
  await fetch(`${url}/sign-in`, { method: 'POST', body: form, redirect: 'manual' });

  const tables = await store.db.introspection.getTables();
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['users', 'access_keys', 'raw_responses']));
  let bytes = Buffer.alloc(0);
  for (const { schema, name } of tables) {
    // On Postgres the tables of the queue have a schema of their own.
    const table = schema === undefined ? sql.id(name) : sql.id(schema, name);
    const { rows } = await sql<Record<string, unknown>>`select * from ${table}`.execute(store.db);
    bytes = Buffer.concat([bytes, ...rows.flatMap((row) => Object.values(row).map(asBytes))]);
  }
  expect(bytes.includes('ann')).toBe(true);
  const secrets = [password, ...keys, 'secret-token', slackAddress, 'hidden-part'];
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
});

function asBytes(value: unknown): Buffer {
  return value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(`${JSON.stringify(value) ?? ''}\n`);
}
