import type { Court } from './courts.ts';
import type { Day } from './day.ts';
import type { Since } from './since.ts';
import { type Times, timesOf } from './since.ts';

/** What happens to one entry, and when the court shows it. */
export interface EntryStory {
  /** '' for an entry without a number. */
  readonly number: string;
  /** The day it bears. */
  readonly dated: Day;
  /** The day from which it can be seen; later than `dated` when it was entered late. */
  readonly shown: Day;
  readonly text: string;
  /** 0: nothing to open. */
  readonly documents: number;
  /** The clerk's note, put into the text on a later day. */
  readonly note?: { readonly on: Day; readonly text: string } | undefined;
  /** A further attachment, or the PDF itself, that turns up on a later day. */
  readonly attachmentOn?: Day | undefined;
}

/** A case from its filing on: everything that was, is and will be. What can be seen of it depends on the day alone. */
export interface DocketStory {
  readonly docketId: number;
  readonly caseNumber: string;
  readonly caseName: string;
  readonly court: Court;
  readonly suitNature: string;
  readonly filed: Day;
  /** In the order of time; the first from `filed`. */
  readonly judges: readonly Since<string>[];
  readonly parties: readonly Since<string>[];
  readonly patents: readonly Since<string>[];
  /** Ends and re-openings, in the order of time; none: open. */
  readonly turns: readonly Since<'terminated' | 'open'>[];
}

/** Dockets are searched by party, patent and number; numbers never change. */
export function docketTimes({ filed, parties, patents }: DocketStory): Times {
  return timesOf(filed, [...parties, ...patents]);
}
