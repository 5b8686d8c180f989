import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../src/base/errors.ts';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/loadConfig.ts';
import type { Environment } from '../../src/config/variables.ts';
import { tempFolder } from '../tempFolder.ts';

/** Creates a folder with these files, deleted after the test. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = tempFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** The minimum that a config needs from the environment. */
export const sandboxEnvironment: Environment = { TIPSTAFF_BASE_URL: 'sandbox' };

/** Loads this text as the watches.yaml of a new folder. The service is the sandbox unless `env` names another. */
export function load(text: string, env: Environment = {}, files: Readonly<Record<string, string>> = {}): Config {
  return loadConfig({ env: { ...sandboxEnvironment, ...env }, cwd: folderWith({ ...files, 'watches.yaml': text }) });
}

/** Returns the ConfigError that this function throws. */
export function refusal(work: () => unknown): ConfigError {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** Returns the ConfigError of this text. */
export function refusalOf(
  text: string,
  env: Environment = {},
  files: Readonly<Record<string, string>> = {},
): ConfigError {
  return refusal(() => load(text, env, files));
}

/** Returns the mistakes of this text, each as its whole line. */
export function mistakesOf(
  text: string,
  env: Environment = {},
  files: Readonly<Record<string, string>> = {},
): readonly string[] {
  return refusalOf(text, env, files).mistakes.map((mistake) => mistake.text);
}

/** Removes the mark » from a text. @returns the text, and the line:column of the mark */
export function unmark(marked: string): { text: string; place: string } {
  const before = marked.slice(0, marked.indexOf('»')).split('\n');
  return { text: marked.replace('»', ''), place: `${before.length}:${(before.at(-1)?.length ?? 0) + 1}` };
}

/** Returns the smallest config around a watch. */
export function withWatch(watch: string): string {
  return `channels:
  ops: { type: email, smtpUrl: smtp://127.0.0.1:1025, from: a@example.com, to: b@example.com }
operators: [ops]
defaults: { notify: [ops] }
watches:
  - id: first
    dockets: { companyName: Widget Company }
${watch}
`;
}
