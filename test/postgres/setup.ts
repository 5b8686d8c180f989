import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openStore } from '../../src/store/openStore.ts';
import { knowsHowToClean } from './howToClean.ts';
import { startServer } from './server.ts';

/** Where a test finds its Postgres. */
export interface PostgresOfTests {
  /** Of a database from which others can be made. */
  readonly url: string;
  /** A database whose schema is up to date, to be copied. */
  readonly template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresOfTests | 'none';
  }
}

/** Databases of one run; what an earlier run that was killed left behind has another number. */
const prefix = `tipstaff_test_${process.pid}_`;

/**
 * Finds a Postgres for the project `postgres`: TEST_DATABASE_URL, whose user makes and drops databases, else one of its own. Without
 * one the tests are skipped and said to be; with POSTGRES=required, as in the gate, that is an error.
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
  // pg-boss makes its tables with the first work.
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
 * pg-boss takes the server's time for now; here that of the test that claims (test/store/database.ts), and the server's until one
 * does. By either of them nobody has looked for the dead yet.
 */
const testClock = `create table pgboss.test_clock (at timestamptz);
  insert into pgboss.test_clock values (null);
  create or replace function pgboss.job_now() returns timestamptz language sql stable as
    'select coalesce((select at from pgboss.test_clock), now())';
  update pgboss.queue set monitor_on = null, monitor_claim_on = null, maintain_on = null`;

/** Words and cases in another order than their bytes: what sorts rightly here sorts rightly anywhere. Postgres 14 cannot. */
async function hostileLocale(url: string): Promise<string> {
  const { rows } = await ask(url, `select current_setting('server_version_num')::integer >= 150000 as knows`);
  return rows[0]?.knows ? `locale_provider icu icu_locale 'en-US' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'` : '';
}

async function dropAll(url: string): Promise<void> {
  const { rows } = await ask(url, `select datname from pg_database where datname like '${prefix}%'`);
  for (const { datname } of rows) await ask(url, `drop database ${datname} with (force)`);
}

/** One statement on a connection of its own. */
export async function ask(url: string, statement: string): Promise<pg.QueryResult<Record<string, string>>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address of another database of the same server. */
export function urlOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
