import type { ChangeDraft } from '../../diff/change.ts';
import { briefOf } from '../../records/record.ts';
import { loadRecords } from '../../store/snapshot/records.ts';
import type { Trx } from '../../store/store.ts';
import type { MembershipMoves } from '../compare/membership.ts';
import { knewOnceGone, type Listener } from './recipients.ts';
import type { RecordChanges } from './recordChanges.ts';

/** `.gone` and `.back` of this query's records, for its own listeners: another query may still show the record. */
export async function departures(trx: Trx, moves: MembershipMoves, own: readonly Listener[]): Promise<RecordChanges[]> {
  const stored = await loadRecords(
    trx,
    [...moves.gone, ...moves.returned].map((member) => member.recordId),
  );
  const told = (members: MembershipMoves['gone'], ending: 'gone' | 'back'): RecordChanges[] =>
    members.flatMap((member) => {
      const record = stored.get(member.recordId)?.record;
      if (record === undefined) return [];
      const draft: ChangeDraft = { kind: `${record.type}.${ending}`, fields: [], rule: `membership.${ending}` };
      const holders = own
        .filter((listener) => ending === 'gone' || knewOnceGone(listener, member))
        .map((listener) => ({ listener, wholeWord: member.wholeWord }));
      return { recordId: member.recordId, record: briefOf(record), drafts: [draft], holders };
    });
  return [...told(moves.gone, 'gone'), ...told(moves.returned, 'back')];
}
