import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

const pointSchema = z.object({ line: z.number(), column: z.number() });

const reportSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          replacement: z.string().optional(),
          status: z.string(),
          location: z.object({ start: pointSchema, end: pointSchema }),
        }),
      ),
    }),
  ),
});

const reasonsSchema = z.record(
  z.string(),
  z.array(z.object({ before: z.string(), after: z.string(), why: z.string() })),
);

/** A change of the source that no test noticed. */
export interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

export interface Result {
  readonly mutants: number;
  readonly killed: number;
  readonly survivors: readonly Survivor[];
}

/** Reads Stryker's report in `folder`. An endless test has noticed the change; a change that no test runs survives. */
export function readResult(folder: string): Result {
  const { files } = reportSchema.parse(JSON.parse(readFileSync(join(folder, 'mutants.json'), 'utf8')));
  const all = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ ...mutant, file, source })),
  );
  const tried = all.filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status));
  const survivors = tried
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ file, source, location, replacement }) => ({
      file,
      line: location.start.line,
      before: short(textBetween(source, location.start, location.end)),
      after: short(replacement ?? ''),
    }));
  return { mutants: tried.length, killed: tried.length - survivors.length, survivors };
}

/** The survivors without a reason in `survivors.yaml`. */
export function unexplained(survivors: readonly Survivor[]): Survivor[] {
  const reasons = reasonsSchema.parse(parse(readFileSync(join(import.meta.dirname, 'survivors.yaml'), 'utf8')) ?? {});
  return survivors.filter(
    ({ file, before, after }) => !reasons[file]?.some((one) => one.before === before && one.after === after),
  );
}

function textBetween(source: string, start: z.infer<typeof pointSchema>, end: z.infer<typeof pointSchema>): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return lines.join('\n');
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
