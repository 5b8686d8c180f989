import { html } from 'hono/html';
import { alertsOfRecord, reportedAmong } from '../../../alerts/outbox/alertsOfWatchesQueries.ts';
import { counted } from '../../../base/words/sentence.ts';
import {
  type DesignSearch,
  type DocketSearch,
  filtersHits,
  type WatchConfig,
  whyFiltered,
} from '../../../config/config.ts';
import { describeWatch } from '../../../config/describeSearch.ts';
import { nearMiss } from '../../../config/fields/nearMiss.ts';
import { watchesById } from '../../../config/watchLists.ts';
import { watchesTold } from '../../../people/sight.ts';
import { mayAct } from '../../../people/viewer.ts';
import { rightNumber } from '../../../records/design.ts';
import { kindNames } from '../../../records/diff/change.ts';
import { companyWords } from '../../../records/diff/companyName.ts';
import { isSameDocketNumber, readPatentNumber } from '../../../records/docket.ts';
import { recordPlace, recordTitle } from '../../../records/record.ts';
import { becauseWords, defers, type Hold, quietWords } from '../../../schedule/holds/holds.ts';
import { listQuieted, type Quieted, runningHolds } from '../../../schedule/holds/holdsTable.ts';
import { recordIdsFoundBy } from '../../../store/find/searchStoredQueries.ts';
import { newestChanges } from '../../../store/snapshot/changesAfterQueries.ts';
import { type FoundBy, loadFoundBy } from '../../../store/snapshot/foundByQueries.ts';
import { loadRecords, type StoredRecord } from '../../../store/snapshot/recordsTable.ts';
import { recordPath, watchPath } from '../../frame/links.ts';
import { moment } from '../../frame/moment.ts';
import type { Html, PageParts } from '../../frame/page.ts';
import { inWatches } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';
import { loadWatches, type WatchLine } from '../watches/loadWatches.ts';

const recordsShown = 5;
/** Of so many records of that name it says how many there are. */
const recordsLookedAt = 200;
const watchesShown = 10;

/**
 * Why nobody was notified of what has this name or number: what is known of it, by which watches, and which would have
 * found it.
 */
export async function whyNotPart(parts: PageParts, visit: Visit, text: string): Promise<Html | string> {
  if (text === '') return '';
  const open = visit.sight.readable;
  const found = await foundCalled(parts, open, text);
  const records = (await reportedFirst(parts, found)).slice(0, recordsShown);
  const stored = await loadRecords(
    parts.store.db,
    records.map(([id]) => id),
  );
  const holds = await runningHolds(parts.store.db);
  const quieted = await listQuieted(parts.store.db);
  const told: Html[] = [];
  for (const [id, rows] of records) {
    const one = stored.get(id);
    if (one !== undefined) told.push(await recordPart(parts, visit, { stored: one, rows, open, holds, quieted }));
  }
  const more = found.size - records.length;
  return html`<section class="preview"><h2>“${text}”</h2>
${await watchesPart(parts, visit, open, { text, isKnown: told.length > 0 })}
${told.length === 0 ? html`<p><strong>Your watches have found nothing of this name.</strong></p>` : told}${
  more > 0
    ? html`<p><a href="/search?q=${encodeURIComponent(text)}">And ${counted(more, 'more', 'more')} of that name</a></p>`
    : ''
}</section>`;
}

/** What an alert has reported is meant more often than what only has the name in it. */
async function reportedFirst(
  { store }: PageParts,
  found: ReadonlyMap<number, readonly FoundBy[]>,
): Promise<(readonly [number, readonly FoundBy[]])[]> {
  const reported = await reportedAmong(store.db, [...found.keys()]);
  return [...found].toSorted(([one], [other]) => Number(reported.has(other)) - Number(reported.has(one)));
}

/** The records with this name or number that the viewer's watches found, with how. */
async function foundCalled(
  { store }: PageParts,
  open: readonly WatchConfig[],
  text: string,
): Promise<ReadonlyMap<number, readonly FoundBy[]>> {
  const { docket, design } = inWatches(open);
  const limit = recordsLookedAt;
  const ids = [
    ...(await recordIdsFoundBy(store.db, text, { holders: docket, type: 'docket', limit })),
    ...(await recordIdsFoundBy(store.db, text, { holders: design, type: 'design', limit })),
  ];
  const own = watchesById(open);
  const rows = (await loadFoundBy(store.db, ids)).filter(({ watchId }) => own.has(watchId));
  const byRecord = Map.groupBy(rows, ({ recordId }) => recordId);
  return new Map(ids.flatMap((id) => (byRecord.has(id) ? [[id, byRecord.get(id) ?? []] as const] : [])));
}

interface Known {
  readonly stored: StoredRecord;
  readonly rows: readonly FoundBy[];
  readonly open: readonly WatchConfig[];
  readonly holds: readonly Hold[];
  readonly quieted: readonly Quieted[];
}

async function recordPart(parts: PageParts, visit: Visit, known: Known): Promise<Html> {
  const { stored, rows, open } = known;
  const { id, record, firstSeenAt } = stored;
  const { db } = parts.store;
  const watchIds = [...new Set(rows.map(({ watchId }) => watchId))];
  const [last] = await newestChanges(db, { watchIds, recordId: id }, { limit: 1 });
  const told = watchesTold(
    visit.sight,
    open.filter((watch) => watchIds.includes(watch.id)),
  );
  const [alert] = await alertsOfRecord(db, id, { limit: 1, watchIds: told });
  return html`<h3><a href="${recordPath(record)}">${recordTitle(record)}</a>
<span class="quiet">${recordPlace(record)}</span></h3>
<p>Known since ${moment(firstSeenAt, visit)}. ${
    last === undefined
      ? 'No change was reported since.'
      : html`The last change was found ${moment(last.detectedAt, visit)} (${kindNames[last.kind]}).`
  }
${
  alert === undefined
    ? 'No alert has reported it.'
    : html`<a href="/alerts/${alert.id}">The last alert of it</a> went to ${alert.channel}: ${alert.state}, ${moment(
        alert.endedAt ?? alert.createdAt,
        visit,
      )}.`
}</p>
<ul>${watchIds.map((watchId) =>
    watchLine(
      watchId,
      rows.filter((row) => row.watchId === watchId),
      known,
      visit,
    ),
  )}</ul>`;
}

function watchLine(
  watchId: string,
  rows: readonly FoundBy[],
  { stored, open, holds, quieted }: Known,
  visit: Visit,
): Html | string {
  const watch = open.find(({ id }) => id === watchId);
  const [row] = rows;
  if (watch === undefined || row === undefined) return '';
  const hold = holds.find((one) => defers(one, { recordId: stored.id, watchId }));
  const { foundAt, baselineAt } = row;
  const isOfBaseline = foundAt !== null && baselineAt !== null && foundAt <= baselineAt;
  const reasons = [
    isOfBaseline ? 'it was there at the first check, which reports nothing as new' : '',
    filtersHits(watch) && !rows.some((one) => one.wholeWord) ? `it is filtered out: ${whyFiltered(watch)}` : '',
    rows.every((one) => one.goneCheck !== null) ? 'the service shows it no longer' : '',
    hold === undefined ? '' : `${hold.author} muted it${becauseWords(hold)}`,
    watch.tell === undefined
      ? ''
      : `the watch reports only this: ${watch.tell.map((kind) => kindNames[kind]).join('; ')}`,
    watch.report === undefined ? '' : 'its “report” leaves entries out',
    ...quieted
      .filter((one) => one.watchId === watchId)
      .map(({ kind, who }) => `${who} chose not to report ${quietWords(kind)}`),
    watch.mute === undefined ? '' : `it only counts ${watch.mute.join(', ')}`,
    watch.notify.length === 0 ? 'it notifies nobody' : '',
  ].filter(Boolean);
  const since = foundAt === null ? '' : html` found it ${moment(foundAt, visit)}`;
  const notified = watch.notify.length === 0 ? '' : ` and notifies ${watch.notify.join(', ')}`;
  return html`<li><a href="${watchPath(watchId)}">${watch.name}</a>${since}${notified}${
    reasons.length === 0 ? '' : `: ${reasons.join('; ')}`
  }.</li>`;
}

interface AskedFor {
  readonly text: string;
  /** Whether some watch has found a record of this name. */
  readonly isKnown: boolean;
}

/** The watches that search for it, the surest first, and what their last checks said; else, that none does. */
async function watchesPart(
  parts: PageParts,
  visit: Visit,
  open: readonly WatchConfig[],
  { text, isKnown }: AskedFor,
): Promise<Html | string> {
  const matches = new Map(
    open.flatMap((watch) => {
      const match = wouldSee(watch, text);
      return match === undefined ? [] : [[watch.id, match] as const];
    }),
  );
  if (matches.size === 0) {
    if (isKnown) return '';
    const make = mayAct(visit.viewer, 'editor') ? html` <a href="/watches/new">Make a watch</a> that does.` : '';
    return html`<p>None of your ${counted(open.length, 'watch', 'watches')} searches for it.${make}</p>`;
  }
  const lines = await loadWatches(parts, visit, (watch) => matches.has(watch.id));
  const matched = lines.flatMap((line) => ({ line, match: matches.get(line.watch.id) ?? 'near' }));
  matched.sort((a, b) => matchOrder.indexOf(a.match) - matchOrder.indexOf(b.match));
  return html`<ul>${matched
    .slice(0, watchesShown)
    .map(({ line, match }) => matchLine(line, match, isKnown, visit))}</ul>`;
}

const matchWords: Readonly<Record<Match, string>> = {
  'asks for it': 'searches for it',
  limited: 'searches for it, and finds it only where all of this holds',
  narrower: 'searches for a longer name, and may have missed it',
  near: 'has nearly this name or searches for nearly this: is one of them misspelled?',
};

function matchLine(line: WatchLine, match: Match, isKnown: boolean, visit: Visit): Html {
  const { watch, lastCompleteAt, pause, outcome } = line;
  // Only a search for just this says something of what the service does not show.
  const shown =
    match === 'asks for it' && !isKnown
      ? html`: the service showed ${counted(line.records, 'record')}, and not this.`
      : html`, with ${counted(line.records, 'record')}.`;
  const checked =
    lastCompleteAt === undefined
      ? html`It has never been checked completely.`
      : html`Last complete check: ${moment(lastCompleteAt, visit)}${shown}`;
  const state =
    pause !== undefined
      ? html` <strong>It is paused since ${moment(pause.beganAt, visit)}.</strong>`
      : outcome === undefined || outcome === 'complete'
        ? ''
        : html` <strong>Its last check was ${outcome}.</strong>`;
  return html`<li><a href="${watchPath(watch.id)}">${watch.name}</a> (${describeWatch(watch)}) ${matchWords[match]}.
${checked}${state}</li>`;
}

/**
 * How a watch and a name or number come together. `limited`: it searches for this, and for other things that must hold
 * as well, of which nothing is known. `narrower`: it searches for a longer name, and may miss it. `near`: it is called
 * so, or searches for a name that is spelled nearly so.
 */
type Match = 'asks for it' | 'limited' | 'narrower' | 'near';

/** What counts first where the searches of a watch differ. */
const matchOrder = ['asks for it', 'limited', 'narrower', 'near'] as const satisfies readonly Match[];

/**
 * Whether a watch would have found what is called so; undefined: it searches for something else. Only a watch that
 * narrows its search by nothing else would have found it for certain.
 */
export function wouldSee(
  { searches, courts = [], name }: Pick<WatchConfig, 'searches'> & Partial<Pick<WatchConfig, 'courts' | 'name'>>,
  text: string,
): Match | undefined {
  const matches = searches.map((search): Match | undefined => {
    const field = matchedField(search, text);
    if (field === undefined) return nearMatch(search, text);
    const others = Object.entries(search).filter(([key, value]) => key !== 'type' && key !== field && Boolean(value));
    return others.length === 0 && courts.length === 0 ? 'asks for it' : 'limited';
  });
  if (name !== undefined && isNear(name, text)) matches.push('near');
  return matchOrder.find((match) => matches.includes(match));
}

/** The field of a search that is this name or number, as the service compares it (docs/service.md). */
function matchedField(search: DocketSearch | DesignSearch, text: string): string | undefined {
  if (search.type === 'designs') {
    const { registrationNumber, holder } = search;
    if (registrationNumber !== undefined && rightNumber(registrationNumber) === rightNumber(text))
      return 'registrationNumber';
    return holder !== undefined && contains(text, holder) ? 'holder' : undefined;
  }
  const { patentNumber, caseNumber, companyName } = search;
  if (patentNumber !== undefined && readPatentNumber(text) === readPatentNumber(patentNumber)) return 'patentNumber';
  if (caseNumber !== undefined && isSameDocketNumber(caseNumber, text)) return 'caseNumber';
  const begins = companyName !== undefined && text.trim().toLowerCase().startsWith(companyName.toLowerCase());
  return begins && contains(text, companyName) ? 'companyName' : undefined;
}

function nearMatch(search: DocketSearch | DesignSearch, text: string): Match | undefined {
  const name = search.type === 'designs' ? search.holder : search.companyName;
  if (name === undefined || companyWords(text).length === 0) return undefined;
  if (contains(name, text)) return 'narrower';
  return isNear(name, text) ? 'near' : undefined;
}

/** Whether these words are in the text, whole: Rival is not in Rivalry. */
function contains(text: string, words: string): boolean {
  const plain = (name: string) =>
    ` ${name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return plain(text).includes(plain(words));
}

function isNear(name: string, text: string): boolean {
  const [one, other] = [name, text].map((each) => companyWords(each).join(' '));
  return nearMiss(other ?? '', [one ?? '']) !== undefined;
}
