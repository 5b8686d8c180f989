import type { z } from 'zod';
import type { UnreadableList } from './unreadableList.ts';

export type PlainObject = Readonly<Record<string, unknown>>;

export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads an object field by field, for when it cannot be read as a whole: what fits `schema` is kept, a field that does not is
 * left out, as if absent, and noted with the place inside it that is wrong. `unread` names those fields.
 */
export function readFields<Shape extends Readonly<Record<string, z.ZodType>>>(
  schema: z.ZodObject<Shape>,
  shown: PlainObject,
  path: string,
  unreadable: UnreadableList,
): { fields: Partial<z.output<z.ZodObject<Shape>>>; unread: string[] } {
  const fields: Record<string, unknown> = {};
  const unread: string[] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = Object.hasOwn(shown, name) ? shown[name] : undefined;
    const read = field.safeParse(value);
    if (read.success) {
      if (read.data !== undefined) fields[name] = read.data;
    } else {
      const issue = read.error.issues[0];
      unreadable.add(`${path}.${name}${placeOf(issue?.path ?? [])}`, reasonOf(issue, value));
      unread.push(name);
    }
  }
  return { fields: fields as Partial<z.output<z.ZodObject<Shape>>>, unread };
}

/** What a value is, in a reader's words: `text`, `number`, `list`, `object`, `nothing` … */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
}

function reasonOf(issue: z.core.$ZodIssue | undefined, value: unknown): string {
  let found = value;
  for (const step of issue?.path ?? []) found = (found as Record<PropertyKey, unknown> | undefined)?.[step];
  if (issue?.code === 'custom') return `${issue.message}, found ${JSON.stringify(found).slice(0, 40)}`;
  const expected = issue?.code === 'invalid_union' ? 'text or number' : expectedWords(issue);
  return `expected ${expected}, found ${kindOf(found)}`;
}

function expectedWords(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code !== 'invalid_type') return 'another value';
  const words: Readonly<Record<string, string>> = { string: 'text', array: 'list', int: 'whole number' };
  return words[issue.expected] ?? issue.expected;
}
