import { filedOn, type SearchRecord } from '../../records/record.ts';
import { countEntries } from '../../store/snapshot/entries.ts';
import { loadMembers, type Member } from '../../store/snapshot/memberships.ts';
import { loadRecords } from '../../store/snapshot/records.ts';
import type { Trx } from '../../store/store.ts';

export interface BaselineFinds {
  /** The newest first, some of them. */
  readonly records: readonly { readonly record: SearchRecord; readonly wholeWord: boolean }[];
  readonly count: number;
  /** How many of them pass the whole-word reading. */
  readonly wholeWordCount: number;
  readonly entries: number;
}

/** A baseline says how many records there are and shows the newest of them; so many are read for that. */
const readAtMost = 500;

/** What the queries of a watch hold, for the announcement of its baseline. */
export async function baselineFinds(trx: Trx, queryIds: readonly string[]): Promise<BaselineFinds> {
  const held: Member[] = [];
  for (const queryId of queryIds)
    held.push(...(await loadMembers(trx, queryId)).filter((member) => member.missed === 0));
  const ids = held.map((member) => member.recordId);
  const stored = await loadRecords(trx, ids.slice(0, readAtMost));
  const records = held.flatMap((member) => {
    const record = stored.get(member.recordId)?.record;
    return record === undefined ? [] : [{ record, wholeWord: member.wholeWord }];
  });
  return {
    records: records.sort((a, b) => (filedOn(a.record) < filedOn(b.record) ? 1 : -1)),
    count: held.length,
    wholeWordCount: held.filter((member) => member.wholeWord).length,
    entries: await countEntries(trx, ids),
  };
}
