import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { docketHit, entryHit } from '../check/hits.ts';
import { jsonLines, openMachine } from '../e2e/machine.ts';
import { eventually } from '../eventually.ts';
import { emptyDatabase } from './emptyDatabase.ts';
import { ask } from './setup.ts';

const password = 's3cret-of-postgres';

/** Opens a machine with its state on Postgres, whose address and password are in a file. Keeps all output. */
async function machineOnPostgres(settings: Readonly<Record<string, unknown>> = {}) {
  const database = await emptyDatabase();
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the program fills it in
  const machine = await openMachine({ database: '${TIPSTAFF_DATABASE}', ...settings });
  const address = new URL(database);
  address.password = password;
  const secret = join(machine.folder, 'database-url');
  writeFileSync(secret, address.href);
  machine.service.dockets = [docketHit({ entries: [entryHit(1)] })];
  const said: string[] = [];
  const run = async (args: readonly string[], options?: Parameters<typeof machine.run>[1]) => {
    const ran = await machine.run(args, { ...options, env: { TIPSTAFF_DATABASE_FILE: secret } });
    said.push(ran.stdout, ran.stderr);
    return ran;
  };
  return { machine, database, run, said };
}

it('every command works on Postgres as on a file, and none shows the password', async () => {
  const { machine, run, said } = await machineOnPostgres();
  expect(await run(['validate'])).toMatchObject({ code: 0 });
  expect((await run(['validate', '--show'])).stdout).toContain('"database": "postgres://');
  expect((await run(['migrate'])).stdout).toMatch(/^postgres:\/\/\S+: applied 0001_baseline/);
  expect(await run(['check'])).toMatchObject({ code: 0 });
  machine.service.dockets = [docketHit({ entries: [entryHit(1), entryHit(2)] })];
  const checked = jsonLines((await run(['check', '--json'])).stdout);
  expect(checked).toMatchObject([
    { watch: 'widget-patent', outcome: 'complete', changes: 1 },
    { watch: 'rival-bottles' },
  ]);
  expect(machine.newMails().map((mail) => mail.to)).toContain('litigation@example.com');
  const [change] = jsonLines((await run(['changes', '--json'])).stdout);
  expect(change).toMatchObject({ id: 1, kind: 'entry.new', watches: ['widget-patent'] });
  for (const args of [
    ['status'],
    ['plan'],
    ['alerts'],
    ['alerts', 'show', '1'],
    ['explain', '1'],
    ['credits'],
    ['list', 'watches'],
  ]) {
    expect({ args, ...(await run(args)) }).toMatchObject({ args, code: 0 });
  }
  expect(await run(['backup', join(machine.folder, 'copy.db')])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('pg_dump'),
  });
  expect(said.join('\n')).not.toContain(password);
});

it('the daemon keeps running after its connections broke', async () => {
  const { machine, database, run, said } = await machineOnPostgres({
    http: { port: 0 },
    watches: [{ id: 'widget', dockets: { patentNumber: '6834603' }, schedule: '* * * * * *' }],
  });
  const calls = () => machine.service.calls.length;
  const completed = async () =>
    Number((await ask(database, `select count(*) as checks from checks where outcome = 'complete'`)).rows[0]?.checks);
  const over = (async () => {
    await eventually(() => expect(calls()).toBeGreaterThan(1));
    const name = new URL(database).pathname.slice(1);
    const { rows } = await ask(
      database,
      `select count(pg_terminate_backend(pid)) as ended from pg_stat_activity
      where datname = '${name}' and pid <> pg_backend_pid()`,
    );
    expect(Number(rows[0]?.ended)).toBeGreaterThan(0);
    const before = await completed();
    await eventually(async () => expect(await completed()).toBeGreaterThan(before + 1));
  })();
  await run(['run'], { killWhen: over.catch(() => {}) });
  await over;
  expect(said.join('\n')).not.toContain(password);
});

it('doctor tells an empty database from one that does not respond, and says why, without the password', async () => {
  const { machine, database, run, said } = await machineOnPostgres();
  const line = async (env?: Readonly<Record<string, string>>) => {
    const ran = env === undefined ? await run(['doctor']) : await machine.run(['doctor'], { env });
    said.push(ran.stdout, ran.stderr);
    return /^.* database: .*$/m.exec(ran.stdout)?.[0];
  };
  expect(await line()).toMatch(/^warning {2}database: postgres:.* is empty$/);
  const away = new URL(database);
  away.port = '1';
  away.password = password;
  expect(await line({ TIPSTAFF_DATABASE: away.href })).toMatch(
    /^failed {3}database: .* cannot be opened: .*ECONNREFUSED/,
  );
  expect(said.join()).toContain('→ Make sure that Postgres runs');
  await run(['migrate']);
  expect(await line()).toMatch(/^warning {2}database: .* is new and empty/);
  await run(['check']);
  expect(await line()).toMatch(/^ok {7}database: .* is intact$/);
  expect(said.join()).not.toContain(password);
});
