import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { userName } from '../../src/cli/output.ts';
import { usersCommand } from '../../src/cli/users.ts';
import { findAccessKey, makeAccessKey } from '../../src/people/accessKeysTable.ts';
import { checkPassword } from '../../src/people/signIn/attempts.ts';
import { whoLooks } from '../../src/people/signIn/whoLooks.ts';
import { findUser, saveUser } from '../../src/people/usersTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import type { Store } from '../../src/store/store.ts';
import { freshStore } from '../store/freshStore.ts';
import { httpAt } from '../web/httpAt.ts';
import { quickHash } from '../web/quickHash.ts';

const now = new Date();
const config = { http: httpAt() };

const boss = { name: 'boss', role: 'admin', matters: undefined, confidential: false } as const;

/** Returns a store with an admin, and a function that runs `tipstaff users …` on it. */
async function office() {
  const { store, file } = await freshStore();
  await saveUser(store.db, { ...boss, password: quickHash('correct horse battery') });
  const yaml = join(dirname(file), 'watches.yaml');
  writeFileSync(
    yaml,
    `service: { baseUrl: sandbox }\ndatabase: ${file}\n` +
      "watches: [{ id: a, matter: M-1, notify: [], dockets: { caseNumber: '1' } }]\n",
  );
  vi.stubEnv('TIPSTAFF_CONFIG', yaml);
  const written: string[] = [];
  const warned: string[] = [];
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => warned.push(String(text)) > 0),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  });
  const users = async (...args: string[]) => {
    written.length = 0;
    const command = usersCommand();
    for (const inner of command.commands) inner.exitOverride();
    await command.parseAsync(args, { from: 'user' });
    return written.join('').trim();
  };
  return { store, users, warned };
}

async function isLetIn(store: Store, keys: { session: string; apiKey: string }) {
  const nothing = { session: undefined, programKey: undefined, address: '', header: () => undefined };
  const asks = [
    { ...nothing, session: keys.session, path: '/' },
    { ...nothing, programKey: keys.apiKey, path: '/api/v1/watches' },
  ];
  return Promise.all(asks.map(async (ask) => (await whoLooks({ store, config }, ask, now)) !== undefined));
}

async function keysOf(store: Store, name: string) {
  const expiresAt = new Date(now.getTime() + 86_400_000).toISOString();
  const make = (kind: 'session' | 'api') =>
    makeAccessKey(store.db, { kind, userName: name, label: '', path: undefined, expiresAt }, now);
  return { session: await make('session'), apiKey: await make('api') };
}

it('users add warns of a matter that no watch has, names the known ones, and saves the user anyway', async () => {
  const { store, users, warned } = await office();
  await users('add', 'ann', '--no-password', '--matters', 'M-1');
  expect(warned).toEqual([]);
  await users('add', 'ann', '--matters', 'M-1', 'X-7');
  expect(warned.join('')).toBe('Warning: No watch has the matter "X-7". There are: M-1. It is saved as given.\n');
  expect((await findUser(store.db, 'ann'))?.matters).toEqual(['M-1', 'X-7']);
});

it('users add does not say that a matter is saved when it refuses the password', async () => {
  const { store, users, warned } = await office();
  withStdin('short');
  await expect(users('add', 'ann', '--matters', 'X-7')).rejects.toMatchObject({ code: 'usage.users' });
  expect(warned).toEqual([]);
  expect(await findUser(store.db, 'ann')).toBeUndefined();
});

it('users disable signs a user out and blocks the keys, which work again after users enable', async () => {
  const { store, users } = await office();
  await users('add', 'ann', '--no-password', '--role', 'editor', '--matters', 'M-1');
  const keys = await keysOf(store, 'ann');
  expect(await isLetIn(store, keys)).toEqual([true, true]);
  expect(await users('disable', 'ann')).toBe('ann is disabled.');
  expect(await isLetIn(store, keys)).toEqual([false, false]);
  expect(await users()).toContain('nothing: disabled');
  expect(await users('disable', 'ann', '--json')).toBe('{"disabled":"ann","changed":false}');
  expect(await users('enable', 'ann', '--json')).toBe('{"enabled":"ann","changed":true}');
  expect(await isLetIn(store, keys)).toEqual([false, true]);
  expect(await findUser(store.db, 'ann')).toMatchObject({ role: 'editor', matters: ['M-1'], disabled: false });
  for (const verb of ['disable', 'enable', 'remove']) {
    await expect(users(verb, 'nobody')).rejects.toMatchObject({ code: 'usage.users' });
  }
});

it('users logs its actions in the audit log, under the user of the machine and in the words of the page', async () => {
  const { store, users } = await office();
  await users('add', 'ann', '--no-password');
  await users('add', 'ann', '--role', 'admin', '--matters', 'M-1', '--confidential');
  await users('key', 'ann', '--label', 'dashboard', '--days', '30');
  await users('disable', 'ann');
  await users('disable', 'ann');
  await users('enable', 'ann');
  await users('remove', 'ann');
  const lines = await listAudit(store.db, { subject: 'ann', limit: 99 });
  expect(new Set(lines.map(({ who }) => who))).toEqual(new Set([userName()]));
  expect(lines.map(({ what, detail }) => [what, detail]).reverse()).toEqual([
    ['user.add', 'reader; sees every matter'],
    ['user.change', 'admin; sees M-1; reads confidential watches'],
    ['key.make', expect.stringMatching(/^dashboard, reads all, until \d{4}-\d\d-\d\d$/)],
    ['user.disable', ''],
    ['user.enable', ''],
    ['user.remove', ''],
  ]);
});

/** Sets the text that the command reads from stdin. */
function withStdin(given: string): void {
  const stdin = Object.assign(Readable.from([given]), { isTTY: false });
  const spy = vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as unknown as typeof process.stdin);
  onTestFinished(() => spy.mockRestore());
}

it('users add changes only the named settings of an existing user, and a disabled user stays disabled', async () => {
  const { store, users } = await office();
  await users('add', 'outside', '--no-password', '--role', 'editor', '--matters', 'M-2', '--confidential');
  await users('disable', 'outside');
  const keys = await keysOf(store, 'outside');
  expect(await users('add', 'outside')).toContain('outside exists already');
  const kept = { role: 'editor', matters: ['M-2'], confidential: true, disabled: true, password: undefined };
  expect(await findUser(store.db, 'outside')).toMatchObject(kept);
  expect(await isLetIn(store, keys)).toEqual([false, false]);
  expect(await users('add', 'outside', '--no-confidential', '--all-matters', '--json')).toBe(
    '{"changed":"outside","role":"editor","matters":null,"confidential":false,"disabled":true}',
  );
});

it('users password sets only the password, and with --end-keys also ends the keys', async () => {
  const { store, users } = await office();
  await users('add', 'ann', '--no-password', '--matters', 'M-1');
  const keys = await keysOf(store, 'ann');
  withStdin('correct horse battery\n');
  expect(await users('password', 'ann')).toContain('The password of ann is set');
  expect(await isLetIn(store, keys)).toEqual([false, true]);
  const user = await findUser(store.db, 'ann');
  expect(user).toMatchObject({ role: 'reader', matters: ['M-1'] });
  expect(await checkPassword('correct horse battery', user?.password)).toBe(true);
  withStdin('another long password\n');
  await users('password', 'ann', '--end-keys');
  expect(await isLetIn(store, keys)).toEqual([false, false]);
  withStdin('short\n');
  await expect(users('password', 'ann')).rejects.toMatchObject({ code: 'usage.users' });
  withStdin('');
  await expect(users('add', 'eve')).rejects.toThrow('is read from standard input, and nothing came');
});

it('users add refuses a blank matter, which would hide everything from the user', async () => {
  const { store, users } = await office();
  await expect(users('add', 'ann', '--no-password', '--matters', '')).rejects.toMatchObject({ code: 'usage.users' });
  expect(await findUser(store.db, 'ann')).toBeUndefined();
});

it('users remove keeps the last user without --last, and explains the consequence', async () => {
  const { store, users } = await office();
  await expect(users('remove', 'boss')).rejects.toMatchObject({ message: expect.stringContaining('--last') });
  expect(await findUser(store.db, 'boss')).toBeDefined();
  expect(await users('remove', 'boss', '--last')).toContain('sees the pages as admin');
});

it.each([
  ['add boss --role editor'],
  ['add boss --matters M-1'],
  ['disable boss'],
  ['remove boss'],
])('users %s warns that nobody can change users on the pages, and says how to add an admin', async (command) => {
  const { users, warned } = await office();
  await users('add', 'ben', '--no-password');
  expect(warned).toEqual([]);
  await users(...command.split(' '));
  expect(warned.join('')).toMatch(
    /^Warning: no admin who sees every matter can sign in, .* tipstaff users add NAME --role admin --all-matters\n$/,
  );
});

it('users key creates keys that expire, and that read only what was requested', async () => {
  const { store, users, warned } = await office();
  await users('add', 'ann', '--no-password');
  const usual = JSON.parse(await users('key', 'ann', '--json'));
  expect(usual.reads).toBe('all');
  expect(Math.round((Date.parse(usual.expiresAt) - now.getTime()) / 86_400_000)).toBe(90);
  expect(warned.join('')).toMatch(/^The key is shown only now\. It ends \d{4}-\d\d-\d\d \d\d:\d\d \S+\.\n$/);
  const { key } = JSON.parse(await users('key', 'ann', '--reads', 'changes', '--json'));
  expect((await findAccessKey(store.db, 'api', key, now))?.path).toBe('/api/v1/changes');
  await expect(users('key', 'ann', '--reads', 'everything')).rejects.toThrow(
    'Allowed choices are all, feeds, api, watches',
  );
});

it('users key allows two years at most, and users disable --end-keys ends the keys of the user', async () => {
  const { store, users } = await office();
  await users('add', 'ann', '--no-password');
  for (const days of ['0', '731', '9999', 'x'])
    await expect(users('key', 'ann', '--days', days)).rejects.toThrow('Give a whole number from 1 to 730.');
  const keys = await keysOf(store, 'ann');
  await users('disable', 'ann', '--end-keys');
  await users('enable', 'ann');
  expect(await isLetIn(store, keys)).toEqual([false, false]);
});
