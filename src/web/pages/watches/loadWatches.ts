import { html } from 'hono/html';
import { type OpenIncident, openIncidents } from '../../../alerts/outbox/incidentsTable.ts';
import { daysAgo, lastDays, utcMonth } from '../../../base/time.ts';
import { counted } from '../../../base/words/sentence.ts';
import { keySubject } from '../../../check/admission/serviceKey.ts';
import { silencesOf } from '../../../check/audience/announceBaseline.ts';
import { idsOf, type WatchConfig } from '../../../config/config.ts';
import { readableWatch, type Sight, watchesTold } from '../../../people/sight.ts';
import { mutedWatches, uncheckedWatches } from '../../../schedule/holds/holds.ts';
import { runningHolds } from '../../../schedule/holds/holdsTable.ts';
import { queriesOf } from '../../../schedule/syncWatches.ts';
import { countFoundByWatch, listWatchStatus, searchesBegun } from '../../../schedule/watchStatusQueries.ts';
import { type Outcome, standingOf } from '../../../store/snapshot/checksTable.ts';
import { creditsPerWatch } from '../../../store/snapshot/ledgerTable.ts';
import { queriesFinding } from '../../../store/snapshot/membershipsTable.ts';
import { changesPerWatch, outcomesPerDay } from '../../../store/snapshot/talliesTable.ts';
import type { Db } from '../../../store/store.ts';
import { newsDays } from '../../frame/newsList.ts';
import type { Html, PageParts } from '../../frame/page.ts';
import { barRow, tallest } from '../../frame/pieces.ts';
import type { Visit } from '../../visit/visit.ts';

export type WatchLine = Awaited<ReturnType<typeof loadWatches>>[number];

/** All that a viewer without access sees of a confidential watch. */
export type SealedLine = Awaited<ReturnType<typeof loadSealed>>[number];

export async function loadWatches(
  { store }: Pick<PageParts, 'store'>,
  { sight, now }: Pick<Visit, 'sight' | 'now'>,
  wanted: (watch: WatchConfig) => boolean,
) {
  const visible = sight.readable.filter(wanted);
  const ids = visible.map(({ id }) => id);
  const status = Map.groupBy(await listWatchStatus(store.db, ids), (one) => one.watchId);
  // The records of one search need no count of their own; several searches may find the same record.
  const several = ids.filter((id) => (status.get(id)?.length ?? 0) > 1);
  const found = await countFoundByWatch(store.db, several);
  const changes = await changesPerWatch(store.db, ids, daysAgo(now, newsDays));
  const credits = await creditsPerWatch(store.db, ids, `${utcMonth(now)}-01`, watchesTold(sight, sight.readable));
  const holds = await runningHolds(store.db);
  const [unchecked, muted] = [uncheckedWatches(holds), mutedWatches(holds)];
  const incidents = await incidentsOfWatches(store.db, visible);
  const days = await checkDays(store.db, visible, now);
  return visible.map((watch) => {
    const { id } = watch;
    const own = status.get(id) ?? [];
    /** The searches without a hit since the first complete check: all of the watch, or values of its lists. */
    const silences = silencesOf([watch], own);
    return {
      ...readableWatch(watch),
      ...standingOf(own),
      silences,
      foundNothing: silences.some(({ isPart }) => !isPart),
      records: found.get(id)?.passing ?? own.reduce((sum, one) => sum + one.records - one.filteredOut, 0),
      /** Changes in `newsDays`. */
      recentChanges: changes.get(id) ?? 0,
      creditsThisMonth: credits.get(id) ?? 0,
      pause: unchecked.get(id),
      mute: muted.get(id),
      incidents: incidents.get(id) ?? [],
      /** The checks of each of the last `barDays`, the oldest day first. */
      days: days.get(id) ?? [],
    };
  });
}

export async function loadSealed({ store }: Pick<PageParts, 'store'>, { watches }: Sight) {
  const sealed = watches.filter((one) => one.watch === undefined);
  if (sealed.length === 0) return [];
  const ids = sealed.map(({ id }) => id);
  const status = Map.groupBy(await listWatchStatus(store.db, ids), (one) => one.watchId);
  const paused = uncheckedWatches(await runningHolds(store.db));
  return sealed.map((one) => ({ ...one, ...standingOf(status.get(one.id) ?? []), pause: paused.get(one.id) }));
}

export function kindOf({ searches }: WatchConfig): 'cases' | 'designs' {
  return searches[0]?.type === 'designs' ? 'designs' : 'cases';
}

type Ended = { readonly outcome: Outcome | null; readonly reason?: string | null | undefined };

export function outcomeWords({ outcome, reason }: Ended): Html {
  if (outcome === null) return html`<span class="quiet">not checked yet</span>`;
  if (outcome === 'complete') return html`complete`;
  return html`<span class="alarm" title="${reason ?? ''}">${outcome}</span>`;
}

async function incidentsOfWatches(db: Db, watches: readonly WatchConfig[]) {
  const open = await openIncidents(db);
  if (open.length === 0) return new Map<string, OpenIncident[]>();
  const truncated = open.filter((one) => one.kind === 'docket-truncated').map((one) => one.subject);
  const finding = await queriesFinding(db, truncated);
  return new Map(
    watches.map((watch) => {
      const own = new Set(queriesOf(watch).map((query) => query.id));
      const isOf = ({ kind, subject }: OpenIncident) => {
        if (kind === 'watch-unwatched') return subject === watch.id;
        if (kind === 'service-away') return subject === keySubject;
        if (kind === 'docket-truncated') return (finding.get(subject) ?? []).some((id) => own.has(id));
        return own.has(subject);
      };
      return [watch.id, open.filter(isOf)] as const;
    }),
  );
}

export const barDays = 30;

/** The checks of a day. `blind`: no check was complete or partial. `none`: there was no check. */
type DayState = 'complete' | 'partial' | 'blind' | 'none';

/** A search counts from the day on which the watch began to use it. */
export async function checkDays(db: Db, watches: readonly WatchConfig[], now: Date) {
  const days = lastDays(now, barDays);
  const ids = idsOf(watches);
  const begun = await searchesBegun(db, ids);
  const outcomes = await outcomesPerDay(db, ids, `${days[0]}T00:00:00.000Z`);
  const outcomesOn = (day: string, watchId: string) =>
    (begun.get(watchId) ?? [])
      .filter(({ beganAt }) => beganAt.slice(0, 10) <= day)
      .map(({ queryId }): readonly Outcome[] => outcomes.get(`${watchId} ${queryId}`)?.get(day) ?? []);
  return new Map(ids.map((id) => [id, days.map((day) => stateOfDay(outcomesOn(day, id)))]));
}

/** Counts a search as checked on a day if one of its checks was complete. */
export function stateOfDay(ofSearches: readonly (readonly Outcome[])[]): DayState {
  if (ofSearches.every((outcomes) => outcomes.length === 0)) return 'none';
  const whole = ofSearches.filter((outcomes) => outcomes.includes('complete')).length;
  if (whole === ofSearches.length) return 'complete';
  return whole > 0 || ofSearches.some((outcomes) => outcomes.includes('partial')) ? 'partial' : 'blind';
}

/** Returns `checked completely on 3 of 5 days with checks, only in part on 1, failed or skipped on 1`. */
export function checkWords(days: readonly DayState[]): string {
  const of = (state: DayState) => days.filter((one) => one === state).length;
  const [complete, partial, blind] = [of('complete'), of('partial'), of('blind')];
  const made = complete + partial + blind;
  if (made === 0) return `no check in ${counted(days.length, 'day')}`;
  return [
    `checked completely on ${complete} of ${counted(made, 'day')} with checks`,
    ...(partial > 0 ? [`only in part on ${partial}`] : []),
    ...(blind > 0 ? [`failed or skipped on ${blind}`] : []),
  ].join(', ');
}

export function checkBar(days: readonly DayState[]): Html {
  const bars = days.map((state) => ({ state, tall: state === 'none' ? 2 : tallest }));
  return barRow(bars, { wide: 4, gap: 1, high: tallest }, checkWords(days));
}

/** Draws a dot: amber if paused or without hits, red if not checked completely, hollow before checks, else green. */
export function stateDot({ outcome, incidents, pause, foundNothing, silences }: WatchLine): Html {
  const [tone, words] =
    pause !== undefined
      ? ['doubt', 'paused']
      : outcome === null
        ? ['none', 'not checked yet']
        : outcome !== 'complete' || incidents.length > 0
          ? ['alarm', 'not checked completely']
          : foundNothing || silences.length > 0
            ? ['doubt', 'found nothing']
            : ['well', 'checked completely'];
  return html`<span class="dot ${tone}" role="img" aria-label="${words}" title="${words}"></span>`;
}
