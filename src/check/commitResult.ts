import { type Config, filtersHits } from '../config/config.ts';
import type { SearchRecord } from '../records/record.ts';
import { isDue, slotsAfter } from '../schedule/nextDue.ts';
import { openEnvelope } from '../service/http/body.ts';
import type { SearchResult } from '../service/paging/pass.ts';
import { toLastPage } from '../service/paging/readResult.ts';
import { parseDesignHit } from '../service/parse/parseDesign.ts';
import { parseDocketHit } from '../service/parse/parseDocket.ts';
import { UnreadableList } from '../service/parse/readFields.ts';
import { type LastResult, noteBaseline, type StoredQuery, type WatchQuery } from '../store/claims/queries.ts';
import {
  type CheckRow,
  type Evidence,
  insertCheck,
  loadChecks,
  loadRawResponses,
} from '../store/snapshot/checksTable.ts';
import { leftOutOfQuery, loadFoundBy } from '../store/snapshot/membershipsTable.ts';
import type { Db, Trx } from '../store/store.ts';
import type { OpenCheck } from './admission/admit.ts';
import { noteServerLimits } from './admission/serviceKey.ts';
import { announceBaselines } from './audience/announceBaseline.ts';
import { knownWatches, type Report, writeAlerts } from './audience/recipients.ts';
import { reportChanges } from './audience/reportChanges.ts';
import type { ReadEnd } from './checkParts.ts';
import { applyMembership, countHitsFilteredOut, digestOfShown, suspicionOf } from './compare/applyMembership.ts';
import {
  type BaselineStep,
  type CheckMoment,
  compareRecords,
  lastShown,
  lockPrior,
  type Stored,
} from './compare/compareRecords.ts';

/** Increase it when pages are parsed differently. Unchanged pages are then compared once more. */
export const parserVersion = '6';

export interface CommittedResult {
  readonly row: CheckRow;
  readonly watchQueries: readonly WatchQuery[];
  readonly steps: readonly BaselineStep[];
  readonly reported: readonly Report[];
  readonly outgrown: readonly Stored[];
  readonly lastResult?: LastResult | undefined; // undefined keeps the former one.
  readonly suspicious?: string | undefined;
}

type Checked = Omit<OpenCheck, 'claim'>;

export async function commitResult(
  trx: Trx,
  config: Config,
  check: Checked,
  read: ReadEnd,
  endedAt: Date,
): Promise<CommittedResult> {
  const { query } = check;
  const { result } = read;
  const now = endedAt.toISOString();
  const prior = await lockPrior(trx, query, read, { startedAt: check.startedAt, endedAt });
  const { steps, shownKeys, members, superseded } = prior;
  const filtering = await loadFiltering(trx, config, query, prior.watchIds);
  const suspicious = suspicionOf(result, shownKeys, members);
  const filteredOut = countHitsFilteredOut(query, result, members, filtering);
  const row = await insertRow(trx, check, endedAt, {
    outcome: result.outcome,
    cause: result.error?.errorClass ?? result.cause ?? null,
    reason: result.reason ?? suspicious ?? null,
    hits: result.hits,
    total: result.total ?? null,
    evidence: evidenceOf(result, suspicious, filteredOut),
  });
  const moment: CheckMoment = { checkId: row.id, now, ...(await lastShown(trx, query, result, prior)) };

  const compared = await compareRecords(trx, moment, prior.shown, prior.known, superseded);
  // Loaded before this check adds its finds, because changes go to those who already had the record.
  const changed = compared.flatMap(({ recordId, changes }) => (changes.length > 0 ? [recordId] : []));
  const before = await loadFoundBy(trx, changed);
  const { goneAfterChecks } = config;
  const rule = { checkId: row.id, startedAt: row.startedAt, outcome: result.outcome, goneAfterChecks };
  const moves = await applyMembership(trx, query, { members, shownKeys, compared }, filtering, rule);
  const found = { steps, compared, before, moves, moment };
  const { reported, watches } = await reportChanges(trx, config, query, found);
  const due = reported.length === 0 ? undefined : await dueSince(trx, query, prior.watchQueries, endedAt);
  await writeAlerts(trx, config, watches, reported, endedAt, due);
  for (const step of steps) if (step.was !== 'complete') await noteBaseline(trx, step.watchQuery);
  const facts = { id: row.id, endedAt: now, outcome: row.outcome, cause: row.cause, reason: row.reason ?? undefined };
  await announceBaselines(trx, config, watches, steps, facts);
  await noteServerLimits(trx, query, result, read.limits, endedAt);
  return {
    row,
    watchQueries: steps.map((step) => step.watchQuery),
    steps,
    reported,
    outgrown: compared.filter((record) => record.outgrewWindow),
    lastResult: lastResultOf(query.lastResult, result, superseded.size > 0, [...members, ...compared]),
    suspicious,
  };
}

/** Returns the first slot since the last check that read anything, without its spread; undefined if none is due. */
async function dueSince(trx: Trx, query: StoredQuery, watchQueries: readonly WatchQuery[], endedAt: Date) {
  const due = watchQueries.filter((watch) => isDue(watch, endedAt));
  const ids = [query.lastCheck, query.lastCompleteCheck].filter((id) => id !== null);
  const last = (await loadChecks(trx, ids)).findLast(({ outcome }) => outcome === 'partial' || outcome === 'complete');
  const missed = due.flatMap(({ schedule, timezone }) =>
    last === undefined ? [] : slotsAfter(schedule, timezone, new Date(last.endedAt), 1),
  );
  const times = [...due.flatMap(({ nextDueAt }) => nextDueAt ?? []), ...missed.map((slot) => slot.toISOString())];
  const [first] = times.sort();
  return first === undefined ? undefined : new Date(first);
}

type Ended = Pick<CheckRow, 'outcome' | 'cause' | 'reason'> & Partial<Omit<CheckRow, 'id'>>;

/** Fields that `ended` omits are zero or empty. @param same id of an earlier check to use instead of a new row */
export async function insertRow(
  trx: Trx,
  { query, startedAt, reservation }: Checked,
  now: Date,
  ended: Ended,
  same?: number,
): Promise<CheckRow> {
  const { requests, credits } = reservation;
  const times = { startedAt: startedAt.toISOString(), endedAt: now.toISOString() };
  const row = { queryId: query.id, ...times, requests, credits, hits: 0, total: null, evidence: {}, ...ended };
  return { ...row, id: same ?? (await insertCheck(trx, row)) };
}

async function loadFiltering(trx: Trx, config: Config, query: StoredQuery, watchIds: readonly string[]) {
  const watches = await knownWatches(trx, config, watchIds);
  const filters = watchIds.flatMap((watchId) => {
    const watch = watches.get(watchId);
    if (watch === undefined || !filtersHits(watch)) return [];
    return [{ watchId, filter: { courts: watch.courts, wholeWord: watch.wholeWord } }];
  });
  return { filters, leftOut: filters.length === 0 ? [] : await leftOutOfQuery(trx, query.id) };
}

/** If a part was superseded or read twice, keeps only page prices, so the next check compares everything. */
function lastResultOf(
  before: LastResult | undefined,
  result: SearchResult,
  isSuperseded: boolean,
  shown: readonly { readonly key: string; readonly shownHash: string }[],
): LastResult | undefined {
  const { lastPages, shortPages } = result;
  if (shortPages !== undefined) return { parser: parserVersion, pages: shortPages, isShort: true };
  if (lastPages === undefined || isSuperseded) {
    const came = result.pages.map(toLastPage);
    const cutShort = result.outcome === 'partial' && before !== undefined && before.pages.length > came.length;
    return { parser: parserVersion, pages: cutShort ? before.pages : came };
  }
  if (result.unchanged) return undefined;
  const hashes = new Map(shown.map(({ key, shownHash }) => [key, shownHash]));
  return { parser: parserVersion, pages: lastPages, members: digestOfShown(hashes) };
}

function evidenceOf(result: SearchResult, suspicious: string | undefined, filteredOut: number | undefined): Evidence {
  const { pages, unreadable, unreadableCount } = result;
  const windows = windowsOf(result);
  const isOnePage = pages.length === 1 && result.outcome === 'complete';
  return {
    ...(result.unchanged && { same: true }),
    ...(!isOnePage && {
      pages: pages.map((page) => [page.from, page.asked, page.arrived, page.total ?? null] as const),
    }),
    ...(windows.length > 0 && { windows }),
    ...(unreadableCount > 0 && { unreadable, unreadableCount }),
    ...(filteredOut !== undefined && { filteredOut }),
    ...(suspicious !== undefined && { suspicion: suspicious }),
  };
}

function windowsOf({ records }: SearchResult): (readonly [string, number, number])[] {
  return [...records].flatMap(([key, { record }]) => {
    if (record.type !== 'docket' || record.entries === undefined || record.entryTotal === undefined) return [];
    const shown = record.entries.length;
    return shown < record.entryTotal ? [[key, shown, record.entryTotal] as const] : [];
  });
}

/** Returns `page 2, hits[7] of the response to {…}`; undefined if the responses are not kept. */
export async function findHit(db: Db, checkId: number, record: SearchRecord): Promise<string | undefined> {
  const parse = record.type === 'docket' ? parseDocketHit : parseDesignHit;
  const responses = await loadRawResponses(db, checkId);
  for (const response of responses) {
    const envelope = openEnvelope(response.bytes);
    if (envelope.kind === 'error') continue;
    const index = envelope.hits.findIndex((hit) => parse(hit, 'hit', new UnreadableList())?.key === record.key);
    if (index >= 0)
      return `page ${response.page}, hits[${index}] of the response to ${JSON.stringify(response.request)}`;
  }
  return responses.length === 0 ? undefined : 'not in the responses of this check: it is reported for its absence';
}
