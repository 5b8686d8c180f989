import { basename } from 'node:path';
import { html } from 'hono/html';
import type { Unwatched } from '../../../alerts/message/content.ts';
import { findUnwatched } from '../../../alerts/message/gatherCoverage.ts';
import { incidentWords } from '../../../alerts/message/noticeOutline.ts';
import type { OpenIncident } from '../../../alerts/outbox/incidentsTable.ts';
import { daysAgo } from '../../../base/time.ts';
import { shortText } from '../../../base/words/cleanText.ts';
import { capitalised, counted, withCommas } from '../../../base/words/sentence.ts';
import { whyUnwatched } from '../../../base/words/watchWords.ts';
import type { Silence } from '../../../check/audience/silences.ts';
import { filtersHits, type WatchConfig, whyFiltered } from '../../../config/config.ts';
import { describeSearch, describeWatch } from '../../../config/searchWords.ts';
import { bodyOf, writeWatch } from '../../../config/watchText.ts';
import { mayAct } from '../../../people/sight.ts';
import { recordPlace, recordTitle, type SearchRecord } from '../../../records/record.ts';
import { loadDueFacts } from '../../../schedule/adaptive/adaptiveQueries.ts';
import { whyThen } from '../../../schedule/adaptive/whyThen.ts';
import { describeSchedule } from '../../../schedule/describeSchedule.ts';
import { falseMatches } from '../../../schedule/holds/holds.ts';
import { runningHolds } from '../../../schedule/holds/holdsTable.ts';
import { checkBody } from '../../../schedule/ownWatches.ts';
import { queriesOf } from '../../../schedule/planSync.ts';
import { queryOf } from '../../../service/query.ts';
import { recentChanges } from '../../../store/snapshot/changesAfterQueries.ts';
import { listChanges, type StoredChange } from '../../../store/snapshot/changesTable.ts';
import { type CheckRow, lastChecksOf } from '../../../store/snapshot/checksTable.ts';
import { excludedRecords } from '../../../store/snapshot/foundByQueries.ts';
import { listRecords } from '../../../store/snapshot/listRecordsQueries.ts';
import { loadRecords, type StoredRecord } from '../../../store/snapshot/recordsTable.ts';
import type { Db } from '../../../store/store.ts';
import { feedsOf, matterPath, pathOfWatchNew, recordPath, watchActionPath } from '../../frame/links.ts';
import { moment, momentWords } from '../../frame/moment.ts';
import { newsList, newsOf } from '../../frame/newsList.ts';
import type { Drawn, Html, Page, PageParts } from '../../frame/page.ts';
import { emptyState } from '../../frame/pager.ts';
import { facts, table } from '../../frame/pieces.ts';
import { inWatches } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';
import { feedsOfWatch, subscribePart } from '../calendar/subscribe.ts';
import { fieldName } from './fields.ts';
import { actionsPart, pausedNote, sealedState } from './holdPart.ts';
import {
  checkBar,
  checkDays,
  checkWords,
  kindOf,
  loadSealed,
  loadWatches,
  outcomeWords,
  stateDot,
  type WatchLine,
} from './loadWatches.ts';
import { quietedPart } from './quietenPart.ts';
import { tagLinks } from './watchesPage.ts';

const newsDays = 90;
const newsAtMost = 100;
const recordsAtMost = 100;
const checksAtMost = 30;

/**
 * `/watches/ID`: its search in words, what changed, its records, its checks. Of a confidential watch only that it
 * exists.
 */
export const watchPage: Page = {
  path: '/watches/:id',
  async draw(parts, visit, { id }) {
    const [line] = await loadWatches(parts, visit, (watch) => watch.id === id);
    if (line === undefined) return sealedPage(parts, visit, id);
    const head = html`<h1>${line.title}</h1>`;
    const { db } = parts.store;
    const { watch } = line;
    const queryIds = queriesOf(watch).map((query) => query.id);
    const since = daysAgo(visit.now, newsDays);
    const recent = await recentChanges(db, { watchIds: [watch.id], since, limit: newsAtMost });
    const type = kindOf(watch) === 'cases' ? 'docket' : 'design';
    const queries = inWatches([watch])[type];
    const { records: shown } = await listRecords(db, queries, { type }, 'changed', { limit: recordsAtMost });
    const checks = await lastChecksOf(db, queryIds, checksAtMost);
    return {
      title: line.title,
      feeds: feedsOf([watch]),
      body: html`${head}${await unwatchedNote(parts, line, visit)}${doubtsNote(visit, watch)}${await quietedPart(
        parts,
        visit,
        watch.id,
      )}${await actionsPart(parts, visit, line)}${about(line, visit, await whyNext(parts, line, visit))}
<h2>News of ${newsDays} days</h2>
${
  recent.changes.length === 0
    ? noNews(line, visit)
    : newsList(await newsOf(parts.store.db, recent.changes, [watch]), visit)
}${
  recent.more
    ? html`<p class="quiet">Those are the last ${newsAtMost} changes; the page of each ${kindOf(watch).slice(
        0,
        -1,
      )} has all of its own.</p>`
    : ''
}
<h2>${capitalised(kindOf(watch))}</h2>${recordsTable(shown, line, visit)}
${await leftOutPart(db, watch, since, visit)}
${await ignoredPart(parts, visit, watch)}
<h2>Checks</h2>${await lookedPart(parts, watch, visit)}${checksTable(checks, askedBy(watch), visit)}
${yamlPart(parts, visit, watch)}`,
    };
  },
};

async function sealedPage(parts: PageParts, visit: Visit, id: string | undefined): Promise<Drawn | undefined> {
  const line = (await loadSealed(parts, visit.sight)).find((one) => one.id === id);
  return (
    line && {
      title: line.title,
      body: html`<h1>${line.title}</h1>
<p>A confidential watch: what it searches and finds is shown to those who may read it.</p>
<p>${sealedState(line, visit)}</p>`,
    }
  );
}

async function lookedPart({ store }: PageParts, watch: WatchConfig, visit: Visit): Promise<Html> {
  const days = (await checkDays(store.db, [watch], visit.now)).get(watch.id) ?? [];
  return html`<p>${checkBar(days)} <span class="quiet small">${checkWords(days)}</span></p>`;
}

function nextCheck({ nextDueAt }: Pick<WatchLine, 'nextDueAt'>, visit: Visit): Html | undefined {
  return nextDueAt === undefined ? undefined : html`The next check is ${moment(nextDueAt, visit)}.`;
}

function noNews({ nextDueAt }: WatchLine, visit: Visit): Html {
  return emptyState('No news.', nextCheck({ nextDueAt }, visit));
}

/** The page of a watch whose id is `new`: its usual address belongs to the form. */
export const watchCalledNewPage: Page = {
  path: pathOfWatchNew,
  draw: (parts, visit) => watchPage.draw(parts, visit, { id: 'new' }),
};

function yamlPart({ config }: PageParts, visit: Visit, watch: WatchConfig): Html {
  const own = visit.sight.config.ownWatches?.get(watch.id);
  const origin =
    own === undefined
      ? html`<p>This watch is in the file <code>${basename(
          config.file ?? 'watches.yaml',
        )}</code> and is changed there. Settings that the file leaves out show their default.</p>`
      : html`<p>Made on the page, saved by ${own.changedBy} ${moment(own.changedAt, visit)}.${
          mayAct(visit.viewer, 'editor') ? html` <a href="${watchActionPath(watch.id, 'edit')}">Edit</a>` : ''
        }</p>`;
  return html`<h2>As YAML</h2>${origin}<pre class="message"><code>${writeWatch(bodyOf(watch, own))}</code></pre>`;
}

/** That nothing here can be relied on, and since when. */
async function unwatchedNote({ store }: PageParts, { watch, outcome }: WatchLine, visit: Visit): Promise<Html> {
  const [unwatched] = await findUnwatched(store.db, [watch], visit.now);
  if (unwatched === undefined || outcome === undefined) return html``;
  return html`<p class="note"><strong>Not checked completely:</strong> ${unwatchedWords(unwatched, visit)}.</p>`;
}

/** What `tipstaff validate` warns of, of a watch of the page; for those of the file it says so itself. */
function doubtsNote({ sight: { config } }: Visit, { id }: WatchConfig): Html {
  const own = config.ownWatches?.get(id);
  const warnings = own === undefined ? [] : checkBody(config, own.body, 'the form').warnings;
  return html`${warnings.map(({ path, words }) => html`<p class="note">${fieldName(path)}: ${words}</p>`)}`;
}

async function whyNext({ store }: PageParts, { watch, nextDueAt }: WatchLine, visit: Visit): Promise<string> {
  const searches = await loadDueFacts(store.db, watch.id);
  const next = searches.find((one) => one.nextDueAt === nextDueAt);
  return next === undefined ? '' : whyThen(next, visit.now, (at) => momentWords(at, visit));
}

function about(line: WatchLine, visit: Visit, why: string): Html {
  const { watch, silences, pause, incidents } = line;
  return html`${pause === undefined ? '' : pausedNote(pause, visit)}${incidents.map((one) =>
    incidentNote(one, visit),
  )}${silences.map(silenceNote)}
${facts([
  ['Searches', describeWatch(watch)],
  [
    'Compares',
    watch.similarTo && html`<a href="${watchActionPath(watch.id, 'alike')}">what looks like ours</a>, to be reviewed`,
  ],
  ['Whole words', watch.wholeWord ? 'only whole words count' : undefined],
  ['Matter', watch.matter === undefined ? undefined : html`<a href="${matterPath(watch.matter)}">${watch.matter}</a>`],
  ['Tags', watch.tags === undefined ? undefined : tagLinks(watch.tags)],
  ['Schedule', `${describeSchedule(watch.schedule)} (${watch.timezone})`],
  ['Notifies', watch.notify.join(', ')],
  [
    'Last outcome',
    html`${stateDot(line)}${outcomeWords(line)}${
      line.reason === undefined ? '' : html` <span class="quiet">${line.reason}</span>`
    }`,
  ],
  ['Last complete', moment(line.lastCompleteAt, visit)],
  [
    'Next',
    line.nextDueAt === undefined ? undefined : html`${moment(line.nextDueAt, visit)} <span class="quiet">${why}</span>`,
  ],
  ['Credits, month', withCommas(line.creditsThisMonth)],
  ['Feeds', subscribePart(feedsOfWatch(watch), visit)],
])}`;
}

/** The records that are ignored for the watch, with who said so and why. */
async function ignoredPart({ store }: PageParts, visit: Visit, { id }: WatchConfig): Promise<Html> {
  const ignored = falseMatches(await runningHolds(store.db)).filter((hold) => hold.watchId === id);
  if (ignored.length === 0) return html``;
  const records = await loadRecords(
    store.db,
    ignored.map((hold) => hold.recordId),
  );
  const lines = ignored.map(({ recordId, author, beganAt, reason, until }) => {
    const record = records.get(recordId)?.record;
    const name =
      record &&
      html`<a href="${recordPath(record)}">${recordTitle(record)}</a>
<span class="quiet">${recordPlace(record)}</span>`;
    return html`<li>${name}<div class="small">${reason} <span
class="quiet">${author}, ${moment(beganAt, visit)}${
      until === null ? '' : html`, until ${moment(until, visit)}`
    }</span></div></li>`;
  });
  return html`<h2>Ignored</h2><ul class="news">${lines}</ul>`;
}

function incidentNote({ kind, beganAt, detail }: OpenIncident, visit: Visit): Html {
  return html`<p class="note"><strong>${capitalised(
    incidentWords(kind),
  )}</strong> since ${moment(beganAt, visit)}. ${detail}</p>`;
}

/** What courts and registers write instead. `tipstaff status` also names stored records that may have been meant. */
function silenceNote({ asks, isPart, filteredOut, advice }: Silence): Html {
  const what = isPart ? ` for ${asks}` : '';
  const filtered = filteredOut > 0 ? [`${counted(filteredOut, 'hit')} filtered out.`] : [];
  const words = [...filtered, ...advice, 'If you expected hits, correct the watch.'].join(' ');
  return html`<p class="note doubt"><strong>Found nothing</strong>${what} since its first complete check. ${words}</p>`;
}

function recordsTable(shown: readonly StoredRecord[], { watch, records, nextDueAt }: WatchLine, visit: Visit): Html {
  if (shown.length === 0) return emptyState('None yet.', nextCheck({ nextDueAt }, visit));
  const kind = kindOf(watch);
  const more = records - shown.length;
  const moreWords = `And ${counted(more, 'more', 'more')} among all ${kind}`;
  const rows = table(shown, [
    { label: 'Name', cell: ({ record }) => html`<a href="${recordPath(record)}">${recordTitle(record)}</a>` },
    { label: 'Where', cell: ({ record }) => recordPlace(record) },
    { label: 'Last change', cell: ({ changedAt }) => moment(changedAt, visit) },
  ]);
  return html`${rows}${
    more > 0 ? html`<p><a href="/${kind}?watch=${encodeURIComponent(watch.id)}">${moreWords}</a></p>` : ''
  }`;
}

/** What tells the queries of a watch apart, by query: their registers where that is enough. */
interface Asked {
  readonly name: 'Register' | 'Search';
  readonly words: ReadonlyMap<string, string>;
}

/** undefined where the watch has one query. */
function askedBy(watch: WatchConfig): Asked | undefined {
  const { searches } = watch;
  if (searches.length < 2) return undefined;
  const registers = new Set(searches.flatMap((search) => (search.type === 'designs' ? [search.source] : [])));
  const name = registers.size === searches.length ? 'Register' : 'Search';
  const wordsOf = (search: (typeof searches)[number]) =>
    name === 'Register' && search.type === 'designs' ? search.source : describeSearch(search);
  return { name, words: new Map(searches.map((search) => [queryOf(search).id, wordsOf(search)])) };
}

function checksTable(checks: readonly CheckRow[], asked: Asked | undefined, visit: Visit): Html {
  if (checks.length === 0) return emptyState('Not checked yet.');
  const own = asked && [{ label: asked.name, cell: ({ queryId }: CheckRow) => asked.words.get(queryId) ?? '' }];
  return table(checks, [
    { label: 'When', cell: ({ id, endedAt }) => html`<a href="/checks/${id}">${moment(endedAt, visit)}</a>` },
    ...(own ?? []),
    { label: 'Outcome', cell: ({ outcome, reason }) => outcomeWords({ outcome, reason: reason ?? undefined }) },
    { label: 'Hits', look: 'number', cell: ({ hits }) => hits },
    { label: 'Credits', look: 'number', cell: ({ credits }) => credits },
    { label: 'Reason', cell: ({ reason }) => reason ?? '' },
  ]);
}

const leftOutAtMost = 100;

/**
 * What the watch finds and does not report: by `wholeWord` and `court`, and by its `report` since a moment (ISO).
 * Nothing where it has neither.
 */
async function leftOutPart(db: Db, watch: WatchConfig, since: string, visit: Visit): Promise<Html> {
  if (!filtersHits(watch) && watch.report === undefined) return html``;
  const filter = { watch: watch.id, filteredOut: true, since, limit: leftOutAtMost, newestFirst: true };
  const changes = watch.report === undefined ? [] : await listChanges(db, filter);
  const records: SearchRecord[] = [];
  if (filtersHits(watch)) records.push(...(await excludedRecords(db, watch.id)));
  return html`<h2>Left out</h2>
${filtersHits(watch) ? byFilter(records, watch) : ''}${watch.report === undefined ? '' : byReport(changes, visit)}`;
}

function byFilter(records: readonly SearchRecord[], watch: WatchConfig): Html {
  const kind = kindOf(watch);
  const words = `${counted(records.length, kind.slice(0, -1), kind)}: ${whyFiltered(watch)}`;
  if (records.length === 0) return html`<p>No ${kind} so far.</p>`;
  return html`<details><summary>${words}</summary><ul>${records.slice(0, leftOutAtMost).map(
    (record) =>
      html`<li><a href="${recordPath(record)}">${recordTitle(record)}</a>
<span class="quiet">${recordPlace(record)}</span></li>`,
  )}</ul>${andMore(records.length)}</details>`;
}

function byReport(changes: readonly StoredChange[], visit: Visit): Html {
  const words = `${counted(changes.length, 'item')} that its report leaves out`;
  if (changes.length === 0) return html`<p>No item that its report leaves out.</p>`;
  return html`<details><summary>${changes.length === leftOutAtMost ? `The last ${words}` : words}</summary>
<ul>${changes.map(
    ({ record, entry, filteredOut, detectedAt }) =>
      html`<li><a href="${recordPath(record)}">${shortText(
        entry?.description ?? recordTitle(record),
        200,
      )}</a> <span class="quiet">${Object.values(filteredOut ?? {}).join(
        '; ',
      )} · ${moment(detectedAt, visit)}</span></li>`,
  )}</ul></details>`;
}

function andMore(count: number): Html {
  return count > leftOutAtMost
    ? html`<p class="quiet">And ${counted(count - leftOutAtMost, 'more', 'more')}.</p>`
    : html``;
}

/** `last checked completely Nov 20, 7:00 AM; not checked since 7:33 AM (service key suspended)` */
function unwatchedWords({ since, knownUntil, reason }: Omit<Unwatched, 'watch'>, visit: Visit): Html {
  const known =
    knownUntil === undefined ? 'never checked completely' : html`last checked completely ${moment(knownUntil, visit)}`;
  return html`${known}; could not be checked since ${moment(since, visit)}${
    reason === undefined ? '' : ` (${whyUnwatched(reason)})`
  }`;
}
