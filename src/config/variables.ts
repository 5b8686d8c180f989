import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { codeOf } from '../base/errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable; or that it is not set; or why its file cannot be read. */
export type VariableValue =
  | { readonly state: 'set'; readonly value: string }
  | { readonly state: 'unset' }
  | { readonly state: 'unreadable'; readonly found: string };

/** The environment's variables. A file that one names is read once, because a pipe can be read only once. */
export class Variables {
  readonly #env: Environment;
  readonly #cwd: string;
  readonly #files = new Map<string, VariableValue>();

  constructor(env: Environment, cwd: string) {
    this.#env = env;
    this.#cwd = cwd;
  }

  /**
   * NAME, else the trimmed text of the file that NAME_FILE names. A blank variable counts as unset, as in a shell's
   * `:-`.
   */
  read(name: string): VariableValue {
    const value = this.#env[name];
    if (value !== undefined && value !== '') return { state: 'set', value };
    const file = this.#env[`${name}_FILE`];
    if (file === undefined || file === '') return { state: 'unset' };
    const known = this.#files.get(name) ?? this.#readFile(`${name}_FILE`, file);
    this.#files.set(name, known);
    return known;
  }

  #readFile(variable: string, file: string): VariableValue {
    try {
      const value = readText(resolve(this.#cwd, file)).trim();
      if (value !== '') return { state: 'set', value };
      return { state: 'unreadable', found: `an empty file by ${variable} (${file})` };
    } catch (error) {
      return { state: 'unreadable', found: `a file that cannot be read by ${variable} (${file}: ${reasonOf(error)})` };
    }
  }
}

/** `${NAME}`, `${NAME:-default}`; `$${` stands for a literal `${`. */
const reference = /\$\$\{|\$\{([^}\n]*)\}?/g;
const wellFormed = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/;

export interface Expansion {
  readonly text: string;
  /** Variables whose values are now part of the text. */
  readonly names: readonly string[];
  /** The references that could not be replaced: each is a reason to refuse the value. */
  readonly failures: readonly { readonly found: string; readonly accepted: string; readonly unset?: string }[];
}

/** Puts the variables into one text. Values are not expanded again, so a password may contain `${`. */
export function expandVariables(text: string, variables: Variables): Expansion {
  const names: string[] = [];
  const failures: { found: string; accepted: string; unset?: string }[] = [];
  const expanded = text.replace(reference, (whole, inside: string | undefined) => {
    if (inside === undefined) return '${';
    const parts = whole.endsWith('}') ? wellFormed.exec(inside) : null;
    const name = parts?.[1];
    if (name === undefined) {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax itself is what is shown.
      failures.push({ found: JSON.stringify(whole), accepted: '${NAME} or ${NAME:-default}, or $${ for a plain ${' });
      return '';
    }
    const variable = variables.read(name);
    if (variable.state === 'set') {
      names.push(name);
      return variable.value;
    }
    if (variable.state === 'unreadable') {
      failures.push({ found: variable.found, accepted: `a readable file with the value, or ${name} itself` });
      return '';
    }
    const fallback = parts?.[2];
    if (fallback === undefined) {
      failures.push({
        found: `\${${name}}, which is not set`,
        accepted: `the variable ${name}, or ${name}_FILE with the path of a file that holds it`,
        unset: name,
      });
    }
    return fallback ?? '';
  });
  return { text: expanded, names, failures };
}

/**
 * `{`, `}`, `,` and others mean something to YAML inside `{ a: ${NAME:-x, y} }`, so references are hidden from it: each
 * such character moves to the private use area, one for one, which keeps every offset, and showReferences moves it
 * back.
 */
const hiddenFrom = 0xe000;
const meaningful = /[{}[\],:#]/g;
const hidden = /[\ue023-\ue07d]/g;

export function hideReferences(text: string): string {
  return text.replace(/\$\{[^}\n]*\}/g, (whole) =>
    whole.replace(meaningful, (character) => String.fromCharCode(hiddenFrom + character.charCodeAt(0))),
  );
}

export function showReferences(text: string): string {
  return text.replace(hidden, (character) => String.fromCharCode(character.charCodeAt(0) - hiddenFrom));
}

/** How long a pipe may take to be written; a password manager behind `<(…)` may ask its owner first. */
const mostPipeMs = 30_000;
const pollMs = 20;

/** A device such as /dev/zero says that it has no bytes, and never ends: so what is read is counted. */
const mostBytes = 16 * 1024 * 1024;

/**
 * The text of a file, or of a pipe (a FIFO, `<(pass show token)`), which gives its text only once.
 * @throws the error of the file system; one with the code `ETIMEDOUT` for a pipe that was not written to its end in
 * time, and with `EFBIG` for what is larger than 16 MB.
 */
export function readText(path: string, pipeMs = mostPipeMs): string {
  // Without O_NONBLOCK, opening a FIFO waits forever for a writer.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return readToEnd(file, fstatSync(file).isFIFO() ? Date.now() + pipeMs : undefined);
  } finally {
    closeSync(file);
  }
}

/** @param deadline of a pipe; undefined: a file, which ends where no bytes come */
function readToEnd(file: number, deadline: number | undefined): string {
  const chunks: Buffer[] = [];
  for (let bytes = 0; ; ) {
    const chunk = readChunk(file);
    // No bytes: the writer of a pipe has closed it, or there is no writer yet.
    if (chunk?.length === 0 && (deadline === undefined || bytes > 0)) return Buffer.concat(chunks).toString('utf8');
    if (chunk !== undefined && chunk.length > 0) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > mostBytes) throw Object.assign(new Error('it is larger than 16 MB'), { code: 'EFBIG' });
    } else if (Date.now() > (deadline ?? 0)) {
      throw Object.assign(new Error('nobody wrote to the pipe'), { code: 'ETIMEDOUT' });
    } else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs);
  }
}

/** undefined: there is a writer, but nothing to read yet. */
function readChunk(file: number): Buffer | undefined {
  const buffer = Buffer.alloc(64 * 1024);
  try {
    return buffer.subarray(0, readSync(file, buffer));
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

/** Why a file could not be read, in a word or two: `ENOENT`. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error) || 'unknown error';
  if (code === 'EFBIG') return 'it is larger than 16 MB';
  return code === 'ETIMEDOUT' ? 'a pipe that nobody wrote to in time' : code;
}
