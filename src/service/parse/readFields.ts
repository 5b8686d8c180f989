import { z } from 'zod';
import { dayOf } from '../../records/fieldForm.ts';
import type { Unreadable } from '../../records/query.ts';

/** Lists at most 20 but counts all, because a broken source can break every entry at once. */
export class UnreadableList {
  static readonly limit = 20;
  readonly listed: Unreadable[] = [];
  count = 0;

  add(path: string, reason: string): void {
    this.addAll({ listed: [{ path, reason }], count: 1 });
  }

  addAll(more: { readonly listed: readonly Unreadable[]; readonly count: number }): void {
    this.listed.push(...more.listed.slice(0, UnreadableList.limit - this.listed.length));
    this.count += more.count;
  }
}

export type PlainObject = Readonly<Record<string, unknown>>;

/** Reads field by field. A field that does not fit `schema` is left out, named in `unread`, and listed. */
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
    if (read.success) fields[name] = read.data;
    else {
      const issue = read.error.issues[0];
      unreadable.add(`${path}.${name}${placeOf(issue?.path ?? [])}`, reasonOf(issue, value));
      unread.push(name);
    }
  }
  return { fields: fields as Partial<z.output<z.ZodObject<Shape>>>, unread };
}

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

// Any field of the service may be absent or null (docs/service.md, section 5). Neither is an error.

export const text = z.string().nullish();
/** Identifiers are text, but some sources send them as numbers. */
export const identifier = z.union([z.string(), z.number()]).nullish();
export const whole = z.int().nullish();
export const texts = z.array(text).nullish();
export const identifiers = z.array(identifier).nullish();

/** Reads a day. Blank is allowed, and so is a year or month alone, because a register may know no more. */
export const date = z
  .string()
  .transform((shown, context) => {
    const trimmed = shown.trim();
    const day = trimmed === '' || /^\d{4}(-\d{2})?$/.test(trimmed) ? trimmed : dayOf(trimmed);
    if (day === undefined) context.addIssue({ code: 'custom', message: 'expected a date' });
    return day ?? '';
  })
  .nullish();
