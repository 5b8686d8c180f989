import type { z } from 'zod';
import type { Path, Report } from './finding.ts';
import { nearMiss } from './nearMiss.ts';

/** Where a misplaced key belongs: `wholeWord` → `designs.wholeWord`. */
export type Elsewhere = Readonly<Record<string, string>>;

/** All of it, or (when something was wrong) what could be read, so that rules across fields can be checked in the same run. */
export type Shape<Value> =
  | { readonly whole: true; readonly fields: Value }
  | { readonly whole: false; readonly fields: Partial<Value> };

/** Reads a part of the tree by its schema and reports all that is wrong in it. */
export function readShape<Fields extends z.ZodRawShape>(
  schema: z.ZodObject<Fields, z.core.$strict>,
  raw: unknown,
  path: Path,
  report: Report,
  elsewhere: Elsewhere = {},
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

function reportIssue(issue: z.core.$ZodIssue, path: Path, report: Report, elsewhere: Elsewhere): void {
  const place = [...path, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
  const accepted = issue.message;
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      report.mistake({
        path: [...place, key],
        atKey: true,
        found: 'an unknown key',
        accepted,
        suggestion: nearMiss(key, accepted.split(', ')) ?? (Object.hasOwn(elsewhere, key) ? elsewhere[key] : undefined),
      });
    }
    return;
  }
  const { why, suggestion } = issue.code === 'custom' ? (issue.params ?? {}) : {};
  report.mistake({ path: place, accepted, why, suggestion });
}
