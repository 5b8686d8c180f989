import { join } from 'node:path';
import { inject } from 'vitest';
import { ask, urlOf } from '../postgres/setup.ts';

const postgres = inject('postgres');

/** Whether this run is that of the project `postgres`. What is about a file, its locks or SQLite's plans is skipped there. */
export const onPostgres = postgres !== undefined;

let databases = 0;

/** A new database for `openStore`: a file in the folder, or on Postgres a copy of the one that is up to date. */
export async function newDatabase(folder: string): Promise<string> {
  if (postgres === undefined) return join(folder, 'tipstaff.db');
  if (postgres === 'none') throw new Error('there is no Postgres');
  databases += 1;
  const name = `${postgres.template.replace(/template$/, '')}${process.pid}_${process.env.VITEST_POOL_ID}_${databases}`;
  await ask(postgres.url, `create database ${name} template ${postgres.template}`);
  return urlOf(postgres.url, name);
}

/** Once nobody has it open. A file goes with its folder. */
export async function dropDatabase(database: string): Promise<void> {
  if (postgres === undefined || postgres === 'none') return;
  await ask(postgres.url, `drop database ${new URL(database).pathname.slice(1)} with (force)`);
}
