import { z } from 'zod';
import { courtsToday, datesOfWatches } from '../../alerts/watchDates.ts';
import { changeJson } from '../../channels/webhook/changeJson.ts';
import { describeSearch } from '../../config/describeSearch.ts';
import { changeKinds } from '../../diff/change.ts';
import { dayOf } from '../../schedule/budget.ts';
import { queriesOf } from '../../schedule/planSync.ts';
import { listAlerts } from '../../store/outbox/alerts.ts';
import { listChanges } from '../../store/snapshot/changes.ts';
import { listChangesFound } from '../../store/snapshot/storeChanges.ts';
import { alertIdsFor } from '../../store/views/alertsOfWatches.ts';
import { changesAfter } from '../../store/views/changesAfter.ts';
import { checkLog } from '../../store/views/checkLog.ts';
import { listCases, listDesigns } from '../../store/views/listRecords.ts';
import { spendingLines } from '../credits/spendingLines.ts';
import type { PageParts } from '../page.ts';
import { heldBy } from '../visit/heldBy.ts';
import { openReason, openWatches, visibleWatches } from '../visit/viewer.ts';
import { loadWatches } from '../watches/loadWatches.ts';
import { type Asked, type Asking, cursorAt, type Endpoint, mostItems, partOf, positionOf } from './endpoint.ts';
import { caseJson, designJson } from './recordJson.ts';
import {
  alertShape,
  caseShape,
  changeShape,
  checkShape,
  creditsShape,
  dateShape,
  designShape,
  watchShape,
} from './shapes.ts';

const ofWatch = { watch: z.string().optional().describe('only of this watch') };
const ofMatter = { matter: z.string().optional().describe('only of the watches of this matter') };
const dayText = z.iso.date();

/** The requested watches, as far as the viewer may read their records. */
function watchesAsked({ config }: PageParts, { viewer }: Asking, { watch, matter }: Asked) {
  return openWatches(config.watches, viewer).filter(
    (one) => (watch === undefined || one.id === watch) && (matter === undefined || one.matter === matter),
  );
}

const watches: Endpoint = {
  name: 'watches',
  summary: 'The watches: when they were checked, what they hold and what they cost.',
  query: z.object({}),
  item: watchShape,
  async list(parts, asking, query) {
    const lines = await loadWatches(parts, asking);
    const from = positionOf(query);
    const items = lines.map(({ watch, title, discreet, outcome, records, foundNothing, pause, ...line }) => ({
      id: watch.id,
      name: title,
      matter: watch.matter ?? null,
      tags: discreet ? [] : [...(watch.tags ?? [])],
      searches: discreet ? [] : watch.searches.map(describeSearch),
      schedule: watch.schedule,
      timezone: watch.timezone,
      outcome: outcome ?? null,
      lastCompleteAt: line.lastCompleteAt ?? null,
      nextDueAt: line.nextDueAt ?? null,
      paused:
        pause === undefined
          ? null
          : {
              since: pause.beganAt,
              until: pause.until,
              by: discreet ? null : pause.author,
              because: discreet ? null : pause.reason,
            },
      incidents: line.incidents.map(({ kind, beganAt }) => ({ kind, since: beganAt })),
      records,
      foundNothing,
      creditsThisMonth: line.creditsThisMonth,
    }));
    return partOf(items.slice(from), query, from);
  },
};

const cases: Endpoint = {
  name: 'cases',
  summary: 'The court cases that watches hold, the most recently changed first.',
  query: z.object({ ...ofWatch, ...ofMatter, state: z.enum(['open', 'ended']).optional() }),
  item: caseShape,
  async list(parts, asking, query) {
    const from = positionOf(query);
    const open = query.state === undefined ? undefined : query.state === 'open';
    const part = { limit: query.limit + 1, offset: from, open };
    const { records } = await listCases(parts.store.db, heldBy(watchesAsked(parts, asking, query)), part);
    return partOf(records.flatMap(caseJson), query, from);
  },
};

const designs: Endpoint = {
  name: 'designs',
  summary: 'The designs that watches hold, the most recently found first.',
  query: z.object({
    ...ofWatch,
    ...ofMatter,
    source: z
      .string()
      .regex(/^[A-Z]{2,8}$/)
      .optional()
      .describe('the register, e.g. HAGUE'),
    status: z
      .string()
      .regex(/^[A-Z]{2,8}$/)
      .optional(),
    locarno: z
      .string()
      .regex(/^\d{2}(-\d{2})?$/)
      .optional(),
    seenSince: dayText.optional().describe('first seen on this day or later'),
  }),
  item: designShape,
  async list(parts, asking, query) {
    const from = positionOf(query);
    const part = { limit: query.limit + 1, offset: from };
    const holders = heldBy(watchesAsked(parts, asking, query));
    const { source, status, locarno, seenSince } = query;
    const filter = {
      source: textOf(source),
      status: textOf(status),
      locarno: textOf(locarno),
      seenSince: textOf(seenSince),
    };
    const { records } = await listDesigns(parts.store.db, holders, part, filter);
    return partOf(records.flatMap(designJson), query, from);
  },
};

const changes: Endpoint = {
  name: 'changes',
  summary:
    'Every change found, in the order in which it became known. To follow the changes, ask again with the last `next`.',
  query: z.object({
    ...ofWatch,
    ...ofMatter,
    since: z.iso.datetime().optional().describe('listed at or after it'),
    kind: z.enum(changeKinds).optional(),
  }),
  item: changeShape,
  async list(parts, asking, query) {
    const asked = watchesAsked(parts, asking, query).map((watch) => watch.id);
    if (asked.length === 0) return { items: [] };
    await listChangesFound(parts.store, asking.now);
    const { db } = parts.store;
    const place = positionOf(query);
    const filter = { since: textOf(query.since), kind: textOf(query.kind), limit: query.limit };
    const listed = await changesAfter(db, { watchIds: asked, place, ...filter });
    const ids = listed.map(({ changeId }) => changeId);
    const found = new Map((await listChanges(db, { ids, limit: mostItems })).map((change) => [change.id, change]));
    const own = new Set(asked);
    const items = ids
      .flatMap((id) => found.get(id) ?? [])
      .map((change) => changeJson({ ...change, watches: change.watches.filter((id) => own.has(id)) }));
    const last = listed.at(-1)?.place ?? place;
    return { items, next: last > 0 ? cursorAt(last) : undefined };
  },
};

const alerts: Endpoint = {
  name: 'alerts',
  summary: 'Alerts that were sent or are waiting, newest first, and whether they arrived.',
  query: z.object({
    channel: z.string().optional(),
    state: z.enum(['waiting', 'sent', 'failed']).optional(),
  }),
  item: alertShape,
  async list({ store, config }, { viewer }, query) {
    const from = positionOf(query);
    const ids = await alertIdsFor(store.db, {
      watchIds: openWatches(config.watches, viewer).map((watch) => watch.id),
      notices: viewer.matters === 'all',
      channel: textOf(query.channel),
      state: query.state as 'waiting' | 'sent' | 'failed' | undefined,
      limit: query.limit + 1,
      offset: from,
    });
    return partOf(ids.length === 0 ? [] : await listAlerts(store.db, { ids, limit: ids.length }), query, from);
  },
};

const checks: Endpoint = {
  name: 'checks',
  summary: 'Every check, newest first, with its outcome and its cost.',
  query: z.object({ ...ofWatch, outcome: z.enum(['complete', 'partial', 'failed', 'skipped']).optional() }),
  item: checkShape,
  async list({ store, config }, { viewer }, query) {
    const from = positionOf(query);
    const visible = visibleWatches(config.watches, viewer).filter(
      ({ watch }) => query.watch === undefined || watch.id === query.watch,
    );
    const asking = new Map<string, typeof visible>();
    for (const one of visible) {
      for (const { id } of queriesOf(one.watch)) asking.set(id, [...(asking.get(id) ?? []), one]);
    }
    const outcome = query.outcome as 'complete' | undefined;
    const part = { limit: query.limit + 1, offset: from };
    const found = await checkLog(store.db, { queryIds: [...asking.keys()], outcome, ...part });
    const items = found.map(({ queryId, reason, ...check }) => {
      const of = asking.get(queryId) ?? [];
      const discreet = of.some((one) => one.discreet);
      return { ...check, watches: of.map((one) => one.watch.id), reason: openReason(reason, discreet) ?? null };
    });
    return partOf(items, query, from);
  },
};

const credits: Endpoint = {
  name: 'credits',
  summary:
    'What was spent, by day (UTC) and operation, the last day first; where there are several services, a line for each of them.',
  query: z.object({ since: dayText.optional().describe('default: 30 days ago') }),
  item: creditsShape,
  async list({ store, config }, { viewer, now }, query) {
    // The ledger is not divided by matter.
    if (viewer.matters !== 'all') return { items: [] };
    const from = positionOf(query);
    const since = textOf(query.since) ?? dayOf(new Date(now.getTime() - 30 * 86_400_000));
    return partOf((await spendingLines(store.db, config, since)).slice(from), query, from);
  },
};

const dates: Endpoint = {
  name: 'dates',
  summary: 'Hearings, deadlines and expiries as filings and registers name them, the earliest first.',
  query: z.object({
    ...ofWatch,
    ...ofMatter,
    from: dayText.optional().describe('default: today'),
    until: dayText.optional(),
  }),
  item: dateShape,
  async list(parts, asking, query) {
    const position = positionOf(query);
    const span = { from: textOf(query.from) ?? courtsToday(asking.now), until: textOf(query.until) };
    const found = await datesOfWatches(parts.store.db, watchesAsked(parts, asking, query), span);
    return partOf(found.slice(position), query, position);
  },
};

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export const endpoints: readonly Endpoint[] = [watches, cases, designs, changes, alerts, checks, credits, dates];
