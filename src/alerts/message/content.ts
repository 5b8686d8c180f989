import type { ReportFilter } from '../../reading/entryPriority.ts';
import type { EntryReading } from '../../reading/entryReading.ts';
import type { ShownEvent } from '../../reading/events/calendarEvent.ts';
import type { Design } from '../../records/design.ts';
import type { ChangeKind, FieldChange } from '../../records/diff/change.ts';
import type { Docket, Entry } from '../../records/docket.ts';
import type { SearchRecord } from '../../records/record.ts';

/** Everything that the words of an alert are made of; rendering needs nothing else. */
export type AlertContent = ChangesContent | BaselineContent | NoticeContent | TestContent;

interface AnyContent {
  /** The alert's id; 0 for a message that is not stored (`send-test`). */
  readonly id: number;
  readonly channel: string;
  readonly createdAt: string;
  /** The reader's time zone, for every date and time that is written. */
  readonly timezone: string;
  /** How the reader writes dates (BCP 47); undefined: as it is usual in the time zone. */
  readonly locale?: string | undefined;
  /** Where the web page is, without trailing slash; undefined when nobody said. */
  readonly pageUrl?: string | undefined;
  /** Its facts are made up by the built-in sandbox, and every channel says so. Default false. */
  readonly sandbox?: boolean | undefined;
}

export interface ChangesContent extends AnyContent {
  readonly kind: 'changes';
  /** True when the channel gathers changes for a period. */
  readonly digest: boolean;
  /** The days that a digest covers; absent: a day at most, or not known. */
  readonly period?: DigestPeriod | undefined;
  readonly watches: readonly WatchFacts[];
  readonly checks: readonly CheckFacts[];
  /** Each change once, naming every watch of this channel that it concerns. */
  readonly changes: readonly MessageChange[];
  /** How many entries the `report` of each of these watches left out in these checks; by watch id. */
  readonly filteredOut?: Readonly<Record<string, number>> | undefined;
  /** For a digest: every watch of the channel, and whether it was looked at. */
  readonly coverage?: Coverage | undefined;
  /** The holds that deferred some of these changes until now. */
  readonly endedHolds?: readonly EndedHold[] | undefined;
  /** The dates that these filings set, move or cancel, for a channel that names them. */
  readonly dates?: readonly ShownEvent[] | undefined;
  /** Keys of designs that somebody starred: their news leads. Absent: none. */
  readonly starred?: ReadonlySet<string> | undefined;
  /** ISO: it was ready then, and goes out much later. Absent: it is not late. */
  readonly lateSince?: string | undefined;
  /** Signs links by which a reader does something about a record from the mail; absent: the channel has none. */
  readonly signLink?: ((record: Pick<SearchRecord, 'type' | 'key'>) => string) | undefined;
}

/** ISO days of the reader's time zone, both included. */
export interface DigestPeriod {
  readonly from: string;
  readonly until: string;
}

/** What a digest covers: news can be missing only from what is unwatched. */
export interface Coverage {
  readonly watches: number;
  /** Records that the watches found, each once. */
  readonly cases: number;
  readonly designs: number;
  readonly unwatched: readonly Unwatched[];
  /** Watches that somebody paused: they are not looked at, and do not count as unwatched. Absent: none. */
  readonly paused?: readonly PausedWatch[] | undefined;
  /** Watches that have never found anything since their first complete check: perhaps they cannot. Absent: none. */
  readonly neverFound?: readonly NeverFound[] | undefined;
}

export interface NeverFound {
  readonly watch: WatchFacts;
  /** ISO time of its first complete check. */
  readonly since: string;
  /** What is stored and may have been meant, in a sentence. */
  readonly near?: string | undefined;
}

export interface PausedWatch {
  readonly watch: WatchFacts;
  /** ISO time: nothing later is looked at. */
  readonly since: string;
  /** ISO time; absent: until it is resumed. */
  readonly until?: string | undefined;
  /** Who paused it. */
  readonly author: string;
  /** Why; may be empty. */
  readonly reason: string;
}

/** A watch whose last check was not complete, or that is overdue. */
export interface Unwatched {
  readonly watch: WatchFacts;
  /** The last complete check of the search that waits longest: nothing later is known. Undefined: there was none. */
  readonly knownUntil?: string | undefined;
  /** When it first could not be looked at. */
  readonly since: string;
  /** As the check has it; undefined when no check was made at all. */
  readonly reason?: string | undefined;
  /** Some of it was looked at all the same, and what that showed is reported. Default false. */
  readonly inPart?: boolean | undefined;
}

export interface EndedHold {
  /** The watch or record that was muted. */
  readonly label: string;
  readonly author: string;
  readonly reason: string;
  readonly beganAt: string;
  readonly endedAt: string;
}

/** One line per watch: what its baseline found. */
export interface BaselineContent extends AnyContent {
  readonly kind: 'baseline';
  readonly announcements: readonly {
    readonly watch: WatchFacts;
    readonly check: CheckFacts;
    readonly records: number;
    readonly entries: number;
    readonly filteredOut: number;
    /** Why, in words: `the case is in another court`. */
    readonly whyFiltered?: string | undefined;
    /** For a watch that found nothing: what courts and registers write instead, in sentences. */
    readonly advice?: readonly string[] | undefined;
    /**
     * Values of its lists that found nothing, where others found something: what each asks for, and what to write
     * instead.
     */
    readonly nothingFor?: readonly { readonly asks: string; readonly advice: readonly string[] }[] | undefined;
    /** Some of the records that `filteredOut` counts. */
    readonly leftOut?: readonly LeftOutAtBaseline[] | undefined;
    /** The newest records, at most fifty. */
    readonly examples: readonly FoundAtBaseline[];
  }[];
  /** Watches that began together with these and are only counted. Absent: none. */
  readonly more?: BaselineMore | undefined;
}

export interface BaselineMore {
  readonly watches: number;
  /** What they found, in all. */
  readonly records: number;
  /** How many of them found nothing, and the names of some. */
  readonly foundNothing: number;
  readonly silent: readonly string[];
}

/** A record as the announcement of a baseline lists it. */
export interface FoundAtBaseline {
  /** Absent in announcements of before 0.2.0, as is its key. */
  readonly type?: 'docket' | 'design' | undefined;
  readonly key?: string | undefined;
  readonly label: string;
  readonly title: string;
  /** When it was filed or registered, an ISO day; '' where unknown. */
  readonly filed: string;
  /** `D. Del.`, `HAGUE`. */
  readonly place?: string | undefined;
  /** As the service has it: `terminated`, `ACT`. */
  readonly status?: string | undefined;
  /** When a case ended, an ISO day. */
  readonly ended?: string | undefined;
  /** Its page at the court or register. */
  readonly url?: string | undefined;
}

/** A hit that has the searched words only inside a longer word. */
export interface LeftOutAtBaseline {
  readonly label: string;
  readonly name: string;
  readonly asked: string;
}

/** For operators: an incident that began or ended. */
export interface NoticeContent extends AnyContent {
  readonly kind: 'notice';
  readonly notices: readonly Notice[];
}

export interface TestContent extends AnyContent {
  readonly kind: 'test';
}

export interface WatchFacts {
  readonly id: string;
  readonly name: string;
  readonly matter?: string | undefined;
  /** The query in words: `dockets, patent number 6834603`. */
  readonly asks: string;
  /**
   * Names, numbers and texts stay out of subjects, Slack and plain text: that the watch exists can be privileged.
   * Default false.
   */
  readonly confidential?: boolean | undefined;
  /** The holders or companies that its searches ask for, as written there. */
  readonly asksFor?: readonly string[] | undefined;
  /** The patent numbers that its searches ask for. */
  readonly asksForPatents?: readonly string[] | undefined;
  /** Its new designs are compared with one's own: how many of the most alike come first. */
  readonly mostAlike?: number | undefined;
  /** Which entries it reports; undefined = all. */
  readonly report?: ReportFilter | undefined;
  /** Kinds of change (`docket.updated`), or words looked for in what is reported: such changes stand out. */
  readonly important?: readonly string[] | undefined;
  /**
   * Kinds of change, or words: such changes are counted, not shown, unless another watch that they concern wants them.
   */
  readonly mute?: readonly string[] | undefined;
}

export interface CheckFacts {
  readonly id: number;
  readonly endedAt: string;
  readonly outcome: 'complete' | 'partial' | 'failed' | 'skipped';
  readonly reason?: string | undefined;
  /** A later check of the same search was complete, so nothing is missing. Default false. */
  readonly repeated?: boolean | undefined;
}

export interface Joined {
  /** As the docket names it. */
  readonly party: string;
  /** The filing that joined it; undefined: none says so. */
  readonly by?: Entry | undefined;
}

/** How alike a new design is to one of the watch's own, by their pictures. */
export interface Alike {
  /** 0 to 1 */
  readonly likeness: number;
  /** The registration number of one's own, or the name of its folder. */
  readonly own: string;
  /** The address of the new design's picture that is most alike. */
  readonly picture: string;
  /** That of one's own, where the service shows it or we keep a copy (`records/ownPicture.ts`). */
  readonly ownPicture?: string | undefined;
  /** The place among those of the message: 1 is the most alike; those that were reviewed come last. */
  readonly place: number;
  /** The watch whose own design it is. */
  readonly watch: string;
  /** What somebody said of the two. */
  readonly reviewed?: 'alike' | 'not alike' | 'ask counsel' | undefined;
}

/** How an entry was announced; moments in ISO. */
export interface Announced {
  /** By the court's own word; undefined where the source does not say. */
  readonly filedAt: string | undefined;
  /** When the signal was seen. */
  readonly seenAt: string;
  readonly source: 'feed' | 'other';
}

/** A date that was known before a filing moved or vacated it. */
export interface MovedDate {
  /** `Markman hearing` */
  readonly title: string;
  readonly what: 'hearing' | 'deadline';
  /** The ISO day for which it was set before. */
  readonly was: string;
  /** The ISO day for which it is set now; absent: it is vacated. */
  readonly date?: string | undefined;
  /** The sentence of the filing. */
  readonly sentence: string;
}

export interface MessageChange {
  readonly id: number;
  readonly kind: ChangeKind;
  readonly detectedAt: string;
  readonly checkId: number;
  /** Ids of this channel's watches that it concerns, one at least. */
  readonly watches: readonly string[];
  readonly record: SearchRecord;
  /** Of a new design that was compared with one's own; `null` where it could not be compared yet. */
  readonly alike?: Alike | null | undefined;
  /** Why it could not be compared yet, in a sentence. */
  readonly notCompared?: string | undefined;
  readonly entry?: Entry | undefined;
  /** What the text of the entry says; read from the text where absent. */
  readonly reading?: EntryReading | undefined;
  /** The entries of the docket that its text names, as far as we know them. */
  readonly namedEntries?: readonly Entry[] | undefined;
  /** Of an `entry.backfill`, absent where they are too many; of a `docket.new` the complaint, then the newest. */
  readonly entries?: readonly Entry[] | undefined;
  /** How many more entries a new docket has than are shown here. */
  readonly moreEntries?: number | undefined;
  /** Those of the patents added to a case that are designs we hold. */
  readonly storedDesigns?: readonly Design[] | undefined;
  /** Those of the cases about a design that we hold. */
  readonly storedCases?: readonly Docket[] | undefined;
  /** Of an old case that is new to the watches because their party was joined to it. */
  readonly joined?: Joined | undefined;
  /** Of an entry: the dates known before that it moved or vacated, as they stand now. */
  readonly moved?: readonly MovedDate[] | undefined;
  /** Of an entry that a signal announced before it was found. */
  readonly announced?: Announced | undefined;
  /** The holder that the watches ask for, as one of them writes it; known once the message is worded. */
  readonly askedHolder?: string | undefined;
  /** ISO days of the case on which nothing stands after the other filings; known once the message is worded. */
  readonly replaced?: readonly string[] | undefined;
  readonly fields: readonly FieldChange[];
  readonly note?: string | undefined;
}

/** An incident of Tipstaff's own that began or ended. */
export interface Notice {
  readonly incident: string;
  readonly subject: string;
  readonly phase: 'began' | 'ended';
  readonly at: string;
  /** What happened, why, and what to do: plain sentences. */
  readonly detail: string;
  /** The same as `detail`, one by one, for people. */
  readonly facts?: readonly Fact[] | undefined;
  /** The matter of the watch that it is about, unless that is confidential. */
  readonly matter?: string | undefined;
  /** What the begin and the end of one incident share, and no other notice has. */
  readonly thread?: string | undefined;
  /** It is for those who follow the watch, not for the operators. Default false. */
  readonly readers?: boolean | undefined;
  /** It ended because it no longer concerns anybody. Default false. */
  readonly obsolete?: boolean | undefined;
  /** The watch could be looked at, but not completely. Default false. */
  readonly inPart?: boolean | undefined;
}

/** `Likeness`: `0.91`. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}
