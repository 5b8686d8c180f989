import { html } from 'hono/html';
import { type CoverageLine, coverageLines } from '../../../alerts/message/coverageWords.ts';
import type { Unwatched } from '../../../alerts/message/facts.ts';
import { findNeverFound, findPaused, findUnwatched, isWaiting } from '../../../alerts/message/gatherCoverage.ts';
import type { RecordNews } from '../../../alerts/message/recordNews.ts';
import { countNotArrived } from '../../../alerts/outbox/alertsTable.ts';
import { daysAfter, daysAgo } from '../../../base/time.ts';
import { cleanText } from '../../../base/words/cleanText.ts';
import { counted, moreWatches } from '../../../base/words/sentence.ts';
import { idsOf, type WatchConfig } from '../../../config/config.ts';
import { mayAct } from '../../../people/sight.ts';
import { courtsToday } from '../../../records/courts.ts';
import { placeBesideTitle, recordTitle } from '../../../records/record.ts';
import { type Hold, mutedRecords, mutedWatches } from '../../../schedule/holds/holds.ts';
import { runningHolds } from '../../../schedule/holds/holdsTable.ts';
import { isOverdue } from '../../../schedule/nextDue.ts';
import { queriesOf } from '../../../schedule/syncWatches.ts';
import { lastCompleteCheckAt } from '../../../schedule/watchStatusQueries.ts';
import { countDue } from '../../../store/claims/due.ts';
import { changesToAct, recentChanges } from '../../../store/snapshot/changesAfterQueries.ts';
import { listChanges } from '../../../store/snapshot/changesTable.ts';
import { loadRecords } from '../../../store/snapshot/recordsTable.ts';
import { acknowledgedSince } from '../../../store/snapshot/storeChangesTable.ts';
import type { Db } from '../../../store/store.ts';
import { dateLines, dateList, day, dayWords, moment, momentWords, todayOf } from '../../frame/moment.ts';
import { acknowledgedOf, newsList, newsOf, seenTo } from '../../frame/newsList.ts';
import type { Html, Page, PageParts } from '../../frame/page.ts';
import { emptyState, links, recordPath, watchPath } from '../../frame/pieces.ts';
import { knownBy } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';
import { datesAhead } from '../calendar/chosenDates.ts';
import { loadSealed } from '../watches/loadWatches.ts';
import { mutedEnd, sealedState } from '../watches/watchActions.ts';

const datesAtMost = 40;
const newsAtOnce = 20;
const soonDays = 7;
const neverFoundNamed = 10;
const unwatchedNamed = 20;

export const todayPage: Page = {
  path: '/',
  name: 'Today',
  async draw(parts, visit) {
    const today = await loadToday(parts, visit);
    return {
      title: 'Today',
      body: html`<div class="titled"><h1>Today</h1><span class="quiet">${dayWords(todayOf(visit), visit)}</span></div>
${coveragePart(today, visit)}${neverFoundLine(today)}${undeliveredLine(today)}
${today.watches === 0 ? '' : figuresPart(today, visit)}
<div class="columns"><div>${newsPart(today, visit)}</div>
<aside>${datesPart(today, visit)}</aside></div>`,
    };
  },
};

function figuresPart({ toAct, moreToAct, news, moreNews, acknowledged, dates }: Today, visit: Visit): Html {
  const toRead = news.filter((one) => one.priority === 'read' && one.happened !== '' && !seenTo(one, acknowledged));
  const until = daysAfter(courtsToday(visit.now), soonDays);
  const soon = dates.filter(({ record, date }) => record.type === 'docket' && date <= until);
  const figures = [
    ['act', `${toAct.length}${moreToAct ? '+' : ''}`, toAct.length === 1 ? 'needs you' : 'need you'],
    ['new', `${toRead.length}${moreNews ? '+' : ''}`, 'to read'],
    ['ahead', `${soon.length}`, `due in ${soonDays} days`],
  ] as const;
  return html`<ul class="figures">${figures.map(
    ([part, count, words]) => html`<li><a href="#${part}"><strong>${count}</strong>${words}</a></li>`,
  )}</ul>`;
}

function newsPart({ watches, toAct, moreToAct, news, moreNews, since, acknowledged }: Today, visit: Visit): Html {
  const shown = { acknowledged, atMost: newsAtOnce };
  const part = (some: readonly RecordNews[], none: string, more: boolean) =>
    html`${some.length === 0 ? emptyState(none) : newsList(some, visit, shown)}${
      more && html`<p class="quiet">And more: <a href="/changes">all changes</a>.</p>`
    }`;
  const marks = html`<p class="quiet small">“Acknowledge” takes an item off this list for everybody, and cannot be
undone. The item stays in <a href="/changes">all changes</a>.</p>`;
  const acting = html`<h2 id="act">Needs you</h2>${part(toAct, 'Nothing new needs you.', moreToAct)}${
    toAct.length > 0 && mayAct(visit.viewer, 'editor') && marks
  }`;
  const all = html`<p class="quiet small"><a href="/changes?day=${daysAfter(
    todayOf(visit),
    -1,
  )}">Yesterday’s changes</a>, <a
href="/changes">all changes</a></p>`;
  return html`${watches > 0 && acting}<h2 id="new">${
    visit.lastVisitAt === undefined ? `New in the last ${firstVisitDays} days` : html`New since ${moment(since, visit)}`
  }</h2>
${part(news, toAct.length === 0 ? 'Nothing new.' : 'Nothing else is new.', moreNews)}${watches > 0 && all}`;
}

function datesPart({ dates, datesUntil }: Today, visit: Visit): Html {
  const ofCases = dates.filter(({ record }) => record.type === 'docket');
  const ofDesigns = dates.filter(({ record }) => record.type === 'design');
  const head = datesUntil === undefined ? `Next ${aheadDays} days` : html`Dates until ${day(datesUntil, visit)}`;
  return html`<h2 id="ahead">${head}</h2>
${dateList(ofCases, visit, datesAtMost)}
${ofDesigns.length > 0 && html`<h2>Designs that expire</h2>${dateLines(ofDesigns, visit, datesAtMost)}`}`;
}

function undeliveredLine({ undelivered }: Today): Html | string {
  if (undelivered === 0) return '';
  return html`<p class="note"><strong>${counted(undelivered, 'alert is', 'alerts are')} undelivered.</strong> <a
href="/alerts">The alerts</a> say which, and what the server said.</p>`;
}

/** Says “up to date” only if no check is due, because the last check of one watch says nothing about the others. */
function coveragePart(today: Today, visit: Visit): Html {
  const { watches, due, sealed, lastCheckAt, neverFound, waiting } = today;
  if (watches === 0) {
    const todo = html`<a href="/new-watch">Make the first watch</a>, or add it to <code>watches.yaml</code> and
restart Tipstaff.`;
    return emptyState('Nothing is watched yet.', mayAct(visit.viewer, 'editor') ? todo : undefined);
  }
  const paused = today.paused.length + sealed.filter(({ pause }) => pause !== undefined).length;
  const unwatched = today.unwatched.length + sealed.filter((one) => one.pause === undefined && !one.isWaiting).length;
  const coming = waiting === 0 ? '' : `; ${waiting} waiting for the first check`;
  const [checked, aside] = [watches - paused, `${paused === 0 ? '' : `; ${paused} PAUSED`}${coming}`];
  const checkedWords = counted(checked, 'watch', 'watches');
  const lines = coverageLines(today, visit, (iso) => momentWords(iso, visit));
  const notes = [
    ...lines.map(lineOf),
    ...today.muted.map((hold) => html`<li>Muted ${mutedEnd(hold, visit)}: ${linkTo(hold.watchId, hold.label)}</li>`),
    ...today.mutedRecords.map(([hold, some]) => html`<li>Muted ${mutedEnd(hold, visit)}: ${links(some)}</li>`),
    ...sealed.map(
      (one) => html`<li>A confidential watch${one.matter && ` of ${one.matter}`}: ${sealedState(one, visit)}</li>`,
    ),
  ];
  const list = notes.length === 0 ? '' : html`<ul class="note">${notes}</ul>`;
  if (unwatched > 0)
    return html`<p class="lead alarm"><a href="/watches?state=incident">${unwatched} of ${checkedWords}</a> not checked
completely${aside}.</p>${list}`;
  if (checked === 0) return html`<p class="lead alarm">Nothing is checked${aside}.</p>${list}`;
  const tone = neverFound.length + paused + waiting === 0 ? 'well' : 'doubt';
  const state = due > 0 ? `, ${counted(due, 'check')} due now` : waiting === 0 ? ' up to date' : '';
  return html`<p class="lead ${tone}"><span class="dot ${tone}"></span><a
href="/watches">${checkedWords}</a>${state}${aside}; last check ${moment(lastCheckAt, visit)}.</p>${list}`;
}

function lineOf({ kind, words, watches, why }: CoverageLine): Html {
  const names = links(watches.slice(0, unwatchedNamed).map(({ id, name }) => [watchPath(id), name]));
  const more = watches.length - unwatchedNamed;
  const rest = more > 0 && html`, <a href="/watches?state=incident">and ${moreWatches(more)}</a>`;
  const count = watches.length > 1 ? html`<strong>${counted(watches.length, 'watch', 'watches')}</strong> ` : '';
  const begin = watches.length > 1 ? words.charAt(0).toLowerCase() + words.slice(1) : words;
  const said = kind === 'paused' ? html`<strong>${words}</strong>` : begin;
  return html`<li>${count}${said}: ${names}${rest} (${why})</li>`;
}

const linkTo = (id: string, words: string): Html => html`<a href="${watchPath(id)}">${words}</a>`;

function neverFoundLine({ neverFound }: Today): Html | string {
  if (neverFound.length === 0) return '';
  const more = neverFound.length - neverFoundNamed;
  const names = neverFound.slice(0, neverFoundNamed).map(({ watch, near }, index) => {
    const aside = near === undefined ? '' : html` <span class="quiet">(${cleanText(near.replace(/\.$/, ''))})</span>`;
    return html`${index > 0 ? ', ' : ''}${linkTo(watch.id, watch.name)}${aside}`;
  });
  const rest = more > 0 && html`, <a href="/watches?state=nothing">and ${counted(more, 'more', 'more')}</a>`;
  const have = counted(neverFound.length, 'watch has', 'watches have');
  return html`<p class="note doubt"><strong>${have} never found anything:</strong> ${names}${rest}</p>`;
}

const firstVisitDays = 7;
const aheadDays = 30;
const newsAtMost = 100;
const toActAtMost = 100;
const datesReadAtMost = 200;

type Today = Awaited<ReturnType<typeof loadToday>>;

async function loadToday(parts: PageParts, visit: Visit) {
  const { store } = parts;
  const { viewer, sight, now, lastVisitAt } = visit;
  const open = sight.readable;
  const since = lastVisitAt ?? daysAgo(now, firstVisitDays);
  const watchIds = idsOf(open);
  // Sorts as emails do: starred records, then cases, then designs.
  const casesFirst = (news: readonly RecordNews[]) =>
    news.toSorted(
      ({ starred: a, record: { type: x } }, { starred: b, record: { type: y } }) =>
        Number(b) - Number(a) || Number(x === 'design') - Number(y === 'design'),
    );
  const asking = await changesToAct(store.db, { watchIds, limit: toActAtMost });
  const recent = await changesSince(store.db, { watchIds, since });
  const acknowledged = await acknowledgedOf(store.db, recent.changes, viewer);
  // Keeps each change once, so that one line has all open changes of a record.
  const unseen = new Map([...asking.changes, ...recent.changes].map((change) => [change.id, change]));
  for (const id of acknowledged.keys()) unseen.delete(id);
  const isRecent = new Set(recent.changes.map(({ id }) => id));
  const news = await newsOf(store.db, [...unseen.values()], open, visit);
  const others = news.filter((one) => one.priority !== 'act' && one.changes.some(({ id }) => isRecent.has(id)));
  const done = recent.changes.filter(({ id }) => acknowledged.has(id));
  const queryIds = sight.isWhole ? undefined : open.flatMap(queriesOf).map(({ id }) => id);
  const holds = await runningHolds(store.db);
  const savedAt = ({ watch }: Unwatched) => sight.config.ownWatches?.get(watch.id)?.changedAt;
  const { unwatched = [], waiting = [] } = Object.groupBy(await findUnwatched(store.db, open, now), (one) =>
    isWaiting(one, now, savedAt(one)) ? 'waiting' : 'unwatched',
  );
  const sealed = (await loadSealed(parts, sight))
    .filter((one) => one.pause !== undefined || one.outcome !== 'complete')
    .map((one) => ({ ...one, isWaiting: one.outcome === null && one.nextDueAt !== null && !isOverdue(one, now) }));
  const ahead = await datesAhead(store.db, open, now, { days: aheadDays, atMost: datesReadAtMost });
  return {
    watches: sight.watches.length,
    unwatched,
    waiting: waiting.length + sealed.filter((one) => one.pause === undefined && one.isWaiting).length,
    due: await countDue(store.db, watchIds, now),
    paused: await findPaused(store.db, open),
    muted: [...mutedWatches(holds).values()].filter((hold) => watchIds.includes(hold.watchId)),
    mutedRecords: await mutedByEnd(store.db, holds, open),
    sealed,
    neverFound: await findNeverFound(store.db, open),
    undelivered: await countNotArrived(store.db, now, sight.isWhole ? {} : { watchIds }),
    lastCheckAt: await lastCompleteCheckAt(store.db, queryIds),
    since,
    toAct: casesFirst(news.filter(({ priority }) => priority === 'act')),
    moreToAct: asking.more,
    news: casesFirst([...others, ...(await newsOf(store.db, done, open, visit))]),
    moreNews: recent.more,
    acknowledged,
    datesUntil: ahead.until,
    dates: ahead.dates,
  };
}

/** Returns a link for each muted record, those with the same end together. */
async function mutedByEnd(db: Db, holds: readonly Hold[], open: readonly WatchConfig[]) {
  const ids = new Set(idsOf(open));
  const muted = await Promise.all(
    mutedRecords(holds).map(async (hold) => {
      const isSeen =
        hold.watchId === null ? (await knownBy(db, open, hold.recordId)).watches.length > 0 : ids.has(hold.watchId);
      return isSeen ? [hold] : [];
    }),
  );
  const records = await loadRecords(db, [...new Set(muted.flat().map(({ recordId }) => recordId))]);
  return [...Map.groupBy(muted.flat(), ({ until }) => until)].map(([until, some]) => {
    const own = [...new Set(some.map(({ recordId }) => recordId))].flatMap((id) => records.get(id)?.record ?? []);
    const links = own.map(
      (record) => [recordPath(record), `${recordTitle(record)} (${placeBesideTitle(record)})`] as const,
    );
    return [{ until }, links] as const;
  });
}

async function changesSince(db: Db, asked: { watchIds: readonly string[]; since: string }) {
  const recent = await recentChanges(db, { ...asked, limit: newsAtMost });
  const known = new Set(recent.changes.map(({ id }) => id));
  const acknowledged = await acknowledgedSince(db, { ...asked, limit: newsAtMost });
  const ids = acknowledged.filter((id) => !known.has(id));
  const older = ids.length === 0 ? [] : await listChanges(db, { ids, limit: newsAtMost, newestFirst: true });
  return { changes: [...recent.changes, ...older], more: recent.more };
}
