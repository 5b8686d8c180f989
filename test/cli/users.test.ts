import { expect, it } from 'vitest';
import { userName } from '../../src/cli/output.ts';
import { findAccessKey, makeAccessKey } from '../../src/people/accessKeysTable.ts';
import { checkPassword } from '../../src/people/signIn/attempts.ts';
import { whoLooks } from '../../src/people/signIn/whoLooks.ts';
import { findUser, saveUser } from '../../src/people/usersTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import type { Store } from '../../src/store/store.ts';
import { runHere } from '../runHere.ts';
import { freshStore } from '../store/freshStore.ts';
import { httpAt } from '../web/httpAt.ts';
import { quickHash } from '../web/quickHash.ts';
import { commandsOn } from './commandsOn.ts';

const now = new Date();
const config = { http: httpAt() };

const boss = { name: 'boss', role: 'admin', matters: undefined, confidential: false } as const;

/** Returns a store with an admin, and a function that runs `tipstaff users …` on it. */
async function office() {
  const { store, file } = await freshStore();
  await saveUser(store.db, { ...boss, password: quickHash('correct horse battery') });
  const watches = [{ id: 'a', matter: 'M-1', notify: [], dockets: { caseNumber: '1' } }];
  const { config: yaml } = commandsOn(file, { watches });
  const said = { stdin: '', warned: '' };
  const users = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHere(['--config', yaml, 'users', ...args], { stdin: said.stdin });
    if (code !== 0) throw Object.assign(new Error(stderr), { code });
    said.warned += stderr;
    return stdout.trim();
  };
  return { store, users, said };
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
  const { store, users, said } = await office();
  await users('add', 'ann', '--no-password', '--matters', 'M-1');
  expect(said.warned).toBe('');
  await users('add', 'ann', '--matters', 'M-1', 'X-7');
  expect(said.warned).toBe('Warning: No watch has the matter "X-7". There are: M-1. It is saved as given.\n');
  expect((await findUser(store.db, 'ann'))?.matters).toEqual(['M-1', 'X-7']);
});

it('users add does not say that a matter is saved when it refuses the password', async () => {
  const { store, users, said } = await office();
  said.stdin = 'short';
  await expect(users('add', 'ann', '--matters', 'X-7')).rejects.toMatchObject({ code: 2 });
  expect(said.warned).toBe('');
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
    await expect(users(verb, 'nobody')).rejects.toMatchObject({ code: 2 });
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
  const { store, users, said } = await office();
  await users('add', 'ann', '--no-password', '--matters', 'M-1');
  const keys = await keysOf(store, 'ann');
  said.stdin = 'correct horse battery\n';
  expect(await users('password', 'ann')).toContain('The password of ann is set');
  expect(await isLetIn(store, keys)).toEqual([false, true]);
  const user = await findUser(store.db, 'ann');
  expect(user).toMatchObject({ role: 'reader', matters: ['M-1'] });
  expect(await checkPassword('correct horse battery', user?.password)).toBe(true);
  said.stdin = 'another long password\n';
  await users('password', 'ann', '--end-keys');
  expect(await isLetIn(store, keys)).toEqual([false, false]);
  said.stdin = 'short\n';
  await expect(users('password', 'ann')).rejects.toMatchObject({ code: 2 });
  said.stdin = '';
  await expect(users('add', 'eve')).rejects.toThrow('is read from standard input, and nothing came');
});

it('users add refuses a blank matter, which would hide everything from the user', async () => {
  const { store, users } = await office();
  await expect(users('add', 'ann', '--no-password', '--matters', '')).rejects.toMatchObject({ code: 2 });
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
  const { users, said } = await office();
  await users('add', 'ben', '--no-password');
  expect(said.warned).toBe('');
  await users(...command.split(' '));
  expect(said.warned).toMatch(
    /^Warning: no admin who sees every matter can sign in, .* tipstaff users add NAME --role admin --all-matters\n$/,
  );
});

it('users key creates keys that expire, and that read only what was requested', async () => {
  const { store, users, said } = await office();
  await users('add', 'ann', '--no-password');
  const usual = JSON.parse(await users('key', 'ann', '--json'));
  expect(usual.reads).toBe('all');
  expect(Math.round((Date.parse(usual.expiresAt) - now.getTime()) / 86_400_000)).toBe(90);
  expect(said.warned).toMatch(/^The key is shown only now\. It ends \d{4}-\d\d-\d\d \d\d:\d\d \S+\.\n$/);
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
