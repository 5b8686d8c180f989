import type { Path, Report } from '../fields/finding.ts';
import { asRegistered } from '../records/patentNumber.ts';
import { locarno } from './watchSchema.ts';

/** A part of the file, `dockets:` or `designs:` of a watch, and where to report what is found in it. */
export interface SearchPart {
  /** As the file has it, for comparison with the values that were read. */
  readonly raw: unknown;
  /** The keys that it may have. */
  readonly shape: object;
  readonly path: Path;
  readonly report: Report;
}

/** Values by field as they were read; absent where they were refused. */
export type ReadLists = Readonly<Record<string, unknown>>;

/** Notes how a value was read that the service is asked for in another form: `EUIPO` is read as EMID. */
export function noteReadings(lists: ReadLists, part: SearchPart): void {
  for (const [field, values] of Object.entries(lists)) {
    if (!Array.isArray(values)) continue;
    textsOf(part, field).forEach((text, index) => {
      for (const reading of readingsOf(field, text, values[index], lists)) {
        part.report.reading({ path: [...part.path, field, index], why: `read as ${reading}` });
      }
    });
  }
}

function readingsOf(field: string, text: string, value: unknown, lists: ReadLists): string[] {
  if (field === 'locarno') return locarnoReading(text);
  if (field === 'registrationNumber') return registeredReadings(text, lists);
  return typeof value === 'string' && value.toUpperCase() !== text.toUpperCase() ? [value] : [];
}

/** A whole class costs a query for each subclass; nobody should be surprised by that. */
function locarnoReading(text: string): string[] {
  const codes = locarno.safeParse(text).data ?? [];
  const [code = text] = codes;
  if (codes.length > 1) return [`the whole class ${code.slice(0, 2)}: ${codes.length} queries, one for each subclass`];
  return code === text ? [] : [code];
}

function registeredReadings(text: string, lists: ReadLists): string[] {
  const sources: readonly unknown[] = Array.isArray(lists.source) ? lists.source : [];
  return sources.flatMap((source) => {
    const number = asRegistered(String(source), text);
    return number === text ? [] : [`${number} in ${source}`];
  });
}

/** Warns of duplicates in a list. */
export function noteRepeated(lists: ReadLists, part: SearchPart): void {
  for (const [field, values] of Object.entries(lists)) {
    // Classes may overlap: a subclass beside its whole class is asked for once.
    if (!Array.isArray(values) || field === 'locarno') continue;
    const known = values.map((value) => String(value).toUpperCase());
    for (const [index, value] of known.entries()) {
      if (known.indexOf(value) === index) continue;
      const accepted = field === 'source' ? 'each register once' : 'each value once';
      part.report.warning({ path: [...part.path, field, index], why: `${value} is in the list already`, accepted });
    }
  }
}

/** The texts of a field as the file has them, blanks round them left out. */
export function textsOf({ raw }: SearchPart, field: string): string[] {
  const value = typeof raw === 'object' && raw !== null ? (raw as ReadLists)[field] : undefined;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((each) => (typeof each === 'string' ? [each.trim()] : []));
}
