import { z } from 'zod';
import type { OwnWatch, WatchBody } from '../../../config/config.ts';
import { describeSearch } from '../../../config/describeSearch.ts';
import { scheduleKeys } from '../../../config/fields/schedule.ts';
import { designFields, docketFields } from '../../../config/watchSchema.ts';
import { bodyOf } from '../../../config/watchText.ts';
import type { Hold } from '../../../schedule/holds/holds.ts';
import { outcomes } from '../../../store/snapshot/checksTable.ts';
import type { PageParts } from '../../frame/page.ts';
import { listing, timestamp } from '../../lists/listing.ts';
import { partOf, placeIn, rowsAfter } from '../../lists/parts.ts';
import type { Visit } from '../../visit/visit.ts';
import { activityDays, kindOf, loadSealed, loadWatches, type SealedLine, type WatchLine } from './loadWatches.ts';

function searchShape(fields: Readonly<Record<string, unknown>>) {
  const flags = ['wholeWord', 'litigation'];
  return z.object(
    Object.fromEntries(
      Object.keys(fields).map((key) => [key, (flags.includes(key) ? z.boolean() : z.array(z.string())).optional()]),
    ),
  );
}

const watchShape = z.object({
  id: z.string(),
  name: z.string().describe('of a confidential watch, for those who may not read it, its matter'),
  kind: z.enum(['cases', 'designs']).nullable().describe('null where it is confidential'),
  matter: z.string().nullable(),
  tags: z.array(z.string()).describe('none where it is confidential'),
  searches: z.array(z.string()).describe('in words; none where it is confidential'),
  dockets: searchShape(docketFields.shape).nullable().describe('as in watches.yaml; null where it is confidential'),
  designs: searchShape(designFields.shape).nullable(),
  schedule: z.string().nullable().describe('null where it is confidential'),
  timezone: z.string().nullable(),
  notify: z.array(z.string()).describe('its channels; none where it is confidential'),
  outcome: z.enum(outcomes).nullable(),
  reason: z.string().nullable().describe('why it is not complete'),
  lastCompleteAt: timestamp.nullable(),
  nextDueAt: timestamp.nullable().describe('null while it is paused, and where it is confidential'),
  paused: z
    .object({
      since: timestamp,
      until: timestamp.nullable().describe('null: until it is resumed'),
      by: z.string().nullable(),
      because: z.string().nullable().describe('null where it is confidential'),
    })
    .nullable()
    .describe('not looked at while it is paused'),
  incidents: z.array(z.object({ kind: z.string(), since: timestamp })).describe('those that are open'),
  records: z.number().nullable().describe('null where it is confidential'),
  foundNothing: z.boolean().nullable(),
  recentChanges: z.number().nullable().describe(`in ${activityDays} days`),
  creditsThisMonth: z.number().nullable(),
});

type WatchItem = z.output<typeof watchShape>;

/** What programs and files are told of every watch that the viewer knows of. */
async function watchItems(parts: PageParts, visit: Pick<Visit, 'sight' | 'now'>): Promise<WatchItem[]> {
  const { ownWatches } = visit.sight.config;
  const items = [
    ...(await loadWatches(parts, visit)).map((line) => watchItem(line, ownWatches?.get(line.id))),
    ...(await loadSealed(parts, visit.sight)).map(sealedItem),
  ];
  const byId = new Map(items.map((item) => [item.id, item]));
  return visit.sight.watches.flatMap(({ id }) => byId.get(id) ?? []);
}

function sealedItem({ id, title, matter, outcome, lastCompleteAt, pause }: SealedLine): WatchItem {
  return {
    id,
    name: title,
    kind: null,
    matter: matter ?? null,
    tags: [],
    searches: [],
    dockets: null,
    designs: null,
    schedule: null,
    timezone: null,
    notify: [],
    outcome: outcome ?? null,
    reason: null,
    lastCompleteAt: lastCompleteAt ?? null,
    nextDueAt: null,
    paused: pause === undefined ? null : { since: pause.beganAt, until: pause.until, by: null, because: null },
    incidents: [],
    records: null,
    foundNothing: null,
    recentChanges: null,
    creditsThisMonth: null,
  };
}

function watchItem({ watch, pause, ...line }: WatchLine, own: OwnWatch | undefined): WatchItem {
  const body = bodyOf(watch, own);
  return {
    id: watch.id,
    name: watch.name,
    kind: kindOf(watch),
    matter: watch.matter ?? null,
    tags: [...(watch.tags ?? [])],
    searches: watch.searches.map(describeSearch),
    dockets: filtersOf(body.dockets),
    designs: filtersOf(body.designs),
    schedule: scheduleKeys(watch.schedule).schedule,
    timezone: watch.timezone,
    notify: [...watch.notify],
    outcome: line.outcome ?? null,
    reason: line.reason ?? null,
    lastCompleteAt: line.lastCompleteAt ?? null,
    nextDueAt: line.nextDueAt ?? null,
    paused: pause === undefined ? null : pauseItem(pause),
    incidents: line.incidents.map(({ kind, beganAt }) => ({ kind, since: beganAt })),
    records: line.records,
    foundNothing: line.foundNothing,
    recentChanges: line.activity.reduce((sum, one) => sum + one, 0),
    creditsThisMonth: line.creditsThisMonth,
  };
}

function filtersOf(search: unknown): Record<string, boolean | string[]> | null {
  if (search === undefined) return null;
  const filters = Object.entries(search as WatchBody);
  return Object.fromEntries(
    filters.map(([key, value]) => [key, typeof value === 'boolean' ? value : [value].flat().map(String)]),
  );
}

function pauseItem({ beganAt, until, author, reason }: Hold) {
  return { since: beganAt, until, by: author, because: reason };
}

export const watchesListing = listing({
  name: 'watches',
  item: watchShape,
  api: {
    summary: 'The watches: when they were checked, what they hold and what they cost; by id.',
    query: z.object({}),
    async list(parts, asking, query) {
      const items = await watchItems(parts, asking);
      const place = placeIn('watches', query, z.tuple([z.string()]));
      const placeOf = ({ id }: { readonly id: string }) => [id] as const;
      return partOf('watches', rowsAfter(items, place, placeOf), query, placeOf);
    },
  },
  file: {
    path: '/watches',
    load: async (parts, visit) => ({ items: await watchItems(parts, visit) }),
  },
});
