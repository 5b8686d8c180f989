import { cleanText } from '../base/words/cleanText.ts';
import { counted } from '../base/words/sentence.ts';
import type { Config, WatchConfig } from '../config/config.ts';
import { filtersHits, whyFiltered } from '../config/config.ts';
import { shortCourt } from '../records/courts.ts';
import { isSameDocketNumber } from '../records/docket.ts';
import { labelOf, type SearchRecord, titleOf } from '../records/record.ts';
import { defers, quietWords } from '../schedule/holds/holds.ts';
import { listQuieted, type Quieted, runningHolds } from '../schedule/holds/holdsTable.ts';
import { queriesOf } from '../schedule/planSync.ts';
import { listChanges } from '../store/snapshot/changesTable.ts';
import { checksOf } from '../store/snapshot/checksTable.ts';
import { type FoundBy, loadFoundBy } from '../store/snapshot/foundByQueries.ts';
import { findRecordsCalled } from '../store/snapshot/namedRecordsQueries.ts';
import { everyRecord, loadRecords, type StoredRecord } from '../store/snapshot/recordsTable.ts';
import type { Db } from '../store/store.ts';
import type { Step } from './explainChange.ts';

const changesShown = 20;

/**
 * Why a record was reported, or was not: whether it is known, which watches found it since when, what its checks said.
 */
export async function explainRecord(db: Db, config: Config, key: string): Promise<Step[]> {
  const ids = await findRecordsCalled(db, key);
  if (ids.length > 0) return explainAll(db, config, ids);
  const like = await recordsLike(db, key);
  if (like.respelled.length > 0) return explainAll(db, config, like.respelled);
  const steps = [...namingSteps(key, like), ...watchesCalled(config, key)];
  return steps.length > 0 ? steps : unknown(db, config, key);
}

async function explainAll(db: Db, config: Config, ids: readonly number[]): Promise<Step[]> {
  const steps: Step[] = [];
  for (const stored of (await loadRecords(db, ids)).values()) steps.push(...(await explainStored(db, config, stored)));
  return steps;
}

async function explainStored(db: Db, config: Config, stored: StoredRecord): Promise<Step[]> {
  const { id, record, firstSeenAt, changedAt } = stored;
  const changes = await listChanges(db, { recordId: id, limit: changesShown });
  return [
    { step: 'record', what: `${record.type} ${record.key}: ${labelOf(record)} ${titleOf(record)}` },
    { step: 'record', what: `first seen ${firstSeenAt}; ${shownSince(firstSeenAt, changedAt)}` },
    ...(await watchesSteps(db, config, id)),
    ...changes.map((change) => ({
      step: 'change',
      what: `${change.id} ${change.kind}, ${change.detectedAt}: ${change.rule}`,
    })),
    ...(changes.length > 0
      ? []
      : [{ step: 'change', what: 'none: nothing that counts has changed since it was first seen' }]),
  ];
}

function shownSince(firstSeenAt: string, changedAt: string): string {
  return changedAt === firstSeenAt
    ? 'the service has shown the same ever since'
    : `what the service shows of it last changed ${changedAt}`;
}

/** The records whose names contain the text: one of them may be meant. */
function namingSteps(key: string, { naming, named }: RecordsLike): Step[] {
  if (named === 0) return [];
  const more = named - naming.length;
  return [
    {
      step: 'record',
      what:
        `No record has the number ${key}. ${counted(named, 'record')} with a name that contains it, what ` +
        'changed last first:',
    },
    ...naming.map((record) => ({
      step: 'record',
      what: `${placeOf(record)} ${titleOf(record)}: explain it with --record ${record.key}`,
    })),
    ...(more > 0 ? [{ step: 'record', what: `and ${counted(more, 'more', 'more')}` }] : []),
  ];
}

function placeOf(record: SearchRecord): string {
  const place = record.type === 'docket' ? shortCourt(record.courtId, record.court) : record.source;
  return [place, labelOf(record)].filter(Boolean).join(' ');
}

function watchesCalled(config: Config, key: string): Step[] {
  const called = config.watches.filter((watch) => [watch.id, watch.name, watch.matter].includes(key));
  return called.map(({ id, name, matter }) => ({
    step: 'watch',
    what:
      `${key} is the ${matter === key ? 'matter' : 'name'} of the watch ` +
      `${id}${name === key || name === id ? '' : ` (${name})`}: see tipstaff status ${id}, tipstaff changes ` +
      `${matter === key ? `--matter ${matter}` : `--watch ${id}`}`,
  }));
}

async function unknown(db: Db, config: Config, key: string): Promise<Step[]> {
  const steps: Step[] = [
    { step: 'record', what: `${key} is not known: no stored record has this number, name, party or holder` },
  ];
  for (const watch of config.watches) {
    for (const query of queriesOf(watch)) {
      const [last] = await checksOf(db, query.id, 1);
      const said =
        last === undefined
          ? 'not checked yet'
          : `last check ${last.outcome} at ${last.endedAt}, ${counted(last.hits, 'hit')}${withReason(last.reason)}`;
      steps.push({ step: 'watch', what: `${watch.id}: ${said}` });
    }
  }
  return steps;
}

async function watchesSteps(db: Db, config: Config, recordId: number): Promise<Step[]> {
  const rows = await loadFoundBy(db, [recordId]);
  if (rows.length === 0) return [{ step: 'watch', what: 'no watch of today’s config holds it' }];
  const steps: Step[] = [];
  const holds = await runningHolds(db);
  const quieted = await listQuieted(db);
  for (const row of rows) {
    const hold = holds.find((one) => defers(one, { recordId, watchId: row.watchId }));
    const watch = config.watches.find((each) => each.id === row.watchId);
    const [last] = await checksOf(db, row.queryId, 1);
    const parts = [
      ...foundWords(row, watch),
      hold === undefined
        ? undefined
        : `muted ${hold.until === null ? 'for good' : `until ${hold.until}`} by ${hold.author} (${hold.reason})`,
      ...quieted.filter(({ watchId }) => watchId === row.watchId).map(quietedLine),
      last === undefined ? undefined : `last check ${last.outcome} at ${last.endedAt}${withReason(last.reason)}`,
    ];
    steps.push({ step: 'watch', what: `${row.watchId}: ${parts.filter((part) => part !== undefined).join('; ')}` });
  }
  return steps;
}

function quietedLine({ kind, who }: Quieted): string {
  return `does not report ${quietWords(kind)}, as ${who} chose on the page`;
}

/** How a watch found a record, whether it still does, and why it may be silent about it. */
function foundWords(row: FoundBy, watch: WatchConfig | undefined): (string | undefined)[] {
  const { foundAt, foundCheck, baselineAt, goneCheck, missed } = row;
  const isOfBaseline = foundAt !== null && baselineAt !== null && foundAt <= baselineAt;
  const isFilteredOut = watch !== undefined && filtersHits(watch) && !row.wholeWord;
  return [
    `found by check ${foundCheck}${foundAt === null ? '' : ` at ${foundAt}`}`,
    isOfBaseline ? 'part of the baseline, so not reported as new' : undefined,
    isFilteredOut ? `filtered out: ${whyFiltered(watch)}` : undefined,
    goneCheck === null ? undefined : `gone since check ${goneCheck}`,
    goneCheck === null && missed > 0 ? `not shown by the last ${counted(missed, 'complete check')}` : undefined,
    watch?.tell === undefined ? undefined : `reports only ${watch.tell.join(', ')}`,
  ];
}

function withReason(reason: string | null): string {
  return reason ? `, ${reason}` : '';
}

/** The records that somebody may have meant by a text which no record has as its key or number. */
export interface RecordsLike {
  /** Those with that case number in another spelling. */
  readonly respelled: readonly number[];
  /**
   * Those with a name that contains it (case, parties, holders, products, number): the `mostNamed` of `named` that
   * changed last, newest first.
   */
  readonly naming: readonly SearchRecord[];
  readonly named: number;
}

const mostNamed = 20;

/** Reads all records: for a person's question, not for a check. */
export async function recordsLike(db: Db, text: string): Promise<RecordsLike> {
  const wanted = comparable(text);
  const respelled: number[] = [];
  let naming: { record: SearchRecord; changedAt: string }[] = [];
  let named = 0;
  const newestFirst = () => naming.sort((a, b) => b.changedAt.localeCompare(a.changedAt)).slice(0, mostNamed);
  for await (const { id, record, changedAt } of everyRecord(db)) {
    if (record.type === 'docket' && isSameDocketNumber(record.docketNumber ?? '', text)) respelled.push(id);
    if (wanted === '' || !namesOf(record).some((name) => comparable(name).includes(wanted))) continue;
    named += 1;
    naming.push({ record, changedAt });
    if (naming.length > 2 * mostNamed) naming = newestFirst();
  }
  return { respelled, naming: newestFirst().map(({ record }) => record), named };
}

function namesOf(record: SearchRecord): readonly string[] {
  if (record.type === 'docket') return [record.caseName ?? '', record.docketNumber ?? '', ...(record.parties ?? [])];
  return [record.registrationNumber ?? '', ...(record.holders ?? []), ...(record.products ?? [])];
}

function comparable(text: string): string {
  return cleanText(text).normalize('NFKC').toLowerCase();
}
