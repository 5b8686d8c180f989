import { isDistrictCourt, officesOf } from '../records/courts.ts';
import { readDocketNumber, writeDocketNumber } from '../records/docketNumber.ts';

const written = /^\d:\d{2}-[a-z]{2}-\d{5}$/;

/** A case number as it will be asked for. */
export interface CaseNumber {
  /** As district courts write it, where the text tells; else as it stands. */
  readonly number: string;
  /** What courts may write instead of a text that does not tell; undefined where there is nothing to say against it. */
  readonly candidates?: readonly string[] | undefined;
}

/**
 * The case number that a text means. `1:2020cv00168` tells all of it; `20-168` leaves the office out, which the court tells where it has one
 * only. With courts that are no district courts a number is asked for as it stands: those write otherwise.
 * @param courts ids, of the courts that the watch names
 */
export function readCaseNumber(text: string, courts: readonly string[] = []): CaseNumber {
  const isElsewhere = courts.length > 0 && courts.every((court) => !isDistrictCourt(court));
  if (written.test(text) || isElsewhere) return { number: text };
  const parts = readDocketNumber(text);
  if (parts === undefined || parts.serial.length > 5) return { number: text, candidates: [] };
  const known = [...new Set(courts.flatMap(officesOf))];
  const [office, another] = parts.office === undefined ? known : [parts.office];
  const isCertain = office !== undefined && another === undefined && (parts.type !== undefined || courts.length > 0);
  if (isCertain) return { number: writeDocketNumber(parts, office) };
  const offices = parts.office === undefined ? (known.length > 0 ? known : ['1']) : [parts.office];
  return { number: text, candidates: offices.map((one) => writeDocketNumber(parts, one)) };
}
