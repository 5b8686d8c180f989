import { alertsOfChange, reportedAmong } from '../../alerts/outbox/alertsOfWatchesQueries.ts';
import { capitalized, counted, sentence } from '../../base/words/sentence.ts';
import { personName } from '../../base/words/watchWords.ts';
import { type DesignSearch, type DocketSearch, idsOf, type WatchConfig, whyFiltered } from '../../config/config.ts';
import { nearMiss } from '../../config/fields/finding.ts';
import { describeWatch } from '../../config/searchWords.ts';
import type { Sight } from '../../people/sight.ts';
import { rightNumber } from '../../records/design.ts';
import { kindNames } from '../../records/diff/change.ts';
import { companyWords, hasWords } from '../../records/diff/searchMatch.ts';
import { isSameDocketNumber, readDocketNumber, readPatentNumber } from '../../records/docket.ts';
import { recordPlace, recordTitle } from '../../records/record.ts';
import { becauseWords, defers, type Hold, quietWords, uncheckedWatches } from '../../schedule/holds/holds.ts';
import { holdsOfChange, listQuieted, type Quieted } from '../../schedule/holds/holdsTable.ts';
import { countFoundByWatch, listWatchStatus } from '../../schedule/watchStatusQueries.ts';
import { recordIdsFoundBy } from '../../store/find/searchStoredQueries.ts';
import { newestChanges } from '../../store/snapshot/changesAfterQueries.ts';
import type { StoredChange } from '../../store/snapshot/changesTable.ts';
import { standingOf } from '../../store/snapshot/checksTable.ts';
import { recordByKey } from '../../store/snapshot/listRecordsQueries.ts';
import { type FoundBy, loadFoundBy } from '../../store/snapshot/membershipsTable.ts';
import { loadRecords, type StoredRecord } from '../../store/snapshot/recordsTable.ts';
import type { Db } from '../../store/store.ts';
import { alertsSeen, holdsSeen, inWatches } from '../visit/inWatches.ts';
import type { Reason } from './whyChange.ts';

const recordsShown = 5;
const recordsFoundAtMost = 200;
const watchesShown = 10;
const changesShown = 5;
const alertsRead = 100;

export async function why(db: Db, sight: Sight, text: string): Promise<Reason[]> {
  const found = await foundCalled(db, sight, text);
  const known = [...found].slice(0, recordsShown);
  const ids = known.map(([id]) => id);
  const stored = await loadRecords(db, ids);
  const quiet = { holds: await holdsSeen(db, sight), quieted: await listQuieted(db) };
  const ofRecords: Reason[] = [];
  for (const [id, rows] of known) {
    const one = stored.get(id);
    if (one !== undefined) ofRecords.push(...(await ofRecord(db, sight, { ...quiet, stored: one, rows })));
  }
  const more = found.size - known.length;
  return [
    ...(await ofWatches(db, sight, text, known.length > 0)),
    ...(known.length > 0
      ? []
      : [{ step: 'record', what: 'Your watches have found nothing with this name or number.' }]),
    ...ofRecords,
    ...(more > 0 ? [{ step: 'record', what: `And ${counted(more, 'more', 'more')} of that name.` }] : []),
  ];
}

/** Returns records that an alert reported first, because readers usually mean those. */
async function foundCalled(db: Db, sight: Sight, text: string): Promise<ReadonlyMap<number, readonly FoundBy[]>> {
  const ids: number[] = [];
  for (const type of ['docket', 'design'] as const) {
    const options = { holders: inWatches(sight.readable)[type], type, limit: recordsFoundAtMost };
    const keyed = await recordByKey(db, type, text);
    const found = keyed === undefined ? await searched(db, text, options) : [keyed.id];
    ids.push(...found);
  }
  const readable = new Set(idsOf(sight.readable));
  const rows = (await loadFoundBy(db, ids)).filter(({ watchId }) => readable.has(watchId));
  const byRecord = Map.groupBy(rows, ({ recordId }) => recordId);
  const reported = await reportedAmong(db, [...byRecord.keys()]);
  const ranked = ids.filter((id) => byRecord.has(id));
  ranked.sort((one, other) => Number(reported.has(other)) - Number(reported.has(one)));
  return new Map(ranked.map((id) => [id, byRecord.get(id) ?? []]));
}

async function searched(db: Db, text: string, options: Parameters<typeof recordIdsFoundBy>[2]): Promise<number[]> {
  const number = readDocketNumber(text);
  if (number === undefined || options.type === 'design') return recordIdsFoundBy(db, text, options);
  const words = `${number.year}-${number.serial.padStart(5, '0')}`;
  const alike = await loadRecords(db, await recordIdsFoundBy(db, words, options));
  return [...alike].flatMap(([id, { record }]) =>
    record.type === 'docket' && isSameDocketNumber(record.docketNumber ?? '', text) ? [id] : [],
  );
}

interface Known {
  readonly stored: StoredRecord;
  readonly rows: readonly FoundBy[];
  readonly holds: readonly Hold[];
  readonly quieted: readonly Quieted[];
}

async function ofRecord(db: Db, sight: Sight, known: Known): Promise<Reason[]> {
  const { record, id, firstSeenAt } = known.stored;
  const watches = sight.readable.filter((watch) => known.rows.some(({ watchId }) => watchId === watch.id));
  const watchIds = watches.map((watch) => watch.id);
  const changes = await newestChanges(db, { watchIds, recordId: id }, { limit: changesShown + 1 });
  const alerts = await alertsSeen(db, sight, { id, watches }, alertsRead);
  const seen = { alerts: new Set(alerts.map((alert) => alert.id)), watches };
  const shown = changes.slice(0, changesShown);
  const ends = await Promise.all(shown.map((change) => whatCameOf(db, change, seen)));
  return [
    {
      step: 'record',
      name: recordTitle(record),
      what: `(${recordPlace(record)}, key ${record.key}) has been known since ${firstSeenAt}.`,
      of: { record },
    },
    ...watches.map((watch) => ofFindingWatch(watch, known, changes)),
    ...(changes.length > 0 ? [] : [{ step: 'change', what: 'It has not changed since.' }]),
    ...shown.map((change, index) => ({
      step: 'change',
      name: `Change ${change.id}`,
      what:
        `was found in check ${change.checkId} (${change.detectedAt}): ${kindNames[change.kind]}. ` +
        `Rule: ${change.rule}. ${ends[index]}`,
    })),
    ...(changes.length > changesShown
      ? [{ step: 'change', what: 'For the earlier changes, see the list of changes.' }]
      : []),
  ];
}

type Seen = { readonly alerts: ReadonlySet<number>; readonly watches: readonly WatchConfig[] };

/** Names only what the viewer may know: the alerts and watches of `seen`. */
async function whatCameOf(db: Db, { id, filteredOut = {} }: StoredChange, seen: Seen): Promise<string> {
  const alerts = (await alertsOfChange(db, id)).filter((alert) => seen.alerts.has(alert.id));
  const mutes = (await holdsOfChange(db, id)).filter(({ endedAt }) => endedAt === null);
  const ends = [
    ...alerts.map((alert) => `alert ${alert.id} to ${alert.channel} reports it (${alert.state})`),
    ...seen.watches.flatMap((watch) => [
      ...(filteredOut[watch.id] === undefined ? [] : [`${watch.name} filters it out: ${filteredOut[watch.id]}`]),
      ...(mutes.some(({ watchId }) => watchId === watch.id) ? [`it is muted for ${watch.name}`] : []),
    ]),
  ];
  return sentence(capitalized(ends.join('; ') || 'no alert reports it'));
}

function ofFindingWatch(
  watch: WatchConfig,
  { stored, rows, holds, quieted }: Known,
  changes: readonly StoredChange[],
): Reason {
  const own = rows.filter(({ watchId }) => watchId === watch.id);
  const [row] = own;
  const isOfBaseline = row !== undefined && (row.foundAt ?? '~') <= (row.baselineAt ?? '');
  const gone = own.every(({ goneCheck }) => goneCheck !== null);
  const missed = Math.min(...own.map((one) => one.missed));
  const hold = holds.find((one) => defers(one, { recordId: stored.id, watchId: watch.id }));
  const reasons = [
    own.every(({ isLeftOut }) => isLeftOut) ? `it is filtered out: ${whyFiltered(watch)}` : '',
    gone ? `the service no longer shows it, since check ${row?.goneCheck}` : '',
    !gone && missed > 0 ? `it was not shown by the last ${counted(missed, 'complete check')}` : '',
    hold === undefined ? '' : `${personName(hold.author)} muted it ${mutedUntil(hold)}${becauseWords(hold)}`,
    watch.tell === undefined
      ? ''
      : `the watch reports only this: ${watch.tell.map((kind) => kindNames[kind]).join('; ')}`,
    watch.report === undefined ? '' : 'its “report” leaves entries out',
    ...quieted
      .filter(({ watchId }) => watchId === watch.id)
      .map(({ kind, who }) => `${personName(who)} chose not to report ${quietWords(kind)}`),
    watch.mute === undefined ? '' : `it only counts ${watch.mute.join(', ')}`,
  ].filter(Boolean);
  const since = row?.foundAt ? `found it in check ${row.foundCheck} (${row.foundAt})` : 'found it';
  // Its filter left the record out until this check. A change of an earlier check is shared with another watch.
  const countingCheck = changes.find(
    ({ kind, watches }) => kind === `${stored.record.type}.new` && watches.includes(watch.id),
  )?.checkId;
  const isCountedLater = countingCheck !== undefined && countingCheck > (row?.foundCheck ?? 0);
  const baseline = isOfBaseline ? `${since}, its first check, which reports nothing as new` : since;
  const first = isCountedLater ? `${since}, and counts it since check ${countingCheck}` : baseline;
  const isLeftOut = own.every((one) => one.isLeftOut);
  const end = isLeftOut ? 'does not report it' : `notifies ${watch.notify.join(', ') || 'nobody'}`;
  const what = `${[first, ...reasons].join('; ')}. The watch ${end}.`;
  return { step: 'watch', name: watch.name, what, of: { watch: watch.id } };
}

const mutedUntil = ({ until }: Hold): string => (until === null ? 'for good' : `until ${until}`);

async function ofWatches(db: Db, sight: Sight, text: string, isKnown: boolean): Promise<Reason[]> {
  const matched = sight.readable.flatMap((watch) => {
    const match = wouldFind(watch, text);
    return match === undefined ? [] : [{ watch, match }];
  });
  if (matched.length === 0) {
    const none = `None of your ${counted(sight.readable.length, 'watch', 'watches')} searches for “${text}”.`;
    const what = `${none} A watch may still find it by something else: a patent, a company, a class.`;
    return isKnown ? [] : [{ step: 'watch', what }];
  }
  matched.sort((a, b) => matchOrder.indexOf(a.match) - matchOrder.indexOf(b.match));
  const shown = matched.slice(0, watchesShown);
  const ids = shown.map(({ watch }) => watch.id);
  const status = await listWatchStatus(db, ids);
  const found = await countFoundByWatch(db, ids);
  const paused = uncheckedWatches(await holdsSeen(db, sight));
  return shown.map(({ watch, match }) => {
    const own = status.filter(({ watchId }) => watchId === watch.id);
    const { records: hits = 0, passing: records = 0 } = found.get(watch.id) ?? {};
    const { outcome, lastCompleteAt: complete } = standingOf(own);
    // Only a search for exactly this tells what the service does not show.
    const showed =
      match === 'asks for it' && !isKnown
        ? `: the service showed ${counted(records, 'record')}, but not this one.`
        : `, with ${counted(records, 'record')}.`;
    const checked = complete ? `Last complete check: ${complete}${showed}` : 'It has never been checked completely.';
    const filtered = match === 'filters it out' ? ` (${hits - records} so far)` : '';
    const worst = outcome ?? 'complete';
    const hold = paused.get(watch.id);
    const state =
      hold !== undefined
        ? ` It has been paused since ${hold.beganAt}.`
        : worst === 'complete'
          ? ''
          : ` Its last check: ${worst}.`;
    const what = `(${describeWatch(watch)}) ${matchWords[match]}${filtered}. ${checked}${state}`;
    return { step: 'watch', name: watch.name, what, of: { watch: watch.id } };
  });
}

/** The best match first. `limited`: other conditions must hold too. `near`: a similar spelling or watch name. */
const matchWords = {
  'asks for it': 'searches for it',
  limited: 'searches for it, but only within its limits (a register, courts or other filters)',
  'filters it out': 'filters out each record in which the searched name is only inside a longer word',
  narrower: 'searches for a longer name, and may have missed it',
  near: 'has a similar name, or searches for one: check the spelling',
} as const;

type Match = keyof typeof matchWords;

const matchOrder = Object.keys(matchWords) as Match[];

/** Returns undefined for a watch that searches for something else. Only `asks for it` is certain. */
export function wouldFind(
  watch: Pick<WatchConfig, 'searches'> & Partial<Pick<WatchConfig, 'courts' | 'name' | 'wholeWord'>>,
  text: string,
): Match | undefined {
  const { searches, name } = watch;
  const parties = text.split(versus);
  const ofCases = parties.length > 1 ? searches.filter(({ type }) => type === 'dockets') : searches;
  const matches = ofCases.flatMap((search) => parties.map((party) => matchOf(search, party, watch)));
  if (name !== undefined && isNear(name, text)) matches.push('near');
  return matchOrder.find((match) => matches.includes(match));
}

/** Stands between the parties in the name of a case. */
const versus = /\s+vs?\.?\s+/i;

function matchOf(
  search: DocketSearch | DesignSearch,
  text: string,
  { courts = [], wholeWord = false }: Partial<Pick<WatchConfig, 'courts' | 'wholeWord'>>,
): Match | undefined {
  const field = matchedField(search, text);
  if (field === undefined) return nearMatch(search, text);
  const isByName = field === 'companyName' || field === 'holder';
  if (wholeWord && isByName && !hasWords(text, nameOf(search) ?? '')) return 'filters it out';
  const others = Object.entries(search).filter(([key, value]) => key !== 'type' && key !== field && Boolean(value));
  return others.length === 0 && courts.length === 0 ? 'asks for it' : 'limited';
}

/** The service compares a company as the beginning of a name, and a holder as any part, also inside words. */
function matchedField(search: DocketSearch | DesignSearch, text: string): string | undefined {
  if (search.type === 'designs') {
    const { registrationNumber, holder } = search;
    if (registrationNumber !== undefined && rightNumber(registrationNumber) === rightNumber(text))
      return 'registrationNumber';
    const isIn = holder !== undefined && (hasWords(text, holder) || text.toLowerCase().includes(holder.toLowerCase()));
    return isIn ? 'holder' : undefined;
  }
  const { patentNumber, caseNumber, companyName } = search;
  if (patentNumber !== undefined && readPatentNumber(text) === readPatentNumber(patentNumber)) return 'patentNumber';
  if (caseNumber !== undefined && isSameDocketNumber(caseNumber, text)) return 'caseNumber';
  const begins = companyName !== undefined && text.trim().toLowerCase().startsWith(companyName.toLowerCase());
  return begins ? 'companyName' : undefined;
}

function nameOf(search: DocketSearch | DesignSearch): string | undefined {
  return search.type === 'designs' ? search.holder : search.companyName;
}

function nearMatch(search: DocketSearch | DesignSearch, text: string): Match | undefined {
  const name = nameOf(search);
  if (name === undefined || companyWords(text).length === 0) return undefined;
  if (hasWords(name, text)) return 'narrower';
  return isNear(name, text) ? 'near' : undefined;
}

function isNear(name: string, text: string): boolean {
  const [one, other] = [name, text].map((each) => companyWords(each).join(' '));
  return nearMiss(other ?? '', [one ?? '']) !== undefined;
}
