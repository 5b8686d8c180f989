import type { ShownEvent } from '../../reading/events/calendarEvent.ts';
import type { Docket, Entry, EntryReading } from '../../records/docket.ts';
import type { SearchRecord } from '../../records/record.ts';
import type { StoredChange } from '../../store/snapshot/changesTable.ts';
import type { Announcement, BaselineMore, CheckFacts, Coverage, EndedHold, Notice, WatchFacts } from './facts.ts';

export type AlertContent = ChangesContent | BaselineContent | NoticeContent | TestContent;

interface AnyContent {
  readonly id: number;
  readonly channel: string;
  readonly createdAt: string;
  readonly timezone: string;
  /** BCP 47: how the reader writes dates. Undefined: as is usual in the time zone. */
  readonly locale?: string | undefined;
  /** The address of Tipstaff's pages, without a trailing slash. Undefined: not configured. */
  readonly pageUrl?: string | undefined;
  readonly sandbox?: boolean | undefined;
}

export interface ChangesContent extends AnyContent {
  readonly kind: 'changes';
  readonly digest: boolean;
  readonly watches: readonly WatchFacts[];
  readonly checks: readonly CheckFacts[];
  /** Each change occurs once, with all watches of this channel that it concerns. */
  readonly changes: readonly MessageChange[];
  /** The number of entries that the `report` of each watch left out in these checks, by watch id. */
  readonly filteredOut?: Readonly<Record<string, number>> | undefined;
  readonly coverage?: Coverage | undefined;
  readonly endedHolds?: readonly EndedHold[] | undefined;
  readonly dates?: readonly ShownEvent[] | undefined;
  readonly starred?: ReadonlySet<string> | undefined;
  /** ISO time when the alert was ready, if it is sent much later. Absent: it is not late. */
  readonly lateSince?: string | undefined;
  /** Signs links with which a reader acts on a record from a mail. Absent: the channel has no such links. */
  readonly signLink?: ((record: Pick<SearchRecord, 'type' | 'key'>) => string) | undefined;
}

export interface BaselineContent extends AnyContent {
  readonly kind: 'baseline';
  readonly announcements: readonly Announcement[];
  readonly more?: BaselineMore | undefined;
}

export interface NoticeContent extends AnyContent {
  readonly kind: 'notice';
  readonly notices: readonly Notice[];
}

export interface TestContent extends AnyContent {
  readonly kind: 'test';
}

export interface Joined {
  readonly party: string;
  /** The entry that joined the party. Undefined: no entry says so. */
  readonly by?: Entry | undefined;
}

export interface Alike {
  readonly likeness: number;
  /** The registration number of the reader's own design, or the name of its folder. */
  readonly own: string;
  /** The address of the most similar picture of the new design. */
  readonly picture: string;
  /** The address of the picture of the own design, if the service shows it or Tipstaff keeps a copy. */
  readonly ownPicture?: string | undefined;
  /** The likeness plus a bonus for the class, or -1 for a reviewed design, which comes last. */
  readonly rank: number;
  readonly watch: string;
  readonly reviewed?: 'alike' | 'not alike' | 'ask counsel' | undefined;
}

export interface Announced {
  /** The time that the court gives. Undefined: the source does not say. */
  readonly filedAt: string | undefined;
  readonly seenAt: string;
  readonly source: 'feed' | 'other';
}

export interface MovedDate {
  readonly title: string;
  readonly was: string;
  /** The ISO day for which it is set now. Absent: it is vacated. */
  readonly date?: string | undefined;
  readonly sentence: string;
}

/** The hearings and deadlines ahead that fall away as a case ends, or may apply again as it is reopened. */
export interface CaseTurn {
  readonly turn: 'ended' | 'reopened';
  readonly isOff: boolean; // The docket itself says that the case ended, so no page lists the days as dates to keep.
  readonly days: readonly { readonly title: string; readonly date: string }[];
}

type OfStored = 'id' | 'kind' | 'detectedAt' | 'checkId' | 'watches' | 'record' | 'fields';

export interface MessageChange extends Pick<StoredChange, OfStored> {
  /** Present for a new design that a watch compares with the reader's own. `null`: it could not be compared yet. */
  readonly alike?: Alike | null | undefined;
  readonly notCompared?: string | undefined;
  readonly entry?: Entry | undefined;
  /** The reading of the entry. If absent, it is read from the text. */
  readonly reading?: EntryReading | undefined;
  readonly namedEntries?: readonly Entry[] | undefined;
  /** The entries of an `entry.backfill`, unless too many; of a `docket.new` the complaint, then the newest. */
  readonly entries?: readonly Entry[] | undefined;
  readonly moreEntries?: number | undefined;
  readonly storedCases?: readonly Docket[] | undefined;
  readonly joined?: Joined | undefined;
  /** Known dates that the entry moved or vacated, as they are now. */
  readonly moved?: readonly MovedDate[] | undefined;
  /** Who answered, if the entry only requests a day for the answer of one of several defendants. */
  readonly answered?: string | undefined;
  /** Present if the change ends or reopens its case and dates lie ahead. */
  readonly caseTurn?: CaseTurn | undefined;
  readonly announced?: Announced | undefined;
  /** The holder that the watches search for, as one of them spells it. `recordNews` adds it. */
  readonly askedHolder?: string | undefined;
  /** ISO days that other entries of the message replaced, so that nothing is set for them. `recordNews` adds them. */
  readonly replaced?: readonly string[] | undefined;
  /** True if a later change of this message replaced the state that this one tells. `recordNews` adds it. */
  readonly superseded?: boolean | undefined;
  readonly note?: string | undefined;
}
