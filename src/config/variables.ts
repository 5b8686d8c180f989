import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable; or that it is not set; or why its file cannot be read. */
export type VariableValue =
  | { readonly state: 'set'; readonly value: string }
  | { readonly state: 'unset' }
  | { readonly state: 'unreadable'; readonly found: string };

/** NAME, else the trimmed text of the file that NAME_FILE names. A blank variable counts as unset, as in a shell's `:-`. */
export function readVariable(name: string, env: Environment, cwd: string): VariableValue {
  const value = env[name];
  if (value !== undefined && value !== '') return { state: 'set', value };
  const file = env[`${name}_FILE`];
  if (file === undefined || file === '') return { state: 'unset' };
  try {
    const text = readFileSync(resolve(cwd, file), 'utf8').trim();
    if (text === '') return { state: 'unreadable', found: `an empty file by ${name}_FILE (${file})` };
    return { state: 'set', value: text };
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return { state: 'unreadable', found: `a file that cannot be read by ${name}_FILE (${file}: ${reason})` };
  }
}

/** `${NAME}`, `${NAME:-default}`; `$${` stands for a literal `${`. */
const reference = /\$\$\{|\$\{([^}\n]*)\}?/g;
const wellFormed = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/;

export interface Expansion {
  readonly text: string;
  /** Variables whose values are now part of the text. */
  readonly names: readonly string[];
  /** What could not be put in: each a reason to refuse the value. */
  readonly failures: readonly { readonly found: string; readonly accepted: string; readonly unset?: string }[];
}

/** Puts the variables into one text. Values are not expanded again, so a password may contain `${`. */
export function expandVariables(text: string, env: Environment, cwd: string): Expansion {
  const names: string[] = [];
  const failures: { found: string; accepted: string; unset?: string }[] = [];
  const expanded = text.replace(reference, (whole, inside: string | undefined) => {
    if (inside === undefined) return '${';
    const parts = whole.endsWith('}') ? wellFormed.exec(inside) : null;
    const name = parts?.[1];
    if (name === undefined) {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax itself is what is told.
      failures.push({ found: JSON.stringify(whole), accepted: '${NAME} or ${NAME:-default}, or $${ for a plain ${' });
      return '';
    }
    const variable = readVariable(name, env, cwd);
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
 * `{`, `}`, `,` and others mean something to YAML inside `{ a: ${NAME:-x, y} }`, so references are hidden from it: each such
 * character moves to the private use area, one for one, which keeps every offset, and showReferences moves it back.
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
