import type { WatchConfig } from '../config/config.ts';
import { narrowed } from '../config/watchLists.ts';
import type { CalendarEvent } from '../dates/calendarEvent.ts';
import type { PageParts } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openWatches } from '../people/viewer.ts';
import { courtsToday } from '../records/courtZone.ts';
import { type DaySpan, datesOfWatches, type WatchDate } from '../schedule/watchDates.ts';
import { starredKeys } from '../snapshot/starsTable.ts';

/** The kinds of date that the calendar can be narrowed to. */
export const dateKinds = ['hearing', 'deadline', 'expiry', 'renewal'] as const;

/** What the address of the calendar asks for; unknown values count as absent. */
export interface CalendarAsked {
  /** `2026-12` */
  readonly month: string;
  readonly matter: string | undefined;
  readonly watch: string | undefined;
  readonly kind: CalendarEvent['what'] | undefined;
  /** Dates of every design that is watched, of strangers too. */
  readonly allDesigns: boolean;
}

export function calendarAsked({ url, now }: Pick<Visit, 'url' | 'now'>): CalendarAsked {
  const query = url.searchParams;
  const month = query.get('month') ?? '';
  const asked = query.get('kind');
  return {
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : courtsToday(now).slice(0, 7),
    matter: query.get('matter') || undefined,
    watch: query.get('watch') || undefined,
    kind: dateKinds.find((kind) => kind === asked),
    allDesigns: query.get('designs') === 'all',
  };
}

/**
 * The dates of the month that the calendar shows: of cases, of designs that a watch names one by one, and of those that
 * somebody starred. With a watch, all of what it found; `designs=all` has those of every design.
 */
export async function datesAsked({ store, config }: PageParts, visit: Visit): Promise<WatchDate[]> {
  const { month, matter, watch, kind, allDesigns } = calendarAsked(visit);
  const watches = narrowed(openWatches(config.watches, visit.viewer), { matter, watch });
  const dates = await datesOfWatches(store.db, watches, { from: `${month}-01`, until: `${month}-31` });
  const ofKind = dates.filter(({ what }) => kind === undefined || what === kind);
  return allDesigns || watch !== undefined ? ofKind : ownDates(ofKind, watches, await starredKeys(store.db));
}

/** Of designs only the dates of those that one of these watches names, and of starred ones. */
export function ownDates(
  dates: readonly WatchDate[],
  watches: readonly WatchConfig[],
  starred: ReadonlySet<string>,
): WatchDate[] {
  const named = new Set(watches.filter(namesDesigns).map(({ id }) => id));
  return dates.filter(
    ({ record, watches: ids }) =>
      record.type === 'docket' || starred.has(record.key) || ids.some((id) => named.has(id)),
  );
}

/** Each design of it is named, by its number or its id: it is one's own, or one that matters by itself. */
function namesDesigns({ searches }: Pick<WatchConfig, 'searches'>): boolean {
  return searches.every((one) => one.type === 'designs' && (one.registrationNumber ?? one.id) !== undefined);
}

/** It names a class and nobody: most of what it finds are the designs of strangers. */
function isClassWatch({ searches }: Pick<WatchConfig, 'searches'>): boolean {
  return searches.every(
    (one) =>
      one.type === 'designs' &&
      one.locarno !== undefined &&
      [one.holder, one.registrationNumber, one.id, one.idPrefix].every((value) => value === undefined),
  );
}

/**
 * The dates of several watches for one calendar. The designs of strangers that a class watch finds are in the calendar
 * of that watch alone, unless somebody starred them: thousands of their expiries would hide everything else.
 */
export async function datesForFeed(
  { db }: PageParts['store'],
  watches: readonly WatchConfig[],
  span: DaySpan,
): Promise<WatchDate[]> {
  const dates = await datesOfWatches(db, watches, span);
  const classes = new Set(watches.filter(isClassWatch).map(({ id }) => id));
  if (watches.length === 1 || classes.size === 0) return dates;
  const starred = await starredKeys(db);
  return dates.filter(
    ({ record, watches: ids }) =>
      record.type === 'docket' || starred.has(record.key) || ids.some((id) => !classes.has(id)),
  );
}
