import { isDistrictCourt, officesOf } from '../records/courts.ts';
import { readDocketNumber, writeDocketNumber } from '../records/docketNumber.ts';

const written = /^\d:\d{2}-[a-z]{2}-\d{5}$/;

/** A case number as the service will be asked for it. */
export interface CaseNumber {
  /** As district courts write it, where that follows from the text; else unchanged. */
  readonly number: string;
  /** What courts may write instead, where the text is not complete; undefined where nothing is wrong with it. */
  readonly candidates?: readonly string[] | undefined;
}

/**
 * The case number that a text means. `1:2020cv00168` is complete; `20-168` leaves out the office, which follows from the court where that has one
 * only. For courts other than district courts, a number is left unchanged: they write numbers differently.
 * @param courts ids of the courts that the watch names
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
