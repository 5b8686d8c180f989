import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { madeOncePerText } from '../base/calls.ts';
import { codeOf, type PlacedFinding, whyUnreadable } from '../base/errors.ts';
import { keyed } from './fields/fields.ts';
import { type Finding, isTreeMap, oneOf, type Path, readShape, type Tree, type TreeMap } from './fields/finding.ts';
import { Findings } from './findings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type VariableValue =
  | { readonly state: 'set'; readonly value: string }
  | { readonly state: 'unset' }
  | { readonly state: 'unreadable'; readonly found: string };

/** Reads NAME, else the trimmed file that NAME_FILE names. Blank counts as unset. Each file is read once. */
export function variablesOf(env: Environment, cwd: string): (name: string) => VariableValue {
  return madeOncePerText((name) => {
    const [value, file] = [env[name], env[`${name}_FILE`]];
    if (value) return { state: 'set', value };
    return file ? readFile(`${name}_FILE`, file, cwd) : { state: 'unset' };
  });
}

function readFile(variable: string, file: string, cwd: string): VariableValue {
  try {
    const value = readText(resolve(cwd, file)).trim();
    if (value !== '') return { state: 'set', value };
    return { state: 'unreadable', found: `an empty file by ${variable} (${file})` };
  } catch (error) {
    return {
      state: 'unreadable',
      found: `a file that cannot be read by ${variable} (${file}: ${whyUnreadable(error)})`,
    };
  }
}

/** `${NAME}`, `${NAME:-default}`. `$${` stands for a literal `${`. */
const reference = /\$\$\{|\$\{([^}\n]*)\}?/g;
const wellFormed = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/;

/** Does not expand values again, so a password may contain `${`. */
export function expandVariables(text: string, read: ReturnType<typeof variablesOf>) {
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
    const variable = read(name);
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
        accepted: `the variable ${name} (load .env first), or ${name}_FILE with the path of a file that holds it`,
        unset: name,
      });
    }
    return fallback ?? '';
  });
  return { text: expanded, names, failures };
}

/** How long writing a pipe may take. A password manager behind `<(…)` may first ask its owner. */
const mostPipeMs = 30_000;
const pollMs = 20;

/** A device such as /dev/zero reports no size and never ends. */
const mostBytes = 16 * 1024 * 1024;

/** Reads a pipe only once. @throws `ETIMEDOUT` for a pipe not written to its end in time, `EFBIG` above 16 MB */
export function readText(path: string, pipeMs = mostPipeMs): string {
  // Without O_NONBLOCK, opening a FIFO waits forever for a writer.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return readToEnd(file, fstatSync(file).isFIFO() ? Date.now() + pipeMs : undefined);
  } finally {
    closeSync(file);
  }
}

/** @param deadline for a pipe; undefined: a file, which ends when no bytes come */
function readToEnd(file: number, deadline: number | undefined): string {
  const chunks: Buffer[] = [];
  for (let bytes = 0; ; ) {
    const chunk = readChunk(file);
    // No bytes: the pipe's writer has closed it, or there is no writer yet.
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

function readChunk(file: number): Buffer | undefined {
  const buffer = Buffer.alloc(64 * 1024);
  try {
    return buffer.subarray(0, readSync(file, buffer));
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

const fallbacks = [
  { variable: 'TIPSTAFF_BASE_URL', path: ['service', 'baseUrl'] },
  { variable: 'TIPSTAFF_TOKEN', path: ['service', 'token'] },
  { variable: 'TIPSTAFF_DATABASE', path: ['database'] },
  { variable: 'TIPSTAFF_HTTP_HOST', path: ['http', 'host'] },
] as const;

export class EnvironmentReader {
  readonly #read: ReturnType<typeof variablesOf>;
  readonly #findings: Findings;
  readonly #unset: Finding[] = [];

  constructor(read: ReturnType<typeof variablesOf>, findings: Findings) {
    this.#read = read;
    this.#findings = findings;
  }

  expand(text: string, path: Path): string {
    const { text: expanded, names, failures } = expandVariables(text, this.#read);
    for (const { unset, ...failure } of failures) {
      if (unset === undefined) this.#findings.mistake({ path, ...failure });
      else this.#unset.push({ path, ...failure });
    }
    // The text stays unchanged, so that the field does not count as missing.
    if (failures.length > 0) return text;
    if (names.length > 0) this.#findings.cameFrom(path, names);
    else if (path.join('.') === 'service.baseUrl' && expanded === 'sandbox') this.#refuseSandbox(text, path);
    return expanded;
  }

  /** Refuses the sandbox as a default: a forgotten variable would report made-up records as facts. */
  #refuseSandbox(text: string, path: Path): void {
    if (text === 'sandbox') return;
    const found = `${text}, which is not set`;
    const accepted = 'the variable, set to the URL of the service or to the word sandbox';
    this.#findings.mistake({ path, found, why: 'the sandbox is never a default', accepted });
  }

  fill(tree: TreeMap): TreeMap {
    let filled = tree;
    for (const { variable, path } of fallbacks) {
      const [key, inner] = path;
      const section = inner === undefined ? filled : (filled[key] ?? {});
      if (!isTreeMap(section) || section[inner ?? key] !== undefined) continue;
      const value = this.#read(variable);
      if (value.state === 'unreadable') {
        this.#findings.mistake({ path, found: value.found, accepted: `a readable file, or ${variable} itself` });
      }
      if (value.state !== 'set') continue;
      this.#findings.cameFrom(path, [variable]);
      filled = { ...filled, [key]: inner === undefined ? value.value : { ...section, [inner]: value.value } };
    }
    return filled;
  }

  /** Leaves out an unused channel with an unset variable, so that one file serves machines with and without Slack. */
  withoutUnusedChannels(tree: TreeMap): TreeMap {
    const used = usedChannels(tree);
    const idle = new Set<string>();
    for (const finding of this.#unset) {
      const [section, name] = finding.path;
      if (section !== 'channels' || typeof name !== 'string' || used.has(name)) {
        this.#findings.mistake(finding);
        continue;
      }
      idle.add(name);
      this.#findings.warning({ ...finding, why: `nobody uses the channel ${name}, so it is left out` });
    }
    const { channels } = tree;
    if (idle.size === 0 || !isTreeMap(channels)) return tree;
    return { ...tree, channels: Object.fromEntries(Object.entries(channels).filter(([name]) => !idle.has(name))) };
  }
}

/** Returns the channels of operators and watches, before the tree is checked. */
function usedChannels({ operators, defaults, watches }: TreeMap): Set<string> {
  const inherited = isTreeMap(defaults) ? defaults.notify : undefined;
  const notified = (Array.isArray(watches) ? watches : []).map(
    (watch) => (isTreeMap(watch) ? watch.notify : undefined) ?? inherited,
  );
  return new Set([operators, ...notified].flatMap(names));
}

function names(value: Tree | undefined): string[] {
  return (Array.isArray(value) ? value : [value]).filter((name) => typeof name === 'string');
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const levelSchema = keyed({ LOG_LEVEL: oneOf(logLevels).default('info') });

/** Returns LOG_LEVEL, default `info`, and the mistake in it. */
export function readLogLevel(env: Environment): readonly [LogLevel, readonly PlacedFinding[]] {
  const tree = { LOG_LEVEL: env.LOG_LEVEL?.trim() || undefined };
  const findings = new Findings();
  const { LOG_LEVEL: level = 'info' } = readShape(levelSchema, tree, [], findings).fields;
  return [level, findings.placed('', undefined, tree).mistakes];
}
