import type { ChangeDraft } from '../../diff/change.ts';
import type { BriefRecord, SearchRecord } from '../../records/record.ts';
import type { BeforeEntries } from '../evidence/beforeEntries.ts';

/** A record that the answer showed, after it was compared with the stored one and stored. */
export interface ComparedRecord {
  readonly recordId: number;
  /** The key under which it is stored: not always the one shown (a design that lost its ID). */
  readonly key: string;
  /** As we know it now, in brief; for a record without news, as shown. */
  readonly record: BriefRecord;
  readonly inserted: boolean;
  /** False when the service showed exactly what it showed last. */
  readonly touched: boolean;
  readonly changes: readonly ChangeDraft[];
  readonly outgrewWindow: boolean;
}

/** What a comparison needs to know of the check that it belongs to. */
export interface CheckMoment {
  readonly checkId: number;
  readonly now: string;
  /** Day of the query's last complete check before this one; undefined when there was none. */
  readonly lastCheckedOn: string | undefined;
  /** The records that it showed. */
  readonly shownThen: ReadonlySet<number>;
}

/** A record and its entries as they were stored. */
export interface BeforeRecord {
  readonly record: SearchRecord;
  readonly entries: BeforeEntries;
  /** How many entries the answer showed of it: places among them stand in `entries`. */
  readonly entriesShown?: number | undefined;
  /** When it was first seen, and last shown otherwise; what is filed since is news. */
  readonly firstSeenAt?: string | undefined;
  readonly changedAt?: string | undefined;
}
