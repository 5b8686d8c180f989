import type { PlacedFinding } from '../base/errors.ts';
import { type Finding, nearMiss, type Path, wordFinding } from './fields/finding.ts';
import type { Findings } from './findings.ts';
import { isTreeMap, type Tree, type TreeMap } from './tree.ts';
import { type Environment, expandVariables, type Variables } from './variables.ts';

/** Fields of the file that a variable fills when the file leaves them out. */
const fallbacks = [
  { variable: 'TIPSTAFF_BASE_URL', path: ['service', 'baseUrl'] },
  { variable: 'TIPSTAFF_TOKEN', path: ['service', 'token'] },
  { variable: 'TIPSTAFF_DATABASE', path: ['database'] },
  { variable: 'TIPSTAFF_HTTP_HOST', path: ['http', 'host'] },
] as const;

/** Puts environment variables into the file's values, and remembers where that was not possible. */
export class EnvironmentReader {
  readonly #variables: Variables;
  readonly #findings: Findings;
  /** Places that need a variable which has no value. */
  readonly #unset: Finding[] = [];

  constructor(variables: Variables, findings: Findings) {
    this.#variables = variables;
    this.#findings = findings;
  }

  expand(text: string, path: Path): string {
    const { text: expanded, names, failures } = expandVariables(text, this.#variables);
    for (const { unset, ...failure } of failures) {
      if (unset === undefined) this.#findings.mistake({ path, ...failure });
      else this.#unset.push({ path: [...path], ...failure });
    }
    // The text stays unchanged, so that the field does not count as missing.
    if (failures.length > 0) return text;
    if (names.length > 0) this.#findings.cameFrom(path, names);
    else if (path.join('.') === 'service.baseUrl' && expanded === 'sandbox') this.#refuseDefaultSandbox(text, path);
    return expanded;
  }

  /** A service that nobody named is never the sandbox: a forgotten variable would report made-up records as facts. */
  #refuseDefaultSandbox(text: string, path: Path): void {
    if (text === 'sandbox') return;
    this.#findings.mistake({
      path,
      found: `${text}, which is not set`,
      why: 'the sandbox is never a default',
      accepted: 'the variable, set to the URL of the service or to the word sandbox',
    });
  }

  /** The tree with the fields filled in that the file leaves to the environment. */
  fill(tree: TreeMap): TreeMap {
    let filled = tree;
    for (const { variable, path } of fallbacks) {
      const [key, inner] = path;
      const section = inner === undefined ? filled : (filled[key] ?? {});
      if (!isTreeMap(section) || section[inner ?? key] !== undefined) continue;
      const value = this.#variables.read(variable);
      if (value.state === 'unreadable') {
        this.#findings.mistake({ path, found: value.found, accepted: `a readable file, or ${variable} itself` });
      }
      if (value.state !== 'set') continue;
      this.#findings.cameFrom(path, [variable]);
      filled = { ...filled, [key]: inner === undefined ? value.value : { ...section, [inner]: value.value } };
    }
    return filled;
  }

  /**
   * An unset variable is a mistake where its value is needed; an unused channel is left out with a warning
   * instead, so that one file serves machines with and without Slack.
   */
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

/** The channels that operators or a watch (by itself or by the defaults) notify, before the tree is checked. */
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

/** LOG_LEVEL, default `info`; the second is the mistake in it. */
export function readLogLevel(env: Environment): readonly [LogLevel, readonly PlacedFinding[]] {
  const asked = env.LOG_LEVEL?.trim().toLowerCase() || 'info';
  const level = logLevels.find((known) => known === asked);
  if (level !== undefined) return [level, []];
  const path = ['LOG_LEVEL'];
  const found = JSON.stringify(asked.slice(0, 60));
  const suggestion = nearMiss(asked, logLevels);
  const finding = { path, found, accepted: logLevels.join(', '), suggestion };
  const [words, text] = [wordFinding(finding, []), wordFinding(finding, path)];
  return ['info', [{ file: '', line: 0, column: 0, path: 'LOG_LEVEL', words, text }]];
}
