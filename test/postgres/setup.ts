import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openStore } from '../../src/store/openStore.ts';
import { knowsHowToClean } from './howToClean.ts';
import { startServer } from './server.ts';

/** Where a test finds its Postgres. */
export interface PostgresOfTests {
  /** The address of a database from which others can be created. */
  readonly url: string;
  /** A database with an up-to-date schema, to be copied. */
  readonly template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresOfTests | 'none';
  }
}

/** The names of this run's databases begin with it. A killed earlier run had another number. */
const prefix = `tipstaff_test_${process.pid}_`;

/**
 * Finds a Postgres for the project `postgres`: that of TEST_DATABASE_URL, whose user creates and drops databases, or
 * its own. Without one the tests are skipped with a message. POSTGRES=required, as in the gate, makes that an error.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const own = process.env.TEST_DATABASE_URL ? undefined : await startServer({ autovacuum: 'off' });
  const url = process.env.TEST_DATABASE_URL || own?.url;
  if (url === undefined) {
    const words = 'NOT RUN: the tests on Postgres. Install it (apt-get install postgresql) or set TEST_DATABASE_URL.';
    if (process.env.POSTGRES === 'required') throw new Error(words);
    process.stderr.write(`\n${words}\n\n`);
    project.provide('postgres', 'none');
    return undefined;
  }
  const template = `${prefix}template`;
  await ask(url, `create database ${template} template template0 ${await hostileLocale(url)}`);
  const store = await openStore(urlOf(url, template));
  // pg-boss creates its tables with the first work.
  await store.queue.releaseDead();
  await store.close();
  await ask(urlOf(url, template), testClock);
  await ask(urlOf(url, template), knowsHowToClean);
  project.provide('postgres', { url, template });
  return async () => {
    if (own === undefined) await dropAll(url);
    else await own.stop();
  };
}

/**
 * pg-boss uses the server's time. Here it uses the time of the test that claims (test/store/database.ts), if there is
 * one. In neither time has it looked for dead processes yet.
 */
const testClock = `create table pgboss.test_clock (at timestamptz);
  insert into pgboss.test_clock values (null);
  create or replace function pgboss.job_now() returns timestamptz language sql stable as
    'select coalesce((select at from pgboss.test_clock), now())';
  update pgboss.queue set monitor_on = null, monitor_claim_on = null, maintain_on = null`;

/** A locale that does not sort by bytes: what sorts correctly here does so everywhere. Postgres 14 has none. */
async function hostileLocale(url: string): Promise<string> {
  const { rows } = await ask(url, `select current_setting('server_version_num')::integer >= 150000 as knows`);
  return rows[0]?.knows ? `locale_provider icu icu_locale 'en-US' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'` : '';
}

async function dropAll(url: string): Promise<void> {
  const { rows } = await ask(url, `select datname from pg_database where datname like '${prefix}%'`);
  for (const { datname } of rows) await ask(url, `drop database ${datname} with (force)`);
}

/** Runs one statement on a connection of its own. */
export async function ask(url: string, statement: string): Promise<pg.QueryResult<Record<string, string>>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns the address of another database on the same server. */
export function urlOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
