import { text } from 'node:stream/consumers';
import { Command, Option } from 'commander';
import { TipstaffError } from '../errors.ts';
import type { User } from '../store/access/users.ts';
import type { Store, Trx } from '../store/store.ts';
import { askPassword } from './askPassword.ts';
import { print, printJsonLines, printTable } from './output.ts';
import { userName } from './userName.ts';
import { withProgram } from './withProgram.ts';

interface AddOptions {
  readonly role: User['role'];
  readonly matter?: readonly string[];
  readonly confidential?: boolean;
  readonly password: boolean;
}

/** `tipstaff users`: who may look at the pages, what they may see and do. */
export function usersCommand(): Command {
  return new Command('users')
    .description('who may sign in to the pages: list them; add, change, disable or remove one')
    .option('--json', 'one JSON object per user on stdout')
    .action((options: { json?: boolean }) => withProgram((program) => list(program.store, options)))
    .addCommand(addCommand())
    .addCommand(ableCommand('disable'))
    .addCommand(ableCommand('enable'))
    .addCommand(removeCommand())
    .addCommand(keyCommand());
}

function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

function addCommand(): Command {
  return new Command('add')
    .description('add a user, or change the one of that name; the password is asked for, or read from stdin')
    .argument('<name>', 'the name to sign in with')
    .addOption(
      new Option('--role <role>', 'reader: looks; editor: changes too; admin: everything')
        .choices(['reader', 'editor', 'admin'])
        .default('reader'),
    )
    .option('--matter <matter...>', 'only these matters (else every one)')
    .option('--confidential', 'may read confidential watches')
    .option('--no-password', 'signs in by http.trustedHeader only')
    .action(async (name: string, options: AddOptions, command: Command) => {
      const password = options.password ? await readPassword() : undefined;
      await withProgram(async ({ store, clock }) => {
        const { findUser, saveUser } = await import('../store/access/users.ts');
        const { hashPassword } = await import('../web/signIn/password.ts');
        const { role, matter: matters, confidential = false } = options;
        const hashed = password === undefined ? undefined : await hashPassword(password);
        const { endAccessKeysOf } = await import('../store/access/accessKeys.ts');
        const { describeUser } = await import('../web/users/userWords.ts');
        await store.transaction(async (trx) => {
          const before = await findUser(trx, name);
          const { timezone, locale } = before ?? {};
          const user = { name, role, matters, confidential, password: hashed, disabled: false, timezone, locale };
          await saveUser(trx, user, clock());
          const what = before === undefined ? 'user.add' : 'user.change';
          await note(trx, clock(), what, name, describeUser(user));
          // Sessions that began with the former password or role end.
          await endAccessKeysOf(trx, name, 'session');
        });
      });
      if (wantsJson(command)) {
        const { role, matter = null, confidential = false } = options;
        return printJsonLines([{ added: name, role, matters: matter, confidential }]);
      }
      print(`${name} may sign in as ${options.role}${options.matter ? ` for ${options.matter.join(', ')}` : ''}.`);
    });
}

function removeCommand(): Command {
  return new Command('remove')
    .description('remove a user; their sessions, keys and links end at once')
    .argument('<name>')
    .action((name: string, _options: unknown, command: Command) =>
      withProgram(async ({ store, clock }) => {
        const { removeUser } = await import('../store/access/users.ts');
        await store.transaction(async (trx) => {
          if (!(await removeUser(trx, name))) throw noUser(name);
          await note(trx, clock(), 'user.remove', name);
        });
        if (wantsJson(command)) printJsonLines([{ removed: name }]);
        else print(`${name} is removed.`);
      }),
    );
}

/** A disabled user has no access in any way: as on the page, sessions end, and keys and links open nothing until the user is enabled. */
function ableCommand(verb: 'disable' | 'enable'): Command {
  const description = {
    disable: 'sign a user out and refuse them, their keys and their links until they are enabled',
    enable: 'let a disabled user sign in again; their keys and links work again',
  };
  return new Command(verb)
    .description(description[verb])
    .argument('<name>')
    .action((name: string, _options: unknown, command: Command) =>
      withProgram(async ({ store, clock }) => {
        const { findUser, saveUser } = await import('../store/access/users.ts');
        const { endAccessKeysOf } = await import('../store/access/accessKeys.ts');
        const disabled = verb === 'disable';
        const changed = await store.transaction(async (trx) => {
          const user = await findUser(trx, name);
          if (user === undefined) throw noUser(name);
          if (disabled) await endAccessKeysOf(trx, name, 'session');
          if (user.disabled === disabled) return false;
          await saveUser(trx, { ...user, disabled }, clock());
          await note(trx, clock(), `user.${verb}`, name);
          return true;
        });
        if (wantsJson(command)) return printJsonLines([{ [`${verb}d`]: name, changed }]);
        print(`${name} is ${changed ? '' : 'already '}${verb}d.`);
      }),
    );
}

/** As the pages note it, with the user of this machine as the author. */
async function note(trx: Trx, now: Date, what: string, subject: string, detail = ''): Promise<void> {
  const { noteAudit } = await import('../store/audit.ts');
  await noteAudit(trx, { at: now.toISOString(), who: userName(), what, subject, detail });
}

function keyCommand(): Command {
  return new Command('key')
    .description('make a key with which a program of this user reads /api/v1 and feeds; it is shown once')
    .argument('<name>')
    .option('--label <text>', 'what it is for', '')
    .option('--days <n>', 'how long it is valid', '365')
    .action((name: string, { label, days }: { label: string; days: string }, command: Command) =>
      withProgram(async ({ store, clock }) => {
        const { findUser } = await import('../store/access/users.ts');
        const { makeAccessKey } = await import('../store/access/accessKeys.ts');
        if ((await findUser(store.db, name)) === undefined) throw noUser(name);
        if (!/^[1-9]\d{0,3}$/.test(days))
          throw new TipstaffError('usage.users', '--days takes a whole number from 1 to 9999.');
        const expiresAt = new Date(clock().getTime() + Number(days) * 86_400_000).toISOString();
        const made = { kind: 'api', userName: name, label, path: undefined, expiresAt } as const;
        const key = await store.transaction(async (trx) => {
          await note(trx, clock(), 'key.make', name, `${label}${label && ', '}until ${expiresAt.slice(0, 10)}`);
          return makeAccessKey(trx, made, clock());
        });
        if (wantsJson(command)) printJsonLines([{ key, user: name, label, expiresAt }]);
        else print(key);
      }),
    );
}

function noUser(name: string): TipstaffError {
  return new TipstaffError('usage.users', `There is no user ${JSON.stringify(name)}. See: tipstaff users`);
}

async function readPassword(): Promise<string> {
  const { shortestPassword } = await import('../web/signIn/password.ts');
  const given = process.stdin.isTTY
    ? await askPassword('Password: ')
    : (await text(process.stdin)).replace(/\r?\n$/, '');
  if (given.length >= shortestPassword && given.length <= 1000) return given;
  throw new TipstaffError('usage.users', `A password needs at least ${shortestPassword} characters.`);
}

async function list(store: Store, { json }: { json?: boolean }): Promise<void> {
  const { listUsers } = await import('../store/access/users.ts');
  const users = (await listUsers(store.db)).map(({ password, ...user }) => ({
    ...user,
    matters: user.matters ?? null,
    signsIn: password !== undefined,
    disabled: user.disabled === true,
  }));
  if (json) return printJsonLines(users);
  if (users.length === 0)
    return print('No users: the pages can be reached only from this machine. Add one: tipstaff users add NAME');
  printTable(
    ['NAME', 'ROLE', 'MATTERS', 'CONFIDENTIAL', 'SIGNS IN WITH'],
    users.map((user) => [
      user.name,
      user.role,
      user.matters?.join(', ') ?? 'all',
      user.confidential ? 'yes' : 'no',
      user.disabled ? 'nothing: disabled' : user.signsIn ? 'password' : 'trusted header',
    ]),
  );
}
