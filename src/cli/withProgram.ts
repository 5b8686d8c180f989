import { type Command, InvalidArgumentError } from 'commander';
import { TipstaffError, whyUnreadable } from '../base/errors.ts';
import type { Service } from '../check/admission/serviceKey.ts';
import type { Config, WatchConfig } from '../config/config.ts';
import { nearMiss } from '../config/fields/finding.ts';
import type { Program, ProgramOptions } from '../daemon/program.ts';
import type { Viewer } from '../people/sight.ts';
import { lastCheckEndedAt } from '../store/snapshot/talliesTable.ts';
import type { Store } from '../store/store.ts';
import { print, printError, printJsonLines, type Words } from './output.ts';

/** Sees all watches, because a person who runs commands can read the database anyway. */
export const everything: Viewer = { name: undefined, role: 'admin', matters: 'all', confidential: true };

/** Loads the program lazily, because loading takes most of a start. @throws `store.refused` if the database refuses */
export async function withProgram<T>(work: (program: Program) => Promise<T>, options?: ProgramOptions): Promise<T> {
  const { openProgram } = await import('../daemon/program.ts');
  const program = await openProgram(options);
  try {
    const done = await work(program);
    await program.close();
    return done;
  } catch (error) {
    // An error while closing would hide the first error.
    await program.close().catch(() => {});
    throw program.store.explain(error);
  }
}

/** @param options.readOnly for a check that stores nothing. @throws TipstaffError `store.other-service`. */
export async function openService(
  program: Pick<Program, 'config' | 'store' | 'clock' | 'log'>,
  options?: { readonly readOnly?: boolean },
): Promise<Service> {
  const { requireSameService } = await import('../daemon/program.ts');
  const { connect } = await import('../check/admission/serviceKey.ts');
  const { service: asked } = program.config;
  await requireSameService(program.store, program.config, options);
  if (asked.baseUrl !== 'sandbox') return connect(program, asked.baseUrl);
  const { startSandbox } = await import('../../sandbox/startSandbox.ts');
  const sandbox = await startSandbox({ tokens: [asked.token] });
  const service = connect(program, sandbox.url);
  return {
    ...service,
    close: async () => {
      await service.close();
      await sandbox.close();
    },
  };
}

/** The same facts for people and for programs. */
export interface Answer {
  readonly words: Words;
  readonly errors?: readonly string[]; // What people read on stderr.
  readonly json: object | readonly object[];
  readonly exitCode?: number; // Default: 0.
}

/** Makes the action of a command from what answers it, and prints the answer as JSON if `--json` is given. */
export function answering<Asked extends unknown[]>(
  work: (program: Program, ...asked: Asked) => Promise<Answer>,
  options?: ProgramOptions,
) {
  return async (...given: unknown[]): Promise<void> => {
    const command = given.pop() as Command;
    const answer = await withProgram((program) => work(program, ...(given as Asked)), options);
    giveAnswer(answer, command.optsWithGlobals());
  };
}

export function giveAnswer(answer: Answer, options: { readonly json?: boolean }): void {
  const { words, errors = [], json, exitCode = 0 } = answer;
  if (options.json) printJsonLines([json].flat());
  else {
    print(words);
    for (const error of errors) printError(error);
  }
  process.exitCode = exitCode;
}

/** What an empty list says: in a database without a check, nothing found does not mean that nothing happened. */
export async function nothingWords({ db, name }: Pick<Store, 'db' | 'name'>, nothing: string): Promise<string> {
  if ((await lastCheckEndedAt(db)) !== undefined) return `${nothing}.`;
  return `${nothing}: no watch was ever checked in this database (${name}). Is it the right one? See: tipstaff status`;
}

/** Reads an argument of an option or a command. */
export function wholeNumber(least = 1, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    const to = most === Number.MAX_SAFE_INTEGER ? 'on' : `to ${most}`;
    throw new InvalidArgumentError(`Give a whole number from ${least} ${to}.`);
  };
}

export const portNumber = wholeNumber(0, 65_535);

/** @throws TipstaffError with this code for a file that cannot be read */
export function readWith<T>(read: (file: string) => T, file: string, code: string): T {
  try {
    return read(file);
  } catch (error) {
    throw new TipstaffError(code, `${file} cannot be read: ${whyUnreadable(error)}.`, { cause: error });
  }
}

/** Returns all watches if `ids` is empty. @throws TipstaffError `usage.watch` for an id not in the config */
export function chooseWatches(config: Config, ids: readonly string[]): readonly WatchConfig[] {
  return ids.length === 0 ? config.watches : ids.map((id) => chooseWatch(config, id));
}

export function chooseWatch({ watches, file }: Config, id: string): WatchConfig {
  const watch = watches.find((each) => each.id === id);
  if (watch !== undefined) return watch;
  const ids = watches.map((each) => each.id);
  const hint = meant(id, ids, `The config has: ${ids.join(', ')}.`);
  throw new TipstaffError('usage.watch', `There is no watch ${JSON.stringify(id)} in ${file}. ${hint}`);
}

export function meant(word: string, known: Iterable<string>, otherwise: string): string {
  const near = nearMiss(word, known);
  return near === undefined ? otherwise : `Did you mean ${near}?`;
}
