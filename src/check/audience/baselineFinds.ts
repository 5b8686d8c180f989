import type { Trx } from '../../database/store.ts';
import { foldText } from '../../diff/foldText.ts';
import type { FoundAtBaseline, LeftOutAtBaseline, WatchFacts } from '../../message/content.ts';
import { headedBy, matchedHolder } from '../../message/matched.ts';
import { recordLabel, recordTitle } from '../../message/words/recordWords.ts';
import { courtPage, shortCourt } from '../../records/courts.ts';
import { filedOn, type SearchRecord } from '../../records/record.ts';
import { countEntries } from '../../snapshot/entriesTable.ts';
import { loadMembers, type Member } from '../../snapshot/membershipsTable.ts';
import { loadRecords } from '../../snapshot/recordsTable.ts';

export interface BaselineFinds {
  /** At most 500 of the records, newest first. */
  readonly records: readonly { readonly record: SearchRecord; readonly wholeWord: boolean }[];
  readonly count: number;
  /** How many of them pass the filter of the watch. */
  readonly wholeWordCount: number;
  readonly entries: number;
  /** Ids of the queries that hold a record, and of those that hold one which passes the filter. */
  readonly finding: ReadonlySet<string>;
  readonly passing: ReadonlySet<string>;
}

/** How many records are read to find the newest, which the message lists. */
const readAtMost = 500;
/** Nobody reads through a longer list in a message. */
const listedAtMost = 50;
const leftOutAtMost = 10;

/** What the queries of a watch hold, for the announcement of its baseline. */
export async function baselineFinds(trx: Trx, queryIds: readonly string[]): Promise<BaselineFinds> {
  const members: (Member & { readonly queryId: string })[] = [];
  for (const queryId of queryIds) {
    const own = (await loadMembers(trx, queryId)).filter((member) => member.missed === 0);
    members.push(...own.map((member) => ({ ...member, queryId })));
  }
  const passingMembers = members.filter((member) => member.wholeWord);
  // Several queries of a list may find the same record. It passes if it passes for one of them.
  const held = [...new Map([...members, ...passingMembers].map((member) => [member.recordId, member])).values()];
  const ids = held.map((member) => member.recordId);
  const stored = await loadRecords(trx, ids.slice(0, readAtMost));
  const records = held.flatMap((member) => {
    const record = stored.get(member.recordId)?.record;
    return record === undefined ? [] : [{ record, wholeWord: member.wholeWord }];
  });
  return {
    records: records.sort((a, b) => newestFirst(filedOn(a.record), filedOn(b.record))),
    count: held.length,
    wholeWordCount: held.filter((member) => member.wholeWord).length,
    entries: await countEntries(trx, ids),
    finding: new Set(members.map((member) => member.queryId)),
    passing: new Set(passingMembers.map((member) => member.queryId)),
  };
}

/** Records of the same day stay in the order in which they were found. */
function newestFirst(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? 1 : -1;
}

/** The records that the message of a baseline lists: the newest, at most fifty. */
export function listedFinds(finds: BaselineFinds, watch: WatchFacts, filters: boolean): FoundAtBaseline[] {
  return finds.records
    .filter((found) => !filters || found.wholeWord)
    .slice(0, listedAtMost)
    .map(({ record }) => foundOf(headedBy(record, matchedHolder(record, [watch]))));
}

function foundOf(record: SearchRecord): FoundAtBaseline {
  const found = { type: record.type, label: recordLabel(record), title: recordTitle(record), filed: filedOn(record) };
  if (record.type === 'design') return { ...found, place: record.source, status: record.status, url: record.detailUrl };
  const { courtId, court, status, dateTerminated } = record;
  return { ...found, place: shortCourt(courtId, court), status, ended: dateTerminated, url: courtPage(record) };
}

/** What the whole-word rule left out, each with the name that contains the one asked for. */
export function leftOutFinds({ records }: BaselineFinds, { asksFor = [] }: WatchFacts): LeftOutAtBaseline[] {
  const leftOut = records.filter((found) => !found.wholeWord).slice(0, leftOutAtMost);
  return leftOut.flatMap(({ record }) => {
    const names = (record.type === 'docket' ? record.parties : record.holders) ?? [];
    const pairs = asksFor.flatMap((asked) => names.map((name) => ({ asked, name })));
    const match = pairs.find(({ asked, name }) => foldText(name).includes(foldText(asked)));
    return match === undefined ? [] : [{ label: recordLabel(record), ...match }];
  });
}
