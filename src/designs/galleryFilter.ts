import type { Config } from '../config/config.ts';
import { inWatches } from '../pages/visit/inWatches.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openWatches } from '../people/viewer.ts';
import type { DesignFilter } from '../snapshot/listRecordsQueries.ts';

const dayMs = 86_400_000;

export const groupings = ['holder', 'class', 'register'] as const;
export type Grouping = (typeof groupings)[number];

/** Reads the gallery's filter from its address; unknown values count as absent. */
export function designFilterOf(query: URLSearchParams, now: Date): DesignFilter {
  const since = query.get('since') ?? '';
  const months = Number(query.get('expiring'));
  return {
    source: wordOf(query.get('source')),
    status: wordOf(query.get('status')),
    locarno: /^\d{2}(-\d{2})?$/.exec(query.get('class') ?? '')?.[0],
    designated: wordOf(query.get('state')),
    seenSince: /^\d{4}-\d{2}-\d{2}$/.test(since) ? since : undefined,
    expiringMonths: months >= 1 && months <= 60 ? monthsFrom(now, Math.floor(months)) : undefined,
  };
}

export function groupingOf(query: URLSearchParams): Grouping | undefined {
  return groupings.find((one) => one === query.get('by'));
}

/** Registers, states and countries are written in letters and digits alone. */
function wordOf(value: string | null): string | undefined {
  return /^[A-Za-z0-9]{1,12}$/.exec(value ?? '')?.[0]?.toUpperCase();
}

/** `2026-11`, `2026-12` …: this month and so many after it. */
function monthsFrom(now: Date, count: number): string[] {
  const first = new Date(now.getTime() - dayMs);
  return Array.from({ length: count + 1 }, (_, index) =>
    new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index, 1)).toISOString().slice(0, 7),
  );
}

/** Which designs the address asks for: those of one watch, or of every watch that the viewer may read. */
export function designHolders(config: Config, visit: Visit) {
  const watches = openWatches(config.watches, visit.viewer).filter((watch) => watch.searches[0]?.type === 'designs');
  const chosen = watches.filter((watch) => watch.id === visit.url.searchParams.get('watch'));
  return { watches, holders: inWatches(chosen.length > 0 ? chosen : watches) };
}
