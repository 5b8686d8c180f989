import { basename } from 'node:path';
import { html } from 'hono/html';
import { coverageLines } from '../../../alerts/message/coverageWords.ts';
import type { Unwatched } from '../../../alerts/message/facts.ts';
import { findUnwatched, isWaiting } from '../../../alerts/message/gatherCoverage.ts';
import { incidentWords } from '../../../alerts/message/noticeOutline.ts';
import type { IncidentKind } from '../../../alerts/outbox/incidents.ts';
import { type OpenIncident, openIncidents } from '../../../alerts/outbox/incidentsTable.ts';
import { daysAgo } from '../../../base/time.ts';
import { readerTime, withMoments } from '../../../base/words/readerDate.ts';
import { capitalized, counted, moreWatches, sentence, withCommas } from '../../../base/words/sentence.ts';
import { personName, whyUnwatched } from '../../../base/words/watchWords.ts';
import { loadKeySuspension } from '../../../check/admission/serviceKey.ts';
import type { Silence } from '../../../check/audience/announceBaseline.ts';
import { type WatchConfig, watchesById } from '../../../config/config.ts';
import { adaptiveBounds } from '../../../config/fields/schedule.ts';
import { bodyOf, writeWatch } from '../../../config/watchText.ts';
import { mayAct } from '../../../people/sight.ts';
import { labelOf } from '../../../records/record.ts';
import { loadDueFacts } from '../../../schedule/adaptive/adaptiveQueries.ts';
import { startOfNext } from '../../../schedule/budget.ts';
import { whyThen } from '../../../schedule/describeSchedule.ts';
import { checkBody } from '../../../schedule/ownWatches.ts';
import { alsoWatched } from '../../../schedule/watchStatusQueries.ts';
import { everything } from '../../../store/snapshot/ledgerTable.ts';
import type { Db } from '../../../store/store.ts';
import { moment, momentWords, reasonWords } from '../../frame/moment.ts';
import { newsDays, newsPart } from '../../frame/newsList.ts';
import type { Html, Page, PageParts } from '../../frame/page.ts';
import { emptyState, feedPath, links, matterPath, recordPath, watchActionPath, watchPath } from '../../frame/pieces.ts';
import { listTable, totalWords } from '../../lists/listPage.ts';
import type { Visit } from '../../visit/visit.ts';
import { feedsOfWatch, subscribePart } from '../calendar/calendarPage.ts';
import { caseColumns, casesList } from '../cases/caseLists.ts';
import { checksList } from '../checks/checksPage.ts';
import { gallery } from '../designs/designCard.ts';
import { designsList } from '../designs/galleryPage.ts';
import { findingLine } from './fields.ts';
import { checkBar, checkWords, kindOf, loadWatches, outcomeWords, stateDot, type WatchLine } from './loadWatches.ts';
import { watchSummary } from './previewPart.ts';
import { heldPart, leftOutPart, quietedPart, quietenPart } from './quieten.ts';
import { checkForm, muteForm, pausedNote, pauseForm, tagLinks } from './watchActions.ts';

const recordsAtMost = 12;
const checksAtMost = 10;
const ofChecks: ReadonlySet<string> = new Set<IncidentKind | 'watch-unwatched'>(['watch-failing', 'watch-unwatched']);

export const watchPage: Page = {
  path: '/watches/:id',
  async draw(parts, visit, { id = '' }) {
    const [line] = await loadWatches(parts, visit, (watch) => watch.id === id);
    if (line === undefined) return undefined;
    const { watch, title, pause, silences } = line;
    const found = line.outcome === null ? [] : await findUnwatched(parts.store.db, [watch], visit.now);
    const unwatched = found.filter((one) => !isWaiting(one, visit.now));
    // These incidents say the same as the note on top, with other times.
    const incidents =
      unwatched.length === 0 ? line.incidents : line.incidents.filter(({ kind }) => !ofChecks.has(kind));
    const since = daysAgo(visit.now, newsDays);
    const allChanges = `/changes?watch=${encodeURIComponent(id)}`;
    return {
      title,
      feed: { title: watch.name, href: feedPath(id) },
      body: html`<h1>${title}</h1>${unwatchedNote(unwatched, visit)}${doubtsNote(visit, watch)}${
        pause === undefined ? '' : pausedNote(pause, line, visit)
      }${incidents.map((one) => incidentNote(one, visit))}${silences.map(silenceNote)}
${await quietedPart(parts, visit, watch.id)}${about(line, visit)}
${await stateLine(parts, line, visit)}${await actionsPart(parts, visit, line)}
${await newsPart(parts.store.db, [watch], allChanges, visit)}
${await recordsPart(parts, visit, kindOf(watch), { watch: id })}
${await leftOutPart(parts.store.db, watch, since, visit)}${await heldPart(parts, visit, watch)}
${await checksPart(parts, watch, visit)}${yamlPart(visit, watch)}`,
    };
  },
};

const mostNamed = 5;

async function actionsPart(parts: PageParts, visit: Visit, { watch, pause, mute }: WatchLine): Promise<Html> {
  if (!mayAct(visit.viewer, 'editor')) return html``;
  const others = await othersPart(parts, visit, watch);
  const edit = visit.sight.config.ownWatches?.has(watch.id)
    ? html`<a class="button" href="${watchActionPath(watch.id, 'edit')}">Edit</a> `
    : changedInFile(parts);
  return html`<div class="doing">${pause === undefined ? await checkForm(parts, visit, watch) : ''}${edit}${muteForm(
    watch.id,
    mute,
    others,
    visit,
  )}${await quietenPart(parts, visit, watch)}${pauseForm(watch.id, pause, visit)}</div>`;
}

async function othersPart({ store }: PageParts, { sight }: Visit, watch: WatchConfig): Promise<Html | string> {
  const watches = sight.readable;
  const found = await alsoWatched(store.db, { watches }, watch.id);
  if (found === undefined) return '';
  const { records, watchIds, first } = found;
  const others = watchIds.slice(0, mostNamed).flatMap((id) => watchesById(watches).get(id) ?? []);
  const more = watchIds.length - mostNamed;
  const names = links(others.map(({ id, name }) => [watchPath(id), name] as const));
  const rest = more > 0 ? ` and ${moreWatches(more)}` : '';
  const kind = kindOf(watch);
  const one = kind.slice(0, -1);
  const what = `${withCommas(records)} of its ${kind} ${records === 1 ? 'is' : 'are'}`;
  const by = records === 1 || watchIds.length === 1 ? 'by' : 'by at least one of';
  return html`<p class="small">${what} also watched ${by} ${names}${rest}, which this mute does not hold.
To ignore a ${one} that is a false match, open the page of that ${one}, such as
<a href="${recordPath(first)}">${labelOf(first)}</a>, and choose “It is a false match”.</p>`;
}

function changedInFile({ config }: PageParts): Html {
  const file = basename(config.file ?? 'watches.yaml');
  return html`<span class="quiet small">This watch is in <code>${file}</code>; change it there.</span> `;
}

function yamlPart(visit: Visit, watch: WatchConfig): Html {
  const own = visit.sight.config.ownWatches?.get(watch.id);
  const saved = own && html`<p>Saved by ${personName(own.changedBy)} ${moment(own.changedAt, visit)}.</p>`;
  const yaml = html`<pre class="message"><code>${writeWatch(bodyOf(watch, own))}</code></pre>`;
  return html`<details><summary>As YAML</summary>${saved}${yaml}</details>`;
}

function unwatchedNote(unwatched: readonly Unwatched[], visit: Visit): Html {
  const lines = coverageLines({ unwatched }, visit, (iso) => momentWords(iso, visit));
  return html`${lines.map(({ words, why }) => html`<p class="note"><strong>${words}</strong> (${why}).</p>`)}`;
}

/** Shows warnings about a watch of the page. `tipstaff validate` shows those about watches of the file. */
function doubtsNote({ sight: { config } }: Visit, { id }: WatchConfig): Html {
  const own = config.ownWatches?.get(id);
  const warnings = own === undefined ? [] : checkBody(config, own.body, 'the form').warnings;
  return html`${warnings.map((one) => html`<p class="note">${findingLine(one)}</p>`)}`;
}

function about({ watch, creditsThisMonth }: WatchLine, visit: Visit): Html {
  const { matter, tags, similarTo } = watch;
  const more = [
    matter && html`<a href="${matterPath(matter)}">${matter}</a>`,
    tags && tagLinks(tags),
    similarTo && html`<a href="${watchActionPath(watch.id, 'alike')}">Looks like ours</a>`,
    subscribePart(feedsOfWatch(watch), visit),
  ].filter(Boolean);
  return html`<p class="lead">${watchSummary(watch)}. ${counted(creditsThisMonth, 'credit')} this month.</p>
<div class="line">${more.map((one) => html`<div>${one}</div>`)}</div>`;
}

async function stateLine({ store, config }: PageParts, line: WatchLine, visit: Visit): Promise<Html> {
  const { watch, reason, lastCompleteAt, nextDueAt, days } = line;
  const isWhole = line.outcome === 'complete';
  const last = lastCompleteAt && html`${isWhole ? '' : ', last complete'} ${moment(lastCompleteAt, visit)}`;
  const told = reason && html`<p class="quiet small">${sentence(capitalized(reasonWords(reason, visit)))}</p>`;
  const next = adaptiveBounds(watch.schedule) && (await loadDueFacts(store.db, watch.id));
  const due = next?.find((one) => one.nextDueAt === nextDueAt);
  const words = due && whyThen(due, visit.now, (at) => momentWords(at, visit));
  const why = words && html` <span class="quiet">${words}</span>`;
  const isDue = nextDueAt !== null && nextDueAt <= visit.now.toISOString();
  const held = isDue && (await heldUntil(store.db, config, visit.now));
  const heldWords = held && html`: ${held.reason}, so nothing is called until ${moment(held.until, visit)}`;
  const coming = isDue ? html`due now${heldWords}` : html`next ${moment(nextDueAt, visit)}${why}`;
  const first = line.outcome === null && line.pause === undefined ? '; the first check starts by itself' : '';
  return html`<p>${stateDot(line)}${outcomeWords(line)}${first}${last}${nextDueAt && html` · ${coming}`}</p>
${told}<p>${checkBar(days)} <span class="quiet small">${checkWords(days)}</span></p>`;
}

/** Why the daemon does not make a due check, and until when: the key is suspended or the whole budget is spent. */
async function heldUntil(db: Db, { service }: Pick<PageParts['config'], 'service'>, now: Date) {
  const suspension = await loadKeySuspension(db, service);
  if (suspension !== undefined && suspension.nextProbeAt > now.toISOString())
    return { reason: whyUnwatched(suspension.errorClass), until: suspension.nextProbeAt };
  const spent = await openIncidents(db, 'budget-reached');
  const ofAll = spent.find(({ about }) => about === everything);
  if (ofAll?.cause !== 'day' && ofAll?.cause !== 'month') return undefined;
  return { reason: `the budget of this ${ofAll.cause} is spent`, until: startOfNext(ofAll.cause, now).toISOString() };
}

function incidentNote({ kind, beganAt, detail }: OpenIncident, visit: Visit): Html {
  return html`<p class="note"><strong>${capitalized(
    incidentWords(kind),
  )}</strong> since ${moment(beganAt, visit)}. ${withMoments(detail, (at) => readerTime(at, visit))}</p>`;
}

function silenceNote({ asks, isPart, filteredOut, advice }: Silence): Html {
  const what = isPart ? ` for ${asks}` : '';
  const filtered = filteredOut > 0 ? [`${counted(filteredOut, 'hit')} filtered out.`] : [];
  const words = [...filtered, ...advice, 'If you expected hits, correct the watch.'].join(' ');
  return html`<p class="note doubt"><strong>Found nothing</strong>${what} since its first complete check. ${words}</p>`;
}

type Of = { readonly watch?: string; readonly matter?: string };

/** Lists some cases or designs of a watch or matter, with a link to all of them. */
export async function recordsPart(parts: PageParts, visit: Visit, kind: 'cases' | 'designs', of: Of): Promise<Html> {
  const { count, shown } = kind === 'cases' ? await casesOf(parts, visit, of) : await designsOf(parts, visit, of);
  const total = await count?.();
  const all = `/${kind}?${new URLSearchParams(of).toString()}`;
  const link =
    total &&
    total.total > recordsAtMost &&
    html`<a class="small" href="${all}">All ${totalWords(total, kind.slice(0, -1))}</a>`;
  return html`<h2>${capitalized(kind)} ${link}</h2>${shown ?? emptyState('None yet.')}`;
}

async function casesOf(parts: PageParts, visit: Visit, of: Of) {
  const { items, count } = await casesList.find(parts, visit, of, { limit: recordsAtMost }, 'page');
  const columns = caseColumns.filter(({ name }) => ['name', 'number', 'changedAt'].includes(name));
  return { count, shown: items.length > 0 ? listTable(columns, items, parts, visit) : undefined };
}

async function designsOf(parts: PageParts, visit: Visit, of: Of) {
  const { items, count } = await designsList.find(parts, visit, of, { limit: recordsAtMost }, 'page');
  const designs = items.map(({ design }) => design);
  return { count, shown: items.length > 0 ? await gallery(parts, designs, { visit }) : undefined };
}

async function checksPart(parts: PageParts, { id, searches }: WatchConfig, visit: Visit): Promise<Html> {
  const { items } = await checksList.find(parts, visit, { watch: id }, { limit: checksAtMost }, 'page');
  if (items.length === 0) return html`<h2>Checks</h2>${emptyState('Not checked yet.')}`;
  const all = html`<a class="small" href="/checks?watch=${encodeURIComponent(id)}">All checks</a>`;
  const shown = checksList.columns.filter(({ name }) => !['id', 'watchNames', 'requests'].includes(name));
  const columns = searches.length > 1 ? shown.toSpliced(1, 0, { name: 'search', label: 'Search' }) : shown;
  return html`<h2>Checks ${all}</h2>${listTable(columns, items, parts, visit)}`;
}
