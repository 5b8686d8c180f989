import type { DayKind } from '../entryReading.ts';

/**
 * How well a name identifies an event of a case: `named` does by itself, `topic` and `generic` only together with other
 * facts.
 */
type SubjectKind = 'named' | 'topic' | 'generic';

/** What an event is called, normalised so that two filings about one event agree. */
export interface Subject {
  /** `markman hearing`, `answer`, `response` */
  readonly name: string;
  readonly kind: SubjectKind;
  /** Whose deadline it is, in lower case, where the text says so; else ''. */
  readonly party: string;
}

/** What one sentence of an entry does to the calendar of its case. */
export interface DateLine extends Subject {
  /**
   * `asks`: a party wants the day, nobody has set it. `may cancel`: the words may cancel a date, which stands all the
   * same. `ends`: the case is dismissed or closed. `reopens`: it goes on.
   */
  readonly act: 'sets' | 'asks' | 'cancels' | 'may cancel' | 'ends' | 'reopens';
  readonly what: DayKind;
  /** `YYYY-MM-DD`; absent for a cancellation or an end, and for days counted from a filing whose day is unknown. */
  readonly date?: string | undefined;
  /** `HH:MM` at the court. */
  readonly time?: string | undefined;
  /** The text counts so many days from its filing. */
  readonly days?: number | undefined;
  readonly words: string;
  /**
   * Which earlier event it can move. `again`: the entry says that it sets days again (reset, extended, now due);
   * `name`: only an event of the same name; `none`: it repeats what others set, as a party's paper does.
   */
  readonly moves: 'again' | 'name' | 'none';
  /** Other days that the entry names, those that it moves or cancels among them. */
  readonly named: readonly string[];
  /** An order that sets the schedule: its deadline takes the place of the one of the same name and party. */
  readonly supersedes?: boolean | undefined;
  /** For `cancels`: all of its kind that lies ahead, whatever it is called. */
  readonly all?: boolean | undefined;
}

export interface DateSource {
  /** Position in the order of first sight, from 1: which of two filings of one day came later. */
  readonly seq: number;
  readonly documentNumber: string;
  /** ISO day; undefined where unknown. */
  readonly filed: string | undefined;
  readonly refersTo: readonly string[];
}

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
