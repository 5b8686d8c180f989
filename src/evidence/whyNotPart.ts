import { html } from 'hono/html';
import { type DesignSearch, type DocketSearch, filtersHits, type WatchConfig, whyFiltered } from '../config/config.ts';
import { describeWatch } from '../config/describeSearch.ts';
import { watchesById } from '../config/watchLists.ts';
import { companyWords } from '../diff/companyName.ts';
import { recordIdsFoundBy } from '../find/searchStoredQueries.ts';
import { becauseWords, defers, type Hold, quietWords } from '../holds/holds.ts';
import { listQuieted, type Quieted, runningHolds } from '../holds/holdsTable.ts';
import { alertsOfRecord } from '../outbox/alertsOfWatchesQueries.ts';
import { recordPath, watchPath } from '../pages/links.ts';
import { moment } from '../pages/moment.ts';
import type { Html, PageParts } from '../pages/page.ts';
import { inWatches } from '../pages/visit/inWatches.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { mayAct, openWatches, watchesTold } from '../people/viewer.ts';
import { rightNumber } from '../records/design.ts';
import { isSameDocketNumber, readPatentNumber } from '../records/docket.ts';
import { recordPlace, recordTitle } from '../records/record.ts';
import { newestChanges } from '../snapshot/changesAfterQueries.ts';
import { type FoundBy, loadFoundBy } from '../snapshot/foundByQueries.ts';
import { loadRecords, type StoredRecord } from '../snapshot/recordsTable.ts';
import { kindNames } from '../watches/formFields.ts';
import { loadWatches, type WatchLine } from '../watches/loadWatches.ts';
import { counted } from '../words/sentence.ts';

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
  const open = openWatches(parts.config.watches, visit.viewer);
  const found = await foundCalled(parts, open, text);
  const records = [...found.entries()].slice(0, recordsShown);
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
${told.length === 0 ? html`<p><strong>Your watches have found nothing of this name.</strong></p>` : told}${
  more > 0
    ? html`<p><a href="/search?q=${encodeURIComponent(text)}">And ${counted(more, 'more', 'more')} of that name</a></p>`
    : ''
}
${told.length > 0 ? '' : await watchesPart(parts, visit, open, text)}</section>`;
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
  const [last] = await newestChanges(db, { watchIds, recordId: id, limit: 1 });
  const told = watchesTold(
    visit.viewer,
    open.filter((watch) => watchIds.includes(watch.id)),
  );
  const [alert] = await alertsOfRecord(db, id, { limit: 1, watchIds: told });
  return html`<h3><a href="${recordPath(record)}">${recordTitle(record)}</a>
<span class="quiet">${recordPlace(record)}</span></h3>
<p>Known since ${moment(firstSeenAt, visit)}. ${
    last === undefined
      ? 'Nothing that counts has changed since.'
      : html`The last change was found ${moment(last.detectedAt, visit)} (${kindNames[last.kind]}).`
  }
${
  alert === undefined
    ? 'No alert has told of it.'
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

/** The watches that ask for what was not found, and what their last checks said; else, that none does. */
async function watchesPart(parts: PageParts, visit: Visit, open: readonly WatchConfig[], text: string): Promise<Html> {
  const sights = new Map(
    open.flatMap((watch) => {
      const sight = wouldSee(watch, text);
      return sight === undefined ? [] : [[watch.id, sight] as const];
    }),
  );
  if (sights.size === 0) {
    const make = mayAct(visit.viewer, 'editor') ? html` <a href="/watches/new">Make a watch</a> that does.` : '';
    return html`<p>None of your ${counted(open.length, 'watch', 'watches')} asks for it.${make}</p>`;
  }
  const lines = await loadWatches(parts, visit, (watch) => sights.has(watch.id));
  return html`<ul>${lines
    .slice(0, watchesShown)
    .map((line) => sightLine(line, sights.get(line.watch.id) ?? 'narrower', visit))}</ul>`;
}

function sightLine(line: WatchLine, sight: Sight, visit: Visit): Html {
  const { watch, lastCompleteAt, pause, outcome } = line;
  const would = sight === 'asks for it' ? 'would have found it' : 'asks for more than that, and may have missed it';
  const looked =
    lastCompleteAt === undefined
      ? html`It has never been checked completely.`
      : html`Its last complete check was ${moment(lastCompleteAt, visit)}: the service showed ${counted(
          line.records,
          'record',
        )}, and not this.`;
  const state =
    pause !== undefined
      ? html` <strong>It is paused since ${moment(pause.beganAt, visit)}.</strong>`
      : outcome === undefined || outcome === 'complete'
        ? ''
        : html` <strong>Its last check was ${outcome}.</strong>`;
  return html`<li><a href="${watchPath(watch.id)}">${watch.name}</a> (${describeWatch(watch)}) ${would}.
${looked}${state}</li>`;
}

/** How a watch and a name or number come together. `narrower`: it asks for more than was written, and may miss it. */
type Sight = 'asks for it' | 'narrower';

/**
 * Whether what is called so would be found by a watch, as far as its searches show; undefined: none of them asks for
 * it.
 */
export function wouldSee({ searches }: Pick<WatchConfig, 'searches'>, text: string): Sight | undefined {
  const sights = searches.map((search) =>
    search.type === 'dockets' ? byDockets(search, text) : byDesigns(search, text),
  );
  return sights.includes('asks for it') ? 'asks for it' : sights.find((one) => one !== undefined);
}

function byDockets({ patentNumber, caseNumber, companyName }: DocketSearch, text: string): Sight | undefined {
  const isPatent = patentNumber !== undefined && readPatentNumber(text) === readPatentNumber(patentNumber);
  if (isPatent || (caseNumber !== undefined && isSameDocketNumber(caseNumber, text))) return 'asks for it';
  return companyName === undefined ? undefined : byName(companyName, text, true);
}

function byDesigns({ registrationNumber, holder }: DesignSearch, text: string): Sight | undefined {
  if (registrationNumber !== undefined && rightNumber(registrationNumber) === rightNumber(text)) return 'asks for it';
  return holder === undefined ? undefined : byName(holder, text, false);
}

/** The service compares how the name of a company begins, and any part of a holder's (docs/service.md). */
function byName(asked: string, text: string, fromBegin: boolean): Sight | undefined {
  const [wanted, written] = [asked, text].map((name) => companyWords(name).join(' '));
  if (!wanted || !written) return undefined;
  if (fromBegin ? written.startsWith(wanted) : written.includes(wanted)) return 'asks for it';
  return wanted.includes(written) ? 'narrower' : undefined;
}
