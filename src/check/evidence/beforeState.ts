import type { SearchResult } from '../../search/paging/searchResult.ts';
import type { WatchQuery } from '../../store/queue/queries.ts';
import type { Member } from '../../store/snapshot/memberships.ts';
import { loadRecords } from '../../store/snapshot/records.ts';
import type { Trx } from '../../store/store.ts';
import type { BaselineStep } from '../compare/baseline.ts';
import type { BeforeRecord, CheckMoment } from '../compare/compareRecords.ts';

/** How things stood before a check, as far as the check compared them: with its raw responses, enough to compare again. */
export interface BeforeState {
  readonly lastCheckedOn?: string | undefined;
  /** The largest page known then: where the service does not count, it tells where the result ends. */
  readonly grantedSize?: number | undefined;
  readonly watchQueries: readonly WatchQuery[];
  readonly members: readonly Omit<Member, 'recordId'>[];
  /** The stored records that the result showed otherwise, and those now gone. Those shown as they were stored need no copy. */
  readonly records: readonly BeforeRecord[];
}

interface Stood {
  readonly steps: readonly BaselineStep[];
  readonly members: readonly Member[];
  readonly gone: readonly Member[];
  readonly result: Pick<SearchResult, 'grantedSize'>;
  /** Those that the result showed otherwise. */
  readonly records: readonly BeforeRecord[];
}

export async function beforeState(trx: Trx, stood: Stood, moment: CheckMoment): Promise<BeforeState> {
  const gone = await loadRecords(
    trx,
    stood.gone.map((member) => member.recordId),
  );
  return {
    lastCheckedOn: moment.lastCheckedOn,
    grantedSize: stood.result.grantedSize,
    watchQueries: stood.steps.map((step) => step.before),
    members: stood.members.map(({ recordId: _, ...member }) => member),
    records: [...stood.records, ...[...gone.values()].map(({ record }) => ({ record, entries: [] }))],
  };
}
