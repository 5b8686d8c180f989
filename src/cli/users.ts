import { text } from 'node:stream/consumers';
import { Command, Option } from 'commander';
import { TipstaffError } from '../base/errors.ts';
import { capitalized } from '../base/words/sentence.ts';
import { pageTimezone } from '../config/config.ts';
import { userRoles } from '../config/settingsSchema.ts';
import type { Program } from '../daemon/program.ts';
import { type KeyScope, keyScopes } from '../people/accessKeysTable.ts';
import { hashPassword, passwordMistake } from '../people/signIn/attempts.ts';
import { isManager, isOpenHere, userInForce } from '../people/signIn/whoLooks.ts';
import {
  changeUser,
  describeUser,
  findUser,
  keysEnded,
  listUsers,
  loadConnected,
  lockUsers,
  makeUserKey,
  mostKeyDays,
  nameMistake,
  removeUser,
  type User,
  usualKeyDays,
} from '../people/usersTable.ts';
import { type By, noteAudit } from '../store/auditTable.ts';
import type { Db, Trx } from '../store/store.ts';
import { knownMatters, noMatterWords } from './changes.ts';
import { askPassword, type Columns, fields, minute, printError, table, userName } from './output.ts';
import { type Answer, answering, wholeNumber } from './withProgram.ts';

interface AddOptions {
  readonly role?: User['role'];
  readonly matters?: readonly string[];
  readonly allMatters?: boolean;
  readonly confidential?: boolean;
  readonly password: boolean;
}

export function usersCommand(): Command {
  return new Command()
    .option('--json', 'one JSON object per user on stdout')
    .action(answering(list))
    .addCommand(addCommand())
    .addCommand(passwordCommand())
    .addCommand(ableCommand('disable'))
    .addCommand(ableCommand('enable'))
    .addCommand(removeCommand())
    .addCommand(keyCommand());
}

function addCommand(): Command {
  return new Command('add')
    .description(
      'add a user (first an admin); asks for the password, or reads it from stdin. If the user exists, change ' +
        'only the settings given',
    )
    .argument('<name>', 'the name to sign in with')
    .addOption(
      new Option(
        '--role <role>',
        'reader: only reads; editor: also changes watches; admin: also changes users (new user: reader)',
      ).choices(userRoles),
    )
    .option('--matters <matter...>', 'only these matters (default of a new user: every matter)')
    .addOption(new Option('--all-matters', 'every matter, and watches without a matter').conflicts('matters'))
    .option('--confidential', 'may read confidential watches')
    .option('--no-confidential', 'may not')
    .option('--no-password', 'a new user who signs in only with http.signIn.oidc or http.trustedHeader')
    .action(
      answering(async (program, name: string, options: AddOptions) => {
        const { store } = program;
        const isNew = (await findUser(store.db, name)) === undefined;
        const mistake = isNew ? nameMistake(name) : undefined;
        if (mistake !== undefined) throw new TipstaffError('usage.users', mistake);
        const warnings = await matterWarnings(program, options.matters);
        const password = isNew && options.password ? await readHashed() : undefined;
        const user = await saveNamed(program, name, options, password);
        for (const warning of warnings) printError(warning);
        const { role, matters = null, confidential, disabled = false } = user;
        const json = { [isNew ? 'added' : 'changed']: user.name, role, matters, confidential, disabled };
        const canSignIn = password !== undefined || hasOtherSignIn(program.config);
        const added = [`${name} is added: ${describeUser(user)}.`, ...(canSignIn ? [] : [cannotSignIn(name)])];
        if (isNew) return { words: added, json };
        const now = `${user.name} exists already, and is now: ${describeUser(user)}${disabled ? '; disabled' : ''}.`;
        const unchanged = `The password has not changed. To change it: tipstaff users password ${user.name}`;
        return { words: [now, unchanged], json };
      }),
    );
}

const hasOtherSignIn = ({ http }: Program['config']) =>
  http.signIn.oidc !== undefined || http.trustedHeader !== undefined;

function cannotSignIn(name: string): string {
  return (
    `${name} cannot sign in yet: the config has neither http.signIn.oidc nor http.trustedHeader. To give a ` +
    `password: tipstaff users password ${name}`
  );
}

/**
 * Warns of matters that no watch has: a mistyped one would show the user nothing. The watch may be yet to come.
 * @throws TipstaffError for a blank one, as an unset variable of a shell leaves it
 */
async function matterWarnings({ store, config }: Program, matters: readonly string[] = []): Promise<string[]> {
  if (matters.some((one) => one.trim() === ''))
    throw new TipstaffError('usage.users', 'A matter after --matters is blank. Name it, or leave --matters out.');
  const known = await knownMatters(store.db, config);
  const unknown = matters.filter((one) => !known.has(one));
  return unknown.map((matter) => `Warning: ${noMatterWords(matter, known)} It is saved as given.`);
}

/** Saves the named options and keeps the others, so that an omitted option never gives a user more access. */
async function saveNamed(program: Program, name: string, options: AddOptions, password?: string) {
  return changeUsers(program, async (trx, by) => {
    const before = await findUser(trx, name);
    const known = before ?? { name, role: 'reader' as const, matters: undefined, confidential: false, password };
    const user: User = {
      ...known,
      role: options.role ?? known.role,
      matters: options.allMatters ? undefined : (options.matters ?? known.matters),
      confidential: options.confidential ?? known.confidential,
    };
    const what = before === undefined ? 'user.add' : 'user.change';
    // Ends sessions that began with the former role.
    const change = { what, fields: {}, ends: 'sessions', detail: describeUser(user) } as const;
    await changeUser(trx, user, change, by);
    return user;
  });
}

function passwordCommand(): Command {
  return new Command('password')
    .description(
      'set the password of a user, asked for or read from stdin. The user must sign in again; nothing else changes',
    )
    .argument('<name>')
    .option('--end-keys', 'end their keys and calendar addresses too')
    .action(
      answering(async (program, name: string, { endKeys = false }: { endKeys?: boolean }) => {
        await knownUser(program.store.db, name);
        const fields = { password: await readHashed() };
        const ends = endKeys ? 'all' : 'sessions';
        await change(program, name, (trx, user, by) =>
          changeUser(trx, user, { what: 'user.password', fields, ends }, by),
        );
        const words = `The password of ${name} is set. ${endKeys ? capitalized(keysEnded) : 'Their keys stay'}.`;
        return { words, json: { password: 'set', user: name, keysEnded: endKeys } };
      }),
    );
}

async function knownUser(db: Db, name: string): Promise<User> {
  const user = await findUser(db, name);
  if (user !== undefined) return user;
  throw new TipstaffError('usage.users', `There is no user ${JSON.stringify(name)}. See: tipstaff users`);
}

async function change<T>(program: Program, name: string, work: (trx: Trx, user: User, by: By) => Promise<T>) {
  return changeUsers(program, async (trx, by) => work(trx, await knownUser(trx, name), by));
}

/** Warns if users but no manager remain. The page refuses this, but this command can add an admin at any time. */
async function changeUsers<T>({ store, config, clock }: Program, work: (trx: Trx, by: By) => Promise<T>) {
  const done = await store.transaction(async (trx) => {
    await lockUsers(trx);
    return work(trx, byOf(clock()));
  });
  const users = await listUsers(store.db);
  if (users.length > 0 && !users.some((user) => isManager(user, config.http)))
    printError(
      'Warning: no admin who sees every matter can sign in, so nobody can change users on the pages. Add one: ' +
        'tipstaff users add NAME --role admin --all-matters',
    );
  return done;
}

function removeCommand(): Command {
  return new Command('remove')
    .description('remove a user; their sessions and keys end at once')
    .argument('<name>')
    .option('--last', 'even the last user: then nobody has to sign in on this machine')
    .action(
      answering(async (program, name: string, { last }: { last?: boolean }) => {
        const removed = await change(program, name, async (trx, user, by) => {
          const isLast = (await listUsers(trx)).length === 1;
          if (isLast && !last)
            throw new TipstaffError(
              'usage.users',
              `${user.name} is the last user. Without users, nobody has to sign in on this machine, and nobody can ` +
                `sign in from elsewhere. To remove ${user.name} anyway: tipstaff users remove ${user.name} --last`,
            );
          await removeUser(trx, user.name);
          await noteAudit(trx, by, 'user.remove', user.name);
          return { name: user.name, more: isLast ? [withoutUsers(program.config)] : [] };
        });
        return { words: [`${removed.name} is removed.`, ...removed.more], json: { removed: removed.name } };
      }),
    );
}

function withoutUsers(config: Program['config']): string {
  const who = isOpenHere(config) ? 'everybody on this machine sees the pages as admin' : 'nobody sees the pages';
  return `No users: ${who} until there is one.`;
}

function ableCommand(verb: 'disable' | 'enable'): Command {
  const description = {
    disable: 'sign a user out and refuse them and their keys until they are enabled',
    enable: 'let a disabled user sign in again; their keys work again',
  };
  const command = new Command(verb).description(description[verb]).argument('<name>');
  if (verb === 'disable') command.option('--end-keys', 'end their keys and calendar addresses for good');
  return command.action(
    answering(async (program, name: string, { endKeys }: { endKeys?: boolean }) => {
      const disabled = verb === 'disable';
      const ends = !disabled ? undefined : endKeys ? 'all' : 'sessions';
      const changed = await change(program, name, async (trx, user, by) => {
        const isNews = user.disabled !== disabled;
        // --end-keys also ends the keys of a user who is already disabled.
        if (isNews || endKeys) await changeUser(trx, user, { what: `user.${verb}`, fields: { disabled }, ends }, by);
        return isNews;
      });
      return { words: `${name} is ${changed ? '' : 'already '}${verb}d.`, json: { [`${verb}d`]: name, changed } };
    }),
  );
}

const byOf = (now: Date): By => ({ at: now.toISOString(), who: userName() });

type KeyOptions = { readonly label: string; readonly days: number; readonly reads: KeyScope };

function keyCommand(): Command {
  return new Command('key')
    .description('make a key for a program of this user that reads /api/v1 and feeds; it is shown once')
    .argument('<name>')
    .option('--label <text>', 'what it is for', '')
    .option('--days <n>', 'how many days it is valid', wholeNumber(1, mostKeyDays), usualKeyDays)
    .addOption(new Option('--reads <part>', 'what it may read').choices(keyScopes).default('all'))
    .action(
      answering(async ({ config, store, clock }, name: string, { label, days, reads }: KeyOptions) => {
        const { name: user } = await knownUser(store.db, name);
        const asked = { userName: user, label, scope: reads, days };
        const { key, expiresAt } = await store.transaction((trx) => makeUserKey(trx, asked, byOf(clock())));
        printError(`The key is shown only now. It ends ${minute(expiresAt, pageTimezone(config))}.`);
        return { words: key, json: { key, user, label, reads, expiresAt } };
      }),
    );
}

async function list({ store, config }: Program): Promise<Answer> {
  const connected = await loadConnected(store.db);
  const users = (await listUsers(store.db)).map(({ password, disabled = false, ...stored }) => {
    const accounts = connected.get(stored.name) ?? [];
    const user = userInForce({ ...stored, password }, accounts, config.http) ?? { ...stored, matters: [] };
    const { role, confidential, matters = null } = user;
    const signs = { signsIn: password !== undefined, provider: accounts.length > 0 };
    return { ...stored, role, confidential, matters, ...signs, disabled };
  });
  const columns: Columns<(typeof users)[number]> = {
    ...fields('name', 'role'),
    MATTERS: ({ matters }) => matters?.join(', ') ?? 'all',
    CONFIDENTIAL: ({ confidential }) => (confidential ? 'yes' : 'no'),
    'SIGNS IN WITH': ({ disabled, signsIn, provider }) => {
      if (disabled) return 'nothing: disabled';
      if (signsIn || provider) return signsIn ? 'password' : 'provider';
      return hasOtherSignIn(config) ? 'provider or trusted header' : 'nothing: no password';
    },
  };
  const none = `${withoutUsers(config)} Add one: tipstaff users add NAME --role admin`;
  return { words: table(users, columns, none), json: users };
}

async function readHashed(): Promise<string> {
  const given = process.stdin.isTTY
    ? await askPassword('Password: ')
    : (await text(process.stdin)).replace(/\r?\n$/, '');
  if (given === '' && !process.stdin.isTTY)
    throw new TipstaffError(
      'usage.users',
      'The password is read from standard input, and nothing came. Pipe it in, or run this on a terminal.',
    );
  const mistake = passwordMistake(given);
  if (mistake !== undefined) throw new TipstaffError('usage.users', mistake);
  return hashPassword(given);
}
