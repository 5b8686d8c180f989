import { ask, type PostgresOfTests, urlOf } from './setup.ts';

/** Copies of the template that were cleaned after a test: a copy costs the server a third of a second, to clean one a tenth of that. */
const clean: string[] = [];
const ofTemplate = new Set<string>();
let made = 0;

/** A database as the template is, from this process' earlier tests if there is one. */
export async function takeDatabase(postgres: PostgresOfTests): Promise<string> {
  const database = clean.pop() ?? (await copyOnServer(postgres, postgres.template));
  ofTemplate.add(database);
  return database;
}

export async function copyOnServer({ url, template }: PostgresOfTests, from: string): Promise<string> {
  made += 1;
  const name = `${template.replace(/template$/, '')}${process.pid}_${process.env.VITEST_POOL_ID}_${made}`;
  // By its files: page by page through the log takes five times as long.
  await ask(url, `create database ${name} template ${from} strategy file_copy`);
  return urlOf(url, name);
}

/** Once nobody has it open. One whose tables a test changed is dropped. */
export async function giveBack({ url }: PostgresOfTests, database: string): Promise<void> {
  if (ofTemplate.has(database)) {
    const { rows } = await ask(database, 'select tests.clean() as is_clean');
    if (rows[0]?.is_clean) {
      clean.push(database);
      return;
    }
  }
  await ask(url, `drop database ${new URL(database).pathname.slice(1)} with (force)`);
}
