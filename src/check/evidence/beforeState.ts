import type { RecognisedHit, SearchResult } from '../../search/paging/searchResult.ts';
import type { WatchQuery } from '../../store/queue/queries.ts';
import type { Member } from '../../store/snapshot/memberships.ts';
import { loadRecords } from '../../store/snapshot/records.ts';
import type { Trx } from '../../store/store.ts';
import type { BaselineStep } from '../compare/baseline.ts';
import type { BeforeRecord, CheckMoment } from '../compare/comparedRecord.ts';
import type { BeforeRecords } from './beforeRecords.ts';

/** How things stood before a check, as far as the check compared them: with its raw answers, enough to compare again. */
export interface BeforeState {
  readonly lastCheckedOn?: string | undefined;
  /** The largest page known then: where the service does not count, it tells where the result ends. */
  readonly grantedSize?: number | undefined;
  readonly watchQueries: readonly WatchQuery[];
  readonly members: readonly Omit<Member, 'recordId'>[];
  /** The stored records that the answer showed otherwise, and those now gone. Those shown as they were stored need no copy. */
  readonly records: readonly BeforeRecord[];
}

/** How things stood, its records apart: these are many. */
export interface KeptBefore {
  readonly state: Omit<BeforeState, 'records'>;
  readonly records: BeforeRecords;
  /** The hits that were known: in the kept answers they are named. */
  readonly recognised: readonly RecognisedHit[];
}

interface Stood {
  readonly steps: readonly BaselineStep[];
  readonly members: readonly Member[];
  readonly gone: readonly Member[];
  readonly reading: Pick<SearchResult, 'grantedSize' | 'recognised'>;
}

/** @param records those that the answer showed otherwise; those now gone are added. */
export async function beforeState(
  trx: Trx,
  before: Stood,
  records: BeforeRecords,
  moment: CheckMoment,
): Promise<KeptBefore> {
  const gone = await loadRecords(
    trx,
    before.gone.map((member) => member.recordId),
  );
  for (const { record } of gone.values()) records.add({ record, entries: [] });
  const state = {
    lastCheckedOn: moment.lastCheckedOn,
    grantedSize: before.reading.grantedSize,
    watchQueries: before.steps.map((step) => step.before),
    members: before.members.map(({ recordId: _, ...member }) => member),
  };
  return { state, records, recognised: [...before.reading.recognised.values()] };
}
