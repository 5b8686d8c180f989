import type { z } from 'zod';
import { isMap } from '../../base/json.ts';
import { field, refuse, variable } from './fields.ts';

/** Keys and list positions, from the top of the file to a value. */
export type Path = readonly (string | number)[];

/** A finding before its line number is known. */
export interface Finding {
  readonly path: Path;
  readonly atKey?: boolean | undefined;
  readonly offset?: number | undefined; // Characters from the start of a text that has no paths, because it is broken.
  readonly found?: string | undefined; // What is there; undefined: what the file has.
  readonly why?: string | undefined;
  readonly accepted?: string | undefined;
  readonly suggestion?: string | undefined;
}

/** Collects findings. No rule stops at the first mistake. */
export interface Report {
  mistake(finding: Finding): void;
  warning(finding: Finding): void;
  reading(finding: Finding): void;
}

/** Returns a path as `watches[1].designs.source[0]`. */
export function writePath(path: Path): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

/** Returns text like `schedule: found "0 25 * * *"; hour 25 does not exist; accepted: …; did you mean …?`. */
export function wordFinding(finding: Finding, path: Path): string {
  const { found, why, accepted, suggestion } = finding;
  const clauses = [
    found === undefined ? undefined : `found ${found}`,
    why,
    accepted === undefined ? undefined : `accepted: ${accepted}`,
    suggestion === undefined ? undefined : `did you mean ${suggestion}?`,
  ].filter((clause) => clause !== undefined);
  return `${path.length === 0 ? '' : `${writePath(path)}: `}${clauses.join('; ')}`;
}

/** Returns fields without a text there unchanged. */
export function replaceAt<Fields extends object>(
  fields: Fields,
  key: string,
  replace: (text: string) => string,
): Fields {
  const [first = '', ...rest] = key.split('.');
  const value = (fields as Readonly<Record<string, unknown>>)[first];
  if (rest.length > 0) {
    return isMap(value) ? { ...fields, [first]: replaceAt(value, rest.join('.'), replace) } : fields;
  }
  const replaced = (one: unknown) => (typeof one === 'string' ? replace(one) : one);
  if (Array.isArray(value)) return { ...fields, [first]: value.map(replaced) };
  return typeof value === 'string' ? { ...fields, [first]: replace(value) } : fields;
}

/** What could be read despite mistakes, so that rules across fields are checked in the same run. */
type Shape<Value> =
  | { readonly whole: true; readonly fields: Value }
  | { readonly whole: false; readonly fields: Partial<Value> };

/** @param elsewhere where a misplaced key belongs: `wholeWord` → `designs.wholeWord` */
export function readShape<Fields extends z.ZodRawShape>(
  schema: z.ZodObject<Fields, z.core.$strict>,
  raw: unknown,
  path: Path,
  report: Report,
  elsewhere: ReadonlyMap<string, string> = new Map(),
): Shape<z.output<z.ZodObject<Fields, z.core.$strict>>> {
  const whole = schema.safeParse(raw);
  if (whole.success) return { whole: true, fields: whole.data };
  for (const issue of whole.error.issues) reportIssue(issue, path, report, elsewhere);
  if (typeof raw !== 'object' || raw === null) return { whole: false, fields: {} };
  const good = Object.entries(schema.shape).flatMap(([key, field]) => {
    const value = (field as z.ZodType).safeParse((raw as Record<string, unknown>)[key]);
    return value.success ? [[key, value.data]] : [];
  });
  return { whole: false, fields: Object.fromEntries(good) };
}

const formerKeys: Readonly<Record<string, string>> = {
  services: 'name one account under service:; another needs an installation with its own watches.yaml and database',
  service: 'remove it: every watch uses the token under service:; another account needs an installation of its own',
  maxAnswerMegabytes: 'write maxResponseMegabytes',
};

function reportIssue(issue: z.core.$ZodIssue, path: Path, report: Report, elsewhere: ReadonlyMap<string, string>) {
  const place = [...path, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
  const accepted = issue.message;
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const finding = { path: [...place, key], atKey: true };
      if (Object.hasOwn(formerKeys, key)) {
        report.mistake({ ...finding, found: 'a key that this version no longer has', why: formerKeys[key] });
        continue;
      }
      const known = accepted.split(', ');
      const longer = known.find((one) => key.length > 3 && one.toLowerCase().startsWith(key.toLowerCase()));
      const suggestion = nearMiss(key, known) ?? longer ?? elsewhere.get(key);
      report.mistake({ ...finding, found: 'an unknown key', accepted, suggestion });
    }
    return;
  }
  const { why, suggestion } = issue.code === 'custom' ? (issue.params ?? {}) : {};
  report.mistake({ path: place, accepted, why, suggestion });
}

export function oneOf<T extends string>(known: readonly T[]) {
  const read = (value: string) =>
    known.find((one) => one === value.toLowerCase()) ?? refuse({ suggestion: nearMiss(value, known) });
  return field(known.join(', '), read, { anyOf: [{ enum: known }, { type: 'string', pattern: variable }] });
}

/** Allows one typing error per three letters: a letter too many, missing, wrong, or swapped with its neighbor. */
export function nearMiss(word: string, candidates: Iterable<string>): string | undefined {
  const typed = word.toLowerCase();
  let best: string | undefined;
  let fewest = Math.floor(Math.max(typed.length, 3) / 3) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - typed.length) >= fewest) continue;
    const slips = countSlips(typed, candidate.toLowerCase());
    if (slips < fewest) {
      best = candidate;
      fewest = slips;
    }
  }
  return best;
}

function countSlips(a: string, b: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const wrong = a[row - 1] === b[column - 1] ? 0 : 1;
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + wrong,
        swapped ? (older[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    older = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** Every scalar as its source text: `patentNumber: 6834603` and `"6834603"` are the same. */
export type Tree = string | Tree[] | TreeMap;

/** undefined: a key without a value, which counts as left out; a mistyped key is still reported. */
export interface TreeMap {
  readonly [key: string]: Tree | undefined;
}

export function isTreeMap(tree: unknown): tree is TreeMap {
  return isMap(tree);
}

const longest = 100;

const identifierAccepted = `letters, digits, - and _, a letter or digit first, at most ${longest}`;

/** The id of a watch or channel, used unchanged in commands, URLs and headers. */
export const identifier = field(identifierAccepted, (value) => {
  if (value.length <= longest && /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(value)) return value;
  const meant = value
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^[-_]+|-+$/g, '')
    .slice(0, longest);
  return refuse({ suggestion: meant === '' ? undefined : meant });
});

/** `former`: what to write instead of types that this version no longer has. */
interface Kinds<Type extends string> {
  readonly key: string;
  readonly accepted: string;
  readonly types: readonly Type[];
  schemaOf(type: Type): z.ZodObject<z.ZodRawShape, z.core.$strict>;
  readonly former: Readonly<Record<string, string>>;
}

type TypedShape<Type> = Shape<Readonly<Record<string, unknown>>> & { readonly name: string; readonly type: Type };

/** Reads a map of typed parts by name, without those with mistakes. @param finish returns undefined for a mistake */
export function readByType<Type extends string, Part>(
  raw: unknown,
  kinds: Kinds<Type>,
  report: Report,
  finish: (read: TypedShape<Type>, path: Path) => Part | undefined,
): Record<string, Part> {
  if (raw === undefined) return {};
  if (!isTreeMap(raw)) report.mistake({ path: [kinds.key], accepted: kinds.accepted });
  const parts = Object.entries(isTreeMap(raw) ? raw : {}).flatMap(([name, own]) => {
    const path = [kinds.key, name];
    const type = isIdentifier(name, path, report) ? readType(own, kinds, path, report) : undefined;
    if (type === undefined) return [];
    const part = finish({ ...readShape(kinds.schemaOf(type), own, path, report), name, type }, path);
    return part === undefined ? [] : [[name, part] as const];
  });
  return Object.fromEntries(parts);
}

/** Reports a mistake at the key. */
function isIdentifier(name: string, path: Path, report: Report): boolean {
  if (identifier.safeParse(name).success) return true;
  report.mistake({ path, atKey: true, found: `the name ${JSON.stringify(name)}`, accepted: identifierAccepted });
  return false;
}

function readType<Type extends string>(raw: unknown, { types, former }: Kinds<Type>, path: Path, report: Report) {
  const type = isTreeMap(raw) ? raw.type : undefined;
  const found = types.find((one) => one === type);
  if (found !== undefined) return found;
  if (!isTreeMap(raw)) report.mistake({ path, accepted: `a map with a type: ${types.join(', ')}` });
  else if (typeof type === 'string' && Object.hasOwn(former, type)) {
    const words = `"${type}", a kind that this version no longer has`;
    report.mistake({ path: [...path, 'type'], found: words, accepted: former[type] });
  } else {
    const suggestion = typeof type === 'string' ? nearMiss(type, types) : undefined;
    report.mistake({ path: [...path, 'type'], accepted: types.join(', '), suggestion });
  }
  return undefined;
}
