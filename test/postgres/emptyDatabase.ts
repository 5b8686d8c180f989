import { inject, onTestFinished } from 'vitest';
import { dropDatabase } from '../store/database.ts';
import { ask, urlOf } from './setup.ts';

let made = 0;

/** Makes a database without tables, which is dropped after the test. @param statements fill it */
export async function emptyDatabase(statements: readonly string[] = []): Promise<string> {
  const postgres = inject('postgres');
  if (postgres === 'none') throw new Error('there is no Postgres');
  made += 1;
  const name = `${postgres.template.replace(/template$/, '')}${process.pid}_${process.env.VITEST_POOL_ID}_empty${made}`;
  await ask(postgres.url, `create database ${name} template template0`);
  const database = urlOf(postgres.url, name);
  onTestFinished(() => dropDatabase(database));
  for (const statement of statements) await ask(database, statement);
  return database;
}
