import { daysAfter } from '../../base/time.ts';
import { cleanText } from '../../base/words/cleanText.ts';
import { type WatchConfig, watchesById } from '../../config/config.ts';
import { isEnding, isReopening } from '../../reading/changePriority.ts';
import { filedDay } from '../../reading/dates/findDays.ts';
import { answeredNote, type CalendarEvent, isRequested, titleIn } from '../../reading/events/calendarEvent.ts';
import { endsOrReopens } from '../../reading/phase.ts';
import { readEntry } from '../../reading/readEntry.ts';
import { courtsToday } from '../../records/courts.ts';
import { foldText } from '../../records/diff/comparableEntry.ts';
import { casesOfChange, sameNewsOf } from '../../records/diff/litigation.ts';
import { matchedParty } from '../../records/diff/searchMatch.ts';
import type { Docket, Entry } from '../../records/docket.ts';
import type { SearchRecord } from '../../records/record.ts';
import { loadWatchSettings } from '../../schedule/watchesTable.ts';
import { type ChangeRow, changesOfAlert } from '../../store/snapshot/changesTable.ts';
import { entriesKnownAt, entriesNumbered } from '../../store/snapshot/entriesTable.ts';
import { findKnown, loadRecords } from '../../store/snapshot/recordsTable.ts';
import type { Db } from '../../store/store.ts';
import { loadAlertChanges, loadAnnounced } from '../outbox/alertsOfWatchesQueries.ts';
import { watchFacts } from '../outbox/watchFacts.ts';
import type { CaseTurn, Joined, MessageChange, MovedDate } from './content.ts';
import type { WatchFacts } from './facts.ts';
import { docketEventsOf, isMovedBy, isSetBy } from './watchDates.ts';
import { listNews } from './words/recordWords.ts';

const namedAtMost = 10;
const insideAtMost = 10;

export async function gatherChanges(db: Db, alertId: number, configured: readonly WatchConfig[]) {
  const known = watchesById(configured);
  const reported = await loadAlertChanges(db, alertId);
  const watchesOfChange = Map.groupBy(reported, ({ changeId }) => changeId);
  const watches = new Map<string, WatchFacts>();
  for (const { watchId, name, matter } of reported) {
    const remembered = { id: watchId, name, matter: matter ?? undefined, asks: '' };
    const watch = known.get(watchId);
    watches.set(watchId, watch ? watchFacts(watch) : remembered);
  }
  // Watches of another process may be confidential.
  const unknown = [...watches.keys()].filter((id) => !known.has(id));
  for (const [id, settings] of await loadWatchSettings(db, unknown)) watches.set(id, watchFacts(settings));
  const rows = await changesOfAlert(db, alertId);
  // Records are loaded separately, so that a docket with a thousand new entries is parsed only once.
  const records = await loadRecords(db, [...new Set(rows.map((row) => row.recordId))]);
  const found = rows.flatMap((row) => {
    const record = records.get(row.recordId)?.record;
    return record === undefined ? [] : [{ ...row, record }];
  });
  const idsOf = ({ id }: { readonly id: number }) => (watchesOfChange.get(id) ?? []).map(({ watchId }) => watchId);
  const told = await withContext(db, found, (change) => idsOf(change).flatMap((id) => watches.get(id) ?? []));
  const changes: MessageChange[] = [];
  for (const { recordId, rule: _, ...change } of told) {
    const announced = await loadAnnounced(db, { ...change, recordId });
    changes.push({ ...change, watches: idsOf(change), ...announced });
  }
  return { watches: [...watches.values()], changes: goneAndBackOnce(withoutReportedTwice(changes)) };
}

type FoundChange = ChangeRow & { readonly record: SearchRecord };

export async function withContext<Change extends FoundChange>(
  db: Db,
  changes: readonly Change[],
  watchesOf: (change: Change) => readonly WatchFacts[],
) {
  const dated = changes.filter(({ entry, kind }) => entry !== undefined || kind === 'docket.status');
  const events = await docketEventsOf(db, [...new Set(dated.map(({ recordId }) => recordId))]);
  const told: (Change & Awaited<ReturnType<typeof contextOf>>)[] = [];
  for (const change of changes) {
    const ofCase = { events: events.get(change.recordId) ?? [], changes };
    told.push({ ...change, ...(await contextOf(db, change, watchesOf(change), ofCase)) });
  }
  return told;
}

async function contextOf(
  db: Db,
  change: FoundChange,
  watches: readonly WatchFacts[],
  { events, changes }: { readonly events: readonly CalendarEvent[]; readonly changes: readonly FoundChange[] },
) {
  const { kind, reading, recordId } = change;
  // An order names what it decides only by number.
  const named = kind === 'entry.new' ? reading?.refersTo.slice(0, namedAtMost) : undefined;
  const [answered] = events.filter((event) => isSetBy(event, change)).flatMap((event) => answeredNote(event) || []);
  return {
    namedEntries: named && (await entriesNumbered(db, recordId, named)),
    ...(kind === 'docket.new' && (await gatherInside(db, change, watches))),
    storedCases: await gatherStored(db, change),
    moved: movedBy(change, events),
    answered,
    caseTurn: turnedBy(change, events, changes),
  };
}

async function gatherInside(db: Db, change: FoundChange, watches: readonly WatchFacts[]) {
  const { record } = change;
  const all = await entriesKnownAt(db, change.recordId, change.checkId);
  const joined = record.type === 'docket' ? joinedTo(record, change, all, watches) : undefined;
  const complaint = all.findLast((entry) => readEntry(entry.description, entry.dateFiled).type === 'complaint');
  const first = new Set([joined?.by, complaint].filter((entry) => entry !== undefined));
  const entries = [...first, ...all.filter((entry) => !first.has(entry))].slice(0, insideAtMost);
  return { entries, moreEntries: all.length - entries.length, ...(joined && { joined }) };
}

const mostNumbers = 50;

async function gatherStored(db: Db, { kind, record }: FoundChange): Promise<Docket[] | undefined> {
  if (kind !== 'design.litigation' || record.type !== 'design') return undefined;
  const keys = (record.litigation ?? []).map(({ caseId }) => ({ key: caseId })).filter(({ key }) => key !== '');
  const known = await findKnown(db, 'docket', keys.slice(0, mostNumbers));
  const stored = await loadRecords(
    db,
    [...known.values()].map(({ id }) => id),
  );
  return [...stored.values()].flatMap(({ record: held }) => (held.type === 'docket' ? [held] : []));
}

/** The service shows entries late. An older entry did not join a party that was found only now. */
const lateDays = 30;

const addsSomebody = new RegExp(
  String.raw`\b(?:adding|adds?|added|join(?:s|ing|ed)?|joinder of|intervenor)\b[^.;]*\b(?:part(?:y|ies)` +
    String.raw`|(?:counter-?|cross-?|third-party )?(?:defendant|plaintiff)s?|respondents?)\b`,
  'i',
);

/** Returns the party if the change adds it, or a recent entry joins it to an old case. @param entries newest first */
function joinedTo(
  docket: Docket,
  change: FoundChange,
  entries: readonly Entry[],
  watches: readonly WatchFacts[],
): Joined | undefined {
  const party = matchedParty(docket, watches)?.name;
  if (party === undefined) return undefined;
  const since = daysAfter(change.detectedAt.slice(0, 10), -lateDays);
  const by = entries.find((entry) => entry.dateFiled >= since && joins(entry, party));
  const parties = change.fields.find(({ field }) => field === 'parties');
  const cameToUs = parties !== undefined && listNews(parties)?.added.includes(cleanText(party));
  const isOld = change.note !== undefined && (docket.dateFiled ?? '') < since;
  return cameToUs || (isOld && by !== undefined) ? { party, by } : undefined;
}

function joins({ description, dateFiled }: Entry, party: string): boolean {
  const { type, about, outcome } = readEntry(description, dateFiled);
  const lets = type === 'order' && about.includes('joinder') && outcome === 'granted';
  if (type !== 'complaint' && !lets) return false;
  return addsSomebody.test(description) || foldText(description).includes(foldText(party));
}

/** Merges changes of different watches: a record gone or back is one change with all watches of the channel. */
function goneAndBackOnce(changes: readonly MessageChange[]): MessageChange[] {
  const once: MessageChange[] = [];
  for (const change of changes) {
    const { kind, record, watches } = change;
    const isMove = /\.(gone|back)$/.test(kind);
    // A watch that lost a record twice found it in between, which is reported as two changes.
    const isOfOthers = (one: MessageChange) => !one.watches.some((watch) => watches.includes(watch));
    const isSame = (one: MessageChange) => one.kind === kind && one.record.key === record.key && isOfOthers(one);
    const at = isMove ? once.findLastIndex(isSame) : -1;
    const same = once[at];
    if (same === undefined) once.push(change);
    else once[at] = { ...same, watches: [...same.watches, ...watches] };
  }
  return once;
}

/** Drops litigation changes of designs whose cases are all reported here from their own dockets. */
function withoutReportedTwice(changes: readonly MessageChange[]): MessageChange[] {
  const dockets = new Set(
    changes.filter(({ record }) => record.type === 'docket').map(({ kind, record }) => `${kind} ${record.key}`),
  );
  return changes.filter((change) => {
    if (change.kind !== 'design.litigation' || change.record.type !== 'design') return true;
    const news = casesOfChange(change.record, change.fields);
    return !news?.every((one) => dockets.has(`${sameNewsOf(one)} ${one.case.caseId}`));
  });
}

type Moving = Pick<MessageChange, 'entry' | 'kind' | 'fields'>;

/** Returns the dates that a change moved or vacated. A requested date was never set. An edit may leave all dates. */
export function movedBy(change: Moving, events: readonly CalendarEvent[]): MovedDate[] {
  const own = events.filter((event) => isSetBy(event, change));
  const isSetAnew = ({ title }: CalendarEvent) => own.some((one) => one.status === 'set' && one.title === title);
  return events.flatMap((event): MovedDate[] => {
    const { title, date, status, earlier: [last] = [], sentence } = event;
    const known = { title, sentence };
    if (status === 'cancelled') return own.includes(event) && !isSetAnew(event) ? [{ ...known, was: date }] : [];
    if (status !== 'set' || last === undefined || !isMovedBy(event, change) || keepsDates(change)) return [];
    return [{ ...known, was: last.date, date }];
  });
}

/** Returns undefined if the change neither ends nor reopens its case, or if no dates lie ahead. */
function turnedBy(
  change: FoundChange,
  events: readonly CalendarEvent[],
  changes: readonly FoundChange[],
): CaseTurn | undefined {
  const turn = turnOf(change);
  if (turn === undefined) return undefined;
  const today = courtsToday(new Date(change.detectedAt));
  const isOrder = ({ recordId, entry }: FoundChange) => recordId === change.recordId && entry !== undefined;
  const order = change.entry ?? changes.find((one) => isOrder(one) && turnOf(one) === 'reopened')?.entry;
  const days = events.filter(
    (event) => event.date >= today && (turn === 'ended' ? falls(event, change) : returns(event, change, order)),
  );
  if (days.length === 0) return undefined;
  const titleOf = (event: CalendarEvent) => titleIn(isRequested(event) ? { ...event, status: 'asked' } : event);
  const isOff = days.every(({ status }) => status === 'case-ended');
  return { turn, isOff, days: days.map((event) => ({ title: titleOf(event), date: event.date })) };
}

function turnOf({ kind, entry, reading, fields }: FoundChange): CaseTurn['turn'] | undefined {
  if (kind === 'entry.new' && entry && reading) return endsOrReopens(reading, cleanText(entry.description));
  if (kind !== 'docket.status') return undefined;
  if (fields.some(isReopening)) return 'reopened';
  return fields.some(isEnding) ? 'ended' : undefined;
}

function falls({ status, mayBeCancelled }: CalendarEvent, { entry }: FoundChange): boolean {
  return status === 'case-ended' || (entry !== undefined && mayBeCancelled === `D.I. ${entry.documentNumber}`);
}

/** True for a date that was set before `order` reopened the case, or if no order is known, before the case ended. */
function returns({ status, filed = '' }: CalendarEvent, { fields }: FoundChange, order: Entry | undefined): boolean {
  const ended = fields.find(({ field }) => field === 'dateTerminated')?.before;
  const reopened = filedDay(order?.dateFiled ?? '');
  const isEarlier = reopened === undefined ? filed <= (filedDay(String(ended ?? '')) ?? '') : filed < reopened;
  return (status === 'set' || status === 'asked') && isEarlier;
}

function keepsDates({ entry, kind, fields }: Moving): boolean {
  const before = fields.find(({ field }) => field === 'description')?.before;
  if (kind !== 'entry.updated' || entry === undefined || typeof before !== 'string') return kind === 'entry.updated';
  const [old, now] = [before, entry.description].map((text) => readEntry(text, entry.dateFiled).dates);
  return JSON.stringify(old) === JSON.stringify(now);
}
