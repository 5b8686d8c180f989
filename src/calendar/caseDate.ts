import type { DayKind } from '../reading/entryReading.ts';
import type { DateLine, DateSource } from './dateLine.ts';

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
  /** `asked`: a party wants it, no court has set it. */
  readonly status: 'set' | 'asked' | 'cancelled';
  /** How often it was changed: iCalendar's SEQUENCE. */
  readonly sequence: number;
  /** The filing that says it last. */
  readonly source: Source;
}

/** A date as it is so far, with what distinguishes it from others. */
export interface Standing<Source extends DateSource> extends CaseDate<Source> {
  readonly kind: DateLine['kind'];
  /** Document numbers of its filings and of those that they refer to. */
  readonly numbers: ReadonlySet<string>;
}
