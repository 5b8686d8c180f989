import type { NeverFound, PausedWatch, Unwatched } from '../../../alerts/message/content.ts';
import { findNeverFound, findPaused, findUnwatched } from '../../../alerts/message/gatherCoverage.ts';
import type { RecordNews } from '../../../alerts/message/recordNews.ts';
import { countNotArrived } from '../../../alerts/outbox/alertsTable.ts';
import { daysAfter, daysAgo, utcDay, utcMonth } from '../../../base/time.ts';
import type { WatchConfig } from '../../../config/config.ts';
import { idsOf } from '../../../config/readWatches.ts';
import { type Sight, type Viewer, watchesTold } from '../../../people/sight.ts';
import { isKept } from '../../../reading/events/calendarEvent.ts';
import { courtsToday } from '../../../records/courts.ts';
import { queriesOf } from '../../../schedule/planSync.ts';
import { datesOfWatches, type WatchDate } from '../../../schedule/watchDates.ts';
import { countDue } from '../../../store/claims/due.ts';
import { acknowledgedAmong, acknowledgedSince, starredKeys } from '../../../store/snapshot/acknowledgedTable.ts';
import { changesToAct, recentChanges } from '../../../store/snapshot/changesAfterQueries.ts';
import { listChanges } from '../../../store/snapshot/changesTable.ts';
import { lastEndOfCheck } from '../../../store/snapshot/checksTable.ts';
import { dayOfManyDates } from '../../../store/snapshot/entryDatesQueries.ts';
import { creditsPerWatch, spentInAll } from '../../../store/snapshot/ledgerTable.ts';
import type { Db } from '../../../store/store.ts';
import { type Acknowledged, newsOf } from '../../frame/newsList.ts';
import type { PageParts } from '../../frame/page.ts';
import { usersKnownTo, type Visit } from '../../visit/visit.ts';
import { ownDates } from '../calendar/chosenDates.ts';
import { loadSealed, type SealedLine } from '../watches/loadWatches.ts';

/** A first visit shows the news of a week. */
const firstVisitDays = 7;
const aheadDays = 30;
const newsAtMost = 300;
const toActAtMost = 500;
/** Beyond these, the calendar is easier to read than a list. */
const datesAtMost = 200;

export interface Today {
  readonly watches: number;
  readonly unwatched: readonly Unwatched[];
  /** Searches of the watches that this viewer may read whose check is due and was not made yet. */
  readonly due: number;
  readonly paused: readonly PausedWatch[];
  /** Sealed watches that are paused, or whose last check was not complete. */
  readonly sealed: readonly SealedLine[];
  readonly neverFound: readonly NeverFound[];
  /** Alerts that should have arrived by now, of whatever matter; 0 for those who may not read every watch. */
  readonly undelivered: number;
  readonly lastCheckAt: string | undefined;
  /** ISO: news since then. */
  readonly since: string;
  /** What asks somebody to act and nobody has acknowledged, however old it is. */
  readonly toAct: readonly RecordNews[];
  readonly moreToAct: boolean;
  /** What else came since then, and what was acknowledged since then. */
  readonly news: readonly RecordNews[];
  readonly moreNews: boolean;
  readonly acknowledged: Acknowledged;
  /** Those of the next 30 days: of cases, of designs that a watch names, and of starred ones. */
  readonly dates: readonly WatchDate[];
  /** ISO day: where many are named, the dates are those until this one. */
  readonly datesUntil: string | undefined;
  readonly creditsThisMonth: number;
}

export async function loadToday(parts: PageParts, visit: Visit): Promise<Today> {
  const { store } = parts;
  const { viewer, sight, now, lastVisitAt } = visit;
  const open = sight.readable;
  const since = lastVisitAt ?? daysAgo(now, firstVisitDays);
  const watchIds = idsOf(open);
  const starred = await starredKeys(store.db);
  const starredFirst = (news: readonly RecordNews[]) =>
    news.toSorted((a, b) => Number(starred.has(b.record.key)) - Number(starred.has(a.record.key)));
  const asking = await changesToAct(store.db, { watchIds, limit: toActAtMost });
  const toAct = (await newsOf(store.db, asking.changes, open)).filter(({ priority }) => priority === 'act');
  const recent = await changesSince(store.db, { watchIds, since }, toAct);
  const today = courtsToday(now);
  const month = { from: today, until: daysAfter(today, aheadDays) };
  const datesUntil = await dayOfManyDates(store.db, month, datesAtMost);
  const dates = ownDates(
    await datesOfWatches(store.db, open, { ...month, until: datesUntil ?? month.until }),
    open,
    starred,
  );
  return {
    watches: sight.watches.length,
    unwatched: await findUnwatched(store.db, open, now),
    due: await countDue(store.db, watchIds, now),
    paused: await findPaused(store.db, open),
    sealed: (await loadSealed(parts, sight)).filter((one) => one.pause !== undefined || one.outcome !== 'complete'),
    neverFound: await findNeverFound(store.db, open),
    undelivered: sight.isWhole ? await countNotArrived(store.db, now) : 0,
    lastCheckAt: await lastEndOfCheck(store.db, sight.isWhole ? undefined : queryIdsOf(open)),
    since,
    toAct: starredFirst(toAct),
    moreToAct: asking.more,
    news: starredFirst(await newsOf(store.db, recent.changes, open)),
    moreNews: recent.more,
    acknowledged: await acknowledgedOf(store.db, recent.changes, viewer),
    datesUntil,
    dates: dates.filter(isKept),
    creditsThisMonth: await spentThisMonth(store, sight, now),
  };
}

/** What came since then, and what was acknowledged since then, without what is shown as to act on. */
async function changesSince(
  db: Db,
  asked: { readonly watchIds: readonly string[]; readonly since: string },
  toAct: readonly RecordNews[],
) {
  const recent = await recentChanges(db, { ...asked, limit: newsAtMost });
  const known = new Set(recent.changes.map(({ id }) => id));
  const acknowledged = await acknowledgedSince(db, { ...asked, limit: newsAtMost });
  const ids = acknowledged.filter((id) => !known.has(id));
  const older = ids.length === 0 ? [] : await listChanges(db, { ids, limit: newsAtMost, newestFirst: true });
  const shown = new Set(toAct.flatMap(({ changes }) => changes.map(({ id }) => id)));
  return { changes: [...recent.changes, ...older].filter(({ id }) => !shown.has(id)), more: recent.more };
}

async function acknowledgedOf(
  db: Db,
  changes: readonly { readonly id: number }[],
  viewer: Viewer,
): Promise<Acknowledged> {
  const isKnown = await usersKnownTo(db, viewer);
  const found = await acknowledgedAmong(
    db,
    changes.map((change) => change.id),
  );
  return new Map([...found].map(([id, { at, who }]) => [id, isKnown(who) ? { at, who } : { at }]));
}

function queryIdsOf(watches: readonly WatchConfig[]): string[] {
  return watches.flatMap((watch) => queriesOf(watch).map((query) => query.id));
}

/** By all watches together, or by those that the viewer may read. */
async function spentThisMonth({ db }: PageParts['store'], sight: Sight, now: Date): Promise<number> {
  if (sight.isWhole) return (await spentInAll(db, utcDay(now))).thisMonth;
  const ids = idsOf(sight.readable);
  const credits = await creditsPerWatch(db, ids, `${utcMonth(now)}-01`, watchesTold(sight, sight.readable));
  return [...credits.values()].reduce((sum, one) => sum + one, 0);
}
