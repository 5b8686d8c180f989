import { createHash } from 'node:crypto';
import type { DateStatus, EarlierDay } from './caseDate.ts';

/** An event of a calendar, ready to be shown: of a case or of a design. */
export interface CalendarEvent {
  /** Globally unique, and the same each time and in every Tipstaff that holds the record. */
  readonly uid: string;
  readonly record: { readonly type: 'docket' | 'design'; readonly key: string };
  readonly what: 'hearing' | 'deadline' | 'expiry' | 'renewal';
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` at the court; undefined for a day as a whole. */
  readonly time: string | undefined;
  /** IANA zone of the court; undefined where its place is not known for certain. */
  readonly timezone: string | undefined;
  /** `Markman hearing`, `Answer due (rival inc)` */
  readonly title: string;
  /** `1:20-cv-00168 (D. Del.) Widget Co. v. Rival` */
  readonly case: string;
  /** The sentence that says so, as the text has it. */
  readonly sentence: string;
  /** What else the reader should know about the date: `counted from the filing: 14 days`. */
  readonly note: string | undefined;
  /** Document number of the filing that says so; '' where it has none. */
  readonly entry: string;
  /** ISO day of that filing. */
  readonly filed: string | undefined;
  readonly sequence: number;
  readonly status: DateStatus;
  /** The filing whose words may cancel it, `D.I. 52`; in doubt the date stands. */
  readonly mayBeCancelled?: string | undefined;
  /** The days for which it was set before, the last one first. */
  readonly earlier?: readonly EarlierDay[] | undefined;
  /** The document, else the docket or the register's page; http(s). */
  readonly link: string | undefined;
}

/** An event for readers who may not know its case: `discreet` is the label (a matter) under which only what and when are shown. */
export type ShownEvent = CalendarEvent & { readonly discreet?: string | undefined };

/** Whether readers have to keep the date, as far as its filings say. */
export function isKept({ status }: Pick<CalendarEvent, 'status'>): boolean {
  return status === 'set' || status === 'asked' || status === 'expired';
}

/** The last line of every list of dates. */
export const caution = 'Read from the texts of filings; check the docket.';

export function eventUid(recordKey: string, id: string): string {
  return `${createHash('sha256').update(`${recordKey}\n${id}`).digest('hex').slice(0, 32)}@tipstaff`;
}
