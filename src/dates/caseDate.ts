import type { DayKind } from '../reading/entryReading.ts';
import type { DateLine, DateSource } from './dateLine.ts';

/**
 * `asked`: a party wants it, no court has set it. `superseded`: a later order set another day for the same.
 * `case-ended`: its case ended before. `expired`: a design that expired on its day.
 */
export const dateStatuses = ['set', 'asked', 'cancelled', 'superseded', 'case-ended', 'expired'] as const;
export type DateStatus = (typeof dateStatuses)[number];

/** A day for which a date was set before. */
export interface EarlierDay {
  readonly date: string;
  /** Number of the document that set it; '' where it has none. */
  readonly entry: string;
}

/** A date of a case as it stands after all its filings. */
export interface CaseDate<Source extends DateSource = DateSource> {
  /** Stays the same when the date moves: its kind, its name, and the day for which it was first set. */
  readonly id: string;
  readonly what: DayKind;
  /** `markman hearing`, `answer` */
  readonly subject: string;
  readonly party: string;
  readonly date: string;
  readonly time: string | undefined;
  readonly days: number | undefined;
  readonly words: string;
  readonly status: Exclude<DateStatus, 'expired'>;
  /** A filing whose words may cancel it. In doubt the date stands. */
  readonly doubt?: Source | undefined;
  /** The days for which it was set before, the last one first. */
  readonly earlier: readonly EarlierDay[];
  /** For `case-ended`: the ISO day on which the case ended. */
  readonly caseEnded?: string | undefined;
  /** How often it was changed: iCalendar's SEQUENCE. */
  readonly sequence: number;
  readonly source: Source;
}

/** A date as it is so far, with what distinguishes it from others. */
export interface Standing<Source extends DateSource> extends CaseDate<Source> {
  readonly kind: DateLine['kind'];
  /** Document numbers of its filings and of those that they refer to. */
  readonly numbers: ReadonlySet<string>;
}
