import { html } from 'hono/html';
import { shownOnlyNow } from '../../alerts/message/changeItem.ts';
import type { MessageChange } from '../../alerts/message/content.ts';
import { alikeFacts } from '../../alerts/message/designs.ts';
import { withLikeness } from '../../alerts/message/gather.ts';
import { withContext } from '../../alerts/message/gatherChanges.ts';
import { placeOf } from '../../alerts/message/recordCard.ts';
import { type RecordNews, recordNews } from '../../alerts/message/recordNews.ts';
import { isShownOnlyNow } from '../../alerts/message/words/happened.ts';
import { datesAfterEnd } from '../../alerts/message/words/headline.ts';
import type { AlertOfRecord } from '../../alerts/outbox/alertsOfWatchesQueries.ts';
import { watchFacts } from '../../alerts/outbox/watchFacts.ts';
import { daysAgo } from '../../base/time.ts';
import { shortText } from '../../base/words/cleanText.ts';
import { placeInZone, type Reader, readerDay } from '../../base/words/readerDate.ts';
import type { Piece } from '../../base/words/redline.ts';
import { capitalized } from '../../base/words/sentence.ts';
import { personName } from '../../base/words/watchWords.ts';
import { idsOf, tells, type WatchConfig, watchesById } from '../../config/config.ts';
import { mayAct, type Viewer } from '../../people/sight.ts';
import { filedOn, type RecordType, recordTitle } from '../../records/record.ts';
import { changesToAct, newestChanges, recentChanges } from '../../store/snapshot/changesAfterQueries.ts';
import type { StoredChange } from '../../store/snapshot/changesTable.ts';
import { type Acknowledgement, acknowledgedAmong, starredKeys } from '../../store/snapshot/storeChangesTable.ts';
import type { Db } from '../../store/store.ts';
import type { SeenRecord } from '../visit/inWatches.ts';
import { usersKnownTo, type Visit } from '../visit/visit.ts';
import { day, moment } from './moment.ts';
import { actionForm, type Html, hiddenInput } from './page.ts';
import { emptyState, links, matterPath, recordPath, table } from './pieces.ts';

/** The watches of each news are those that report it; it may have none. */
export async function newsOf(
  db: Db,
  changes: readonly StoredChange[],
  watches: readonly WatchConfig[],
  reader: Reader,
): Promise<RecordNews[]> {
  const known = watchesById(watches);
  const found = changes.filter((change) => change.watches.some((id) => known.has(id)));
  const shown = found.map((change) => ({
    ...change,
    watches: change.watches.filter((id) => reports(known.get(id), change)),
  }));
  const ids = new Set(found.flatMap((change) => change.watches));
  const concerned = watches.filter(({ id }) => ids.has(id));
  const facts = concerned.map(watchFacts);
  const inContext = await withContext(db, shown, ({ watches: ids }) => facts.filter(({ id }) => ids.includes(id)));
  const comparing = concerned.filter(({ similarTo }) => similarTo !== undefined);
  return recordNews({
    isPage: true,
    timezone: reader.timezone,
    locale: reader.locale,
    watches: facts,
    changes: await withLikeness(db, inContext, comparing),
    starred: await starredKeys(db),
  });
}

function reports(watch: WatchConfig | undefined, { kind, filteredOut }: StoredChange): boolean {
  return watch !== undefined && tells(watch, kind) && filteredOut?.[watch.id] === undefined;
}

export const newsDays = 90;
const newsAtMost = 100;
const newsOfDay = 10;

/** Lists the recent news of these watches by day. @param all the address of the complete list of changes */
export async function newsPart(db: Db, watches: readonly WatchConfig[], all: string, visit: Visit): Promise<Html> {
  const since = daysAgo(visit.now, newsDays);
  const { changes, more } = await recentChanges(db, { watchIds: idsOf(watches), since, limit: newsAtMost });
  const acknowledged = await acknowledgedOf(db, changes, visit.viewer);
  const news = await newsByState(db, changes, acknowledged, visit);
  const byDay = Map.groupBy(news, (one) => placeInZone(foundAt(one), visit.timezone)?.day ?? '');
  const days = [...byDay].sort(([a], [b]) => b.localeCompare(a));
  return html`<h2>News, last ${newsDays} days</h2>${days.length === 0 && emptyState('No news.')}${days.map(
    ([found, some]) => html`<h3>${day(found, visit)}</h3>
${newsList(some, visit, { acknowledged, atMost: newsOfDay, among: idsOf(watches) })}`,
  )}${more && html`<p class="quiet">Those are the last ${newsAtMost} changes. <a href="${all}">All changes</a></p>`}`;
}

/** Shows the open news of a record that needs somebody, as Today does. */
export async function askingPart(
  db: Db,
  { id, watches }: Pick<SeenRecord<RecordType>, 'id' | 'watches'>,
  visit: Visit,
): Promise<Html> {
  const of = { watchIds: idsOf(watches), recordId: id };
  const { changes: toAct } = await changesToAct(db, { ...of, limit: newsAtMost });
  const since = toAct.at(-1)?.detectedAt;
  if (since === undefined) return html``;
  const found = await newestChanges(db, { ...of, since }, { limit: newsAtMost });
  const acknowledged = await acknowledgedOf(db, found, visit.viewer);
  const open = new Map([...toAct, ...found].map((change) => [change.id, change]));
  for (const changeId of acknowledged.keys()) open.delete(changeId);
  const news = await newsOf(db, [...open.values()], watches, visit);
  const asking = news.filter(({ priority }) => priority === 'act');
  return html`${asking.length > 0 && newsList(asking, visit, { acknowledged: new Map(), atMost: newsOfDay })}`;
}

function foundAt({ changes }: RecordNews): string {
  const times = changes.map(({ detectedAt }) => detectedAt);
  return times.sort().at(-1) ?? '';
}

interface ListOptions {
  readonly acknowledged: Acknowledged;
  readonly atMost: number;
  /** On the page of a matter or a watch: its watches. The lines name no others, nor a single one again. */
  readonly among?: readonly string[] | undefined;
}

export function newsList(news: readonly RecordNews[], visit: Visit, options: ListOptions): Html {
  const { atMost } = options;
  const shown = news.filter((one) => one.happened !== '');
  const draw = (one: RecordNews) => newsLine(one, visit, options);
  const rest = shown.slice(atMost);
  const details = html`<details class="rest"><summary>${rest.length} more</summary>
<ul class="lines">${rest.map(draw)}</ul></details>`;
  return html`<ul class="lines">${shown.slice(0, atMost).map(draw)}</ul>
${rest.length > 0 && details}`;
}

/** Acknowledgements by change id, without the name if the viewer may not know the person. */
export type Acknowledged = ReadonlyMap<number, Pick<Acknowledgement, 'at'> & Partial<Acknowledgement>>;

/** Returns the last acknowledgement of a record's news, or undefined if any change is still open. */
export function seenTo({ changes }: Pick<RecordNews, 'changes'>, acknowledged: Acknowledged) {
  const by = changes.flatMap((change) => acknowledged.get(change.id) ?? []);
  return by.length < changes.length ? undefined : by.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1);
}

/** Keeps what is acknowledged apart from later changes of the same record, which are open. */
async function newsByState(
  db: Db,
  changes: readonly StoredChange[],
  acknowledged: Acknowledged,
  visit: Visit,
): Promise<RecordNews[]> {
  const isDone = ({ id }: StoredChange) => acknowledged.has(id);
  const [open, done] = [changes.filter((one) => !isDone(one)), changes.filter(isDone)];
  const { readable } = visit.sight;
  return [...(await newsOf(db, open, readable, visit)), ...(await newsOf(db, done, readable, visit))];
}

export async function acknowledgedOf(db: Db, changes: readonly StoredChange[], viewer: Viewer): Promise<Acknowledged> {
  const isKnown = await usersKnownTo(db, viewer);
  const ids = changes.map(({ id }) => id);
  const found = await acknowledgedAmong(db, ids);
  return new Map([...found].map(([id, { at, who }]) => [id, isKnown(who) ? { at, who } : { at }]));
}

function acknowledgeButton({ changes }: RecordNews, visit: Visit): Html {
  if (!mayAct(visit.viewer, 'editor')) return html``;
  const ids = changes.map((change) => change.id).join(',');
  const sent = html`${hiddenInput('changes', ids)}${hiddenInput('back', visit.url.pathname)}`;
  return actionForm(visit, '/changes/acknowledge', 'Acknowledge', sent);
}

/** Returns `Registered Oct 29, 2026. The search service shows it only now.`, or '' for a record that is not old. */
function newlyVisibleWords(change: MessageChange, reader: Reader): string {
  if (!isShownOnlyNow(change)) return '';
  const verb = change.record.type === 'design' ? 'Registered' : 'Filed';
  return `${verb} ${readerDay(filedOn(change.record), reader)}. ${shownOnlyNow}`;
}

function newsLine(news: RecordNews, visit: Visit, { acknowledged, among }: ListOptions): Html {
  const { record, priority, happened, changes } = news;
  const done = seenTo(news, acknowledged);
  const tag =
    priority === 'routine' || done !== undefined
      ? ''
      : html`<span class="tag ${priority}">${priority === 'act' ? 'needs you' : 'to read'}</span>`;
  const by =
    done && html`<div>acknowledged${done.who && ` by ${personName(done.who)}`}, ${moment(done.at, visit)}</div>`;
  const off = changes.map((change) => datesAfterEnd(change, visit)).find((words) => words !== '');
  const alike = changes.filter((change) => !(change.alike && news.toDo.includes(change.alike.own)));
  const onlyNow = changes.map((change) => newlyVisibleWords(change, visit));
  const facts = [...new Set([...onlyNow, ...alike.flatMap(alikeFacts), off ?? ''])].filter(Boolean);
  const says = happened.toLowerCase().includes(news.toDo.toLowerCase());
  const button =
    done !== undefined || (among !== undefined && priority !== 'act') ? '' : acknowledgeButton(news, visit);
  return html`<li class="${done === undefined ? '' : 'done'}"><div>${tag}</div>
<div><div class="head"><a href="${recordPath(record)}">${recordTitle(record)}</a>
<span class="quiet small">${placeOf(news, visit)}</span></div>
<div>${capitalized(happened)}${says ? '' : `. ${capitalized(news.toDo)}.`}</div>${
    facts.length > 0 && html`<div>${facts.join(' ')}</div>`
  }</div>
<div class="when">${moment(foundAt(news), visit)}${whoseWords(news, among)}${by ?? ''}${button}</div></li>`;
}

const longestName = 40;

/** Names the watches that report the news, or says that none does. */
function whoseWords({ watches }: RecordNews, among: ListOptions['among']): Html {
  const reporting = watches.filter(({ id }) => among === undefined || among.includes(id));
  const isOfOne = among?.length === 1;
  if (reporting.length === 0) return html`<div>${isOfOne ? 'not reported by this watch' : 'not reported'}</div>`;
  if (isOfOne) return html``;
  const names = reporting.map(({ name }) => name).join('; ');
  const matters = among === undefined ? [...new Set(reporting.flatMap((watch) => watch.matter ?? []))] : [];
  return html`<div title="${names}">${
    matters.length === 0 ? shortText(names, longestName) : links(matters.map((one) => [matterPath(one), one]))
  }</div>`;
}

export function drawPieces(pieces: readonly Piece[]): Html {
  return html`${pieces.map(({ mark, text }) => {
    if (mark === 'added') return html`<ins>${text}</ins> `;
    return mark === 'removed' ? html`<del>${text}</del> ` : html`${text} `;
  })}`;
}

export function alertsTable(alerts: readonly AlertOfRecord[], visit: Visit): Html {
  const head = html`<h2>Who was notified</h2>`;
  if (alerts.length === 0)
    return html`${head}${emptyState('Nobody yet: there has been no news of it since it was first watched.')}`;
  const rows = table(alerts, [
    {
      label: 'Alert',
      cell: ({ id, endedAt, createdAt, opens }) => {
        const at = moment(endedAt ?? createdAt, visit);
        return opens ? html`<a href="/alerts/${id}">${at}</a>` : at;
      },
    },
    { label: 'Channel', cell: ({ channel }) => channel },
    { label: 'State', cell: ({ state }) => (state === 'failed' ? html`<span class="alarm">failed</span>` : state) },
    { label: 'Changes', look: 'number', cell: ({ changes }) => changes },
  ]);
  return html`${head}${rows}`;
}
