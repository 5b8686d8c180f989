import { html } from 'hono/html';
import { incidentWords } from '../../../alerts/outbox/noticeWords.ts';
import { madeOnce } from '../../../base/madeOnce.ts';
import { counted, withCommas } from '../../../base/words/sentence.ts';
import { filtersHits, type WatchConfig } from '../../../config/config.ts';
import { mattersInSight, type SeenWatch, type Sight } from '../../../people/sight.ts';
import { mayAct } from '../../../people/viewer.ts';
import { loadUnchecked } from '../../../schedule/holds/holdsTable.ts';
import { watchesNotComplete } from '../../../schedule/watchStatusQueries.ts';
import { neverFoundRows } from '../../../store/snapshot/blindSearchesQueries.ts';
import type { Db } from '../../../store/store.ts';
import { sparkline } from '../../frame/columnChart.ts';
import { feedsOf, matterPath, watchPath } from '../../frame/links.ts';
import { moment } from '../../frame/moment.ts';
import type { Html, Page, PageParts } from '../../frame/page.ts';
import { choice, downloadLinks, emptyState, filterRow, pageOf, pager } from '../../frame/pager.ts';
import type { Visit } from '../../visit/visit.ts';
import { barDays, checkBar, checkDays, stateDot } from './checkBar.ts';
import { isWell, pauseForm, sealedState, stateCell } from './holdPart.ts';
import {
  activityDays,
  incidentsOfWatches,
  kindOf,
  loadSealed,
  loadWatches,
  type SealedLine,
  type WatchLine,
} from './loadWatches.ts';

const perPage = 100;

/** `/watches`: every watch, whether it was looked at, what it found and what it costs. */
export const watchesPage: Page = {
  path: '/watches',
  name: 'Watches',
  async draw(parts, visit) {
    const { sight } = visit;
    const query = visit.url.searchParams;
    const incidents = await incidentsOfWatches(parts.store.db, sight.readable);
    const wanted = await wantedOf(parts, sight, incidents, query);
    const { items, page, pages } = pageOf(wanted, query, perPage);
    const shown = new Set(items.map(({ id }) => id));
    const lines = items.length === 0 ? [] : await loadWatches(parts, visit, ({ id }) => shown.has(id));
    const sealed = (await loadSealed(parts, sight)).filter(({ id }) => shown.has(id));
    const days = await checkDays(
      parts.store.db,
      lines.map((one) => one.watch),
      visit.now,
    );
    const list =
      items.length === 0
        ? emptyState('No watch matches.', html`<a href="/watches">Show all</a>`)
        : html`${
            pages > 1 ? html`<p class="quiet">${counted(wanted.length, 'watch', 'watches')}.</p>` : ''
          }${table(lines, sealed, days, visit)}${pager(visit.url, page, pages)}${downloadLinks(visit.url)}`;
    const whole = html`${filterForm(sight, incidents, query)}${list}`;
    return {
      title: 'Watches',
      feeds: feedsOf(lines.map(({ watch }) => watch)),
      body: html`<div class="titled"><h1>Watches</h1>
${
  mayAct(visit.viewer, 'editor')
    ? html`<nav class="filters" aria-label="Make watches"><a class="button" href="/import">Import</a><a
class="button first" href="/watches/new">New watch</a></nav>`
    : ''
}</div>${sight.watches.length === 0 ? emptyState('Nothing is watched yet.') : whole}`,
    };
  },
};

type Incidents = Awaited<ReturnType<typeof incidentsOfWatches>>;

const states = [
  ['incident', 'not checked completely'],
  ['nothing', 'found nothing'],
  ['paused', 'paused'],
] as const;

const anyIncident = 'any';

const choicesOf = madeOnce(({ readable }: Sight) => ({
  channels: [...new Set(readable.flatMap(({ notify }) => notify))].sort(),
  tags: [...new Set(readable.flatMap(tagsOf))].sort(),
}));

function filterForm(sight: Sight, incidents: Incidents, query: URLSearchParams): Html {
  const { channels, tags } = choicesOf(sight);
  const tag = tags.length === 0 ? '' : choice('tag', 'every tag', tags, query);
  return filterRow([
    choice('matter', 'every matter', mattersInSight(sight), query),
    tag,
    choice('channel', 'every channel', channels, query),
    choice('kind', 'cases and designs', ['cases', 'designs'], query),
    choice('state', 'every state', states, query),
    choice('incident', 'with or without', incidentChoices(incidents, query), query, 'Incidents'),
  ]);
}

/** Any incident, or one of the kinds that are open, and the one that is asked for. */
function incidentChoices(incidents: Incidents, query: URLSearchParams): (readonly [string, string])[] {
  const asked = query.get('incident') ?? '';
  const open = [...incidents.values()].flatMap((some) => some.map((one) => one.kind));
  const kinds = [...new Set([...open, asked])].filter((kind) => kind !== '' && kind !== anyIncident).sort();
  return [[anyIncident, 'with an incident'], ...kinds.map((kind) => [kind, incidentWords(kind)] as const)];
}

function tagsOf({ tags }: WatchConfig): readonly string[] {
  return tags ?? [];
}

/** The watches that the filters leave. Only what a filter asks for is read: there may be ten thousand. */
async function wantedOf(
  { store }: PageParts,
  { watches }: Sight,
  incidents: Incidents,
  query: URLSearchParams,
): Promise<SeenWatch[]> {
  const asked = (name: string) => query.get(name) || undefined;
  const [matter, tag, channel, kind] = ['matter', 'tag', 'channel', 'kind'].map(asked);
  const [state, incident] = ['state', 'incident'].map(asked);
  const inState = await stateFilter(store.db, state);
  return watches.filter((one) => {
    const { watch } = one;
    if (!inState(one) || (matter !== undefined && one.matter !== matter)) return false;
    if (watch === undefined) return [tag, channel, kind, incident].every((asked) => asked === undefined);
    const open = incidents.get(watch.id) ?? [];
    return (
      (tag === undefined || tagsOf(watch).includes(tag)) &&
      (channel === undefined || watch.notify.includes(channel)) &&
      (kind === undefined || kindOf(watch) === kind) &&
      (incident === undefined || open.some((some) => incident === anyIncident || some.kind === incident))
    );
  });
}

async function stateFilter(db: Db, state: string | undefined): Promise<(watch: SeenWatch) => boolean> {
  if (state === 'paused') {
    const unchecked = await loadUnchecked(db);
    return ({ id }) => unchecked.has(id);
  }
  if (state === 'incident') {
    const [bad, unchecked] = [await watchesNotComplete(db), await loadUnchecked(db)];
    return ({ id }) => bad.has(id) && !unchecked.has(id);
  }
  if (state === 'nothing') {
    const silent = new Map((await neverFoundRows(db)).map((row) => [row.watchId, row.filtered]));
    return ({ id, watch }) =>
      watch !== undefined && (silent.get(id) === false || (silent.has(id) && filtersHits(watch)));
  }
  return () => true;
}

type CheckDays = Awaited<ReturnType<typeof checkDays>>;

function table(lines: readonly WatchLine[], sealed: readonly SealedLine[], days: CheckDays, visit: Visit): Html {
  return html`<div class="wide"><table class="stack">
<thead><tr><th>Watch</th><th>Matter</th><th>${barDays} days</th><th>Last complete</th><th>Next</th>
<th class="number">Found</th><th>News, 13 weeks</th><th class="number">Credits</th></tr></thead>
<tbody>${lines.map((line) => row(line, days.get(line.watch.id) ?? [], visit))}${sealed.map((line) =>
    sealedRow(line, visit),
  )}</tbody></table></div>`;
}

function row(line: WatchLine, days: Parameters<typeof checkBar>[0], visit: Visit): Html {
  const { watch, title, activity, creditsThisMonth } = line;
  const news = activity.reduce((sum, one) => sum + one, 0);
  const pausing = mayAct(visit.viewer, 'editor') ? pauseForm(watch.id, line.pause, visit, 'list') : '';
  const tags = tagsOf(watch);
  return html`<tr><td>${stateDot(line)}<a href="${watchPath(watch.id)}">${title}</a>${
    tags.length === 0 ? '' : html`<div class="small">${tagLinks(tags)}</div>`
  }${isWell(line) ? '' : html`<div class="small">${stateCell(line, visit)}</div>`}</td>
<td data-name="Matter" class="brief">${
    watch.matter === undefined ? '' : html`<a href="${matterPath(watch.matter)}">${watch.matter}</a>`
  }</td>
<td data-name="${barDays} days" class="slim">${checkBar(days)}</td>
<td data-name="Last complete">${moment(line.lastCompleteAt, visit)}</td>
<td data-name="Next" class="next">
<div class="due">${line.nextDueAt === undefined ? '' : moment(line.nextDueAt, visit)}${pausing}</div></td>
<td data-name="Found" class="number once">${recordsCell(line)}</td>
<td class="slim desk">${sparkline(activity, `${counted(news, 'change')} in ${activityDays} days`)}</td>
<td class="number desk">${withCommas(creditsThisMonth)}</td></tr>`;
}

function sealedRow(line: SealedLine, visit: Visit): Html {
  const { id, title, matter } = line;
  return html`<tr><td><a href="${watchPath(id)}">${title}</a><div class="small">confidential</div></td>
<td data-name="Matter" class="brief">${
    matter === undefined ? '' : html`<a href="${matterPath(matter)}">${matter}</a>`
  }</td>
<td colspan="6" data-name="State">${sealedState(line, visit)}</td></tr>`;
}

/** A watch, or a value of its lists, that can find nothing is marked. */
function recordsCell({ watch, records, silences, foundNothing }: WatchLine): Html {
  if (foundNothing) return html`<span class="doubt">found nothing</span>`;
  const silent = counted(silences.length, 'value');
  const missing = silences.length === 0 ? '' : html`<br><span class="doubt">nothing for ${silent}</span>`;
  return html`${recordsWords(watch, records)}${missing}`;
}

/** `21 cases`, `179 designs` */
function recordsWords(watch: WatchConfig, records: number): string {
  const kind = kindOf(watch);
  return counted(records, kind.slice(0, -1), kind);
}

export function tagLinks(tags: readonly string[]): Html {
  return html`${tags.map(
    (tag, index) => html`${index > 0 ? ', ' : ''}<a href="/watches?tag=${encodeURIComponent(tag)}">${tag}</a>`,
  )}`;
}
