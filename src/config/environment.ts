import type { Findings } from './findings.ts';
import type { Path } from './schema/finding.ts';
import { isTreeMap, type TreeMap } from './tree.ts';
import { type Environment, expandVariables, readVariable } from './variables.ts';

/** Fields of the file that a variable fills when the file leaves them out. */
const fallbacks = [
  { variable: 'TIPSTAFF_BASE_URL', path: ['service', 'baseUrl'] },
  { variable: 'TIPSTAFF_TOKEN', path: ['service', 'token'] },
  { variable: 'TIPSTAFF_DATABASE', path: ['database'] },
  { variable: 'TIPSTAFF_HTTP_HOST', path: ['http', 'host'] },
] as const;

/** A variable without a value, where the file asks for it. */
interface UnsetVariable {
  readonly path: Path;
  readonly found: string;
  readonly accepted: string;
}

/** Puts the environment into the file's values, and remembers where it could not. */
export class EnvironmentReader {
  readonly #env: Environment;
  readonly #cwd: string;
  readonly #findings: Findings;
  readonly #unset: UnsetVariable[] = [];

  constructor(env: Environment, cwd: string, findings: Findings) {
    this.#env = env;
    this.#cwd = cwd;
    this.#findings = findings;
  }

  /** Puts the variables into one text of the file. */
  expand(text: string, path: Path): string {
    const { text: expanded, names, failures } = expandVariables(text, this.#env, this.#cwd);
    for (const { unset, ...failure } of failures) {
      if (unset === undefined) this.#findings.mistake({ path, ...failure });
      else this.#unset.push({ path: [...path], ...failure });
    }
    // The text as it stands keeps its place: the field is there, whatever becomes of it.
    if (failures.length > 0) return text;
    if (names.length > 0) this.#findings.cameFrom(path, names);
    return expanded;
  }

  /** The tree with the fields filled in that the file leaves to the environment. */
  fill(tree: TreeMap): TreeMap {
    let filled = tree;
    for (const { variable, path } of fallbacks) {
      const value = readVariable(variable, this.#env, this.#cwd);
      if (value.state === 'unreadable') {
        this.#findings.mistake({ path, found: value.found, accepted: `a readable file, or ${variable} itself` });
      }
      if (value.state !== 'set') continue;
      const before = filled;
      filled = setMissing(filled, path, value.value);
      if (filled !== before) this.#findings.cameFrom(path, [variable]);
    }
    return filled;
  }

  /**
   * An unset variable is a mistake where its value is needed; a channel that nobody uses is left out with a warning
   * instead, so that one file serves machines with and without Slack.
   */
  withoutUnusedChannels(tree: TreeMap, used: ReadonlySet<string>): TreeMap {
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

function setMissing(tree: TreeMap, path: readonly string[], value: string): TreeMap {
  const [key = '', ...rest] = path;
  const present = tree[key];
  if (rest.length === 0) return present === undefined ? { ...tree, [key]: value } : tree;
  if (present !== undefined && !isTreeMap(present)) return tree;
  const inner = setMissing(present ?? {}, rest, value);
  return inner === present ? tree : { ...tree, [key]: inner };
}
