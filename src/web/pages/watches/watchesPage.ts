import { html } from 'hono/html';
import { z } from 'zod';
import { counted } from '../../../base/words/sentence.ts';
import { mattersOf, type WatchBody } from '../../../config/config.ts';
import { scheduleKeys } from '../../../config/fields/schedule.ts';
import { describeSearch } from '../../../config/searchWords.ts';
import { designFields, docketFields } from '../../../config/watchSchema.ts';
import { bodyOf } from '../../../config/watchText.ts';
import { mayAct, type SeenWatch, type Sight } from '../../../people/sight.ts';
import { loadUnchecked } from '../../../schedule/holds/holdsTable.ts';
import { neverFoundRows, watchesNotComplete } from '../../../schedule/watchStatusQueries.ts';
import { outcomes } from '../../../store/snapshot/checksTable.ts';
import { type Db, spanOf } from '../../../store/store.ts';
import { moment } from '../../frame/moment.ts';
import { newsDays } from '../../frame/newsList.ts';
import type { Html } from '../../frame/page.ts';
import { matterPath, watchPath } from '../../frame/pieces.ts';
import { byText, type Column, type List, timestamp } from '../../lists/listing.ts';
import { choice, listPage } from '../../lists/listPage.ts';
import {
  barDays,
  checkBar,
  kindOf,
  loadSealed,
  loadWatches,
  type SealedLine,
  stateDot,
  type WatchLine,
} from './loadWatches.ts';
import { notWellLine, sealedState, tagLinks } from './watchActions.ts';

/** A watch in the list. If the viewer may not read the watch, the row says only whether it was checked. */
type WatchRow = WatchLine | SealedLine;

function searchShape(fields: Readonly<Record<string, unknown>>) {
  const flags = ['wholeWord', 'litigation'];
  return z.object(
    Object.fromEntries(
      Object.keys(fields).map((key) => [key, (flags.includes(key) ? z.boolean() : z.array(z.string())).optional()]),
    ),
  );
}

const sealed = 'null where it is confidential';

function readable(
  name: string,
  type: z.ZodType,
  { of = (line) => line[name as keyof WatchLine], ...more }: Partial<Column<WatchRow>> & { of?: ValueOf } = {},
): Column<WatchRow> {
  const none = type instanceof z.ZodArray ? [] : null;
  return { name, type, value: (row, _parts, { sight }) => (isSealed(row) ? none : (of(row, sight) ?? null)), ...more };
}

type ValueOf = (line: WatchLine, sight: Sight) => unknown;

function isSealed(row: WatchRow): row is SealedLine {
  return row.watch === undefined;
}

function cellOf(draw: (row: WatchLine) => Html | string): Column<WatchRow>['cell'] {
  return (row) => (isSealed(row) ? '' : draw(row));
}

function settingsOf({ watch }: WatchLine, { config }: Sight): WatchBody {
  return bodyOf(watch, config.ownWatches?.get(watch.id));
}

const columns: readonly Column<WatchRow>[] = [
  {
    name: 'id',
    type: z.string().describe('of a confidential watch, for those who may not read it, a number'),
    value: ({ shownId }) => shownId,
  },
  {
    name: 'name',
    type: z.string().describe('of a confidential watch, for those who may not read it, its matter'),
    value: ({ title }) => title,
    label: 'Watch',
    cell: (row, visit) => {
      if (isSealed(row)) return html`${row.title}<div class="small">confidential: ${sealedState(row, visit)}</div>`;
      const { tags = [] } = row.watch;
      const tagged = tags.length > 0 && html`<div class="small">${tagLinks(tags)}</div>`;
      return html`${stateDot(row)}<a href="${watchPath(row.id)}">${row.title}</a>${tagged}${notWellLine(row, visit)}`;
    },
  },
  readable('kind', z.enum(['cases', 'designs']).nullable().describe(sealed), { of: ({ watch }) => kindOf(watch) }),
  {
    name: 'matter',
    type: z.string().nullable(),
    label: 'Matter',
    look: 'brief',
    cell: ({ matter }) => (matter === undefined ? '' : html`<a href="${matterPath(matter)}">${matter}</a>`),
  },
  { name: 'bar', label: `${barDays} days`, look: 'slim', cell: cellOf(({ days }) => checkBar(days)) },
  readable('tags', z.array(z.string()).describe('none where it is confidential'), {
    of: ({ watch }) => watch.tags ?? [],
  }),
  readable('searches', z.array(z.string()).describe('in words; none where it is confidential'), {
    of: ({ watch }) => watch.searches.map(describeSearch),
  }),
  readable('dockets', searchShape(docketFields.shape).nullable().describe(`as in watches.yaml; ${sealed}`), {
    of: (line, sight) => filtersOf(settingsOf(line, sight).dockets),
  }),
  readable('designs', searchShape(designFields.shape).nullable(), {
    of: (line, sight) => filtersOf(settingsOf(line, sight).designs),
  }),
  readable('schedule', z.string().nullable().describe(sealed), {
    of: ({ watch }) => scheduleKeys(watch.schedule).schedule,
  }),
  readable('timezone', z.string().nullable(), { of: ({ watch }) => watch.timezone }),
  readable('notify', z.array(z.string()).describe('its channels; none where it is confidential'), {
    of: ({ watch }) => watch.notify,
  }),
  { name: 'outcome', type: z.enum(outcomes).nullable() },
  readable('reason', z.string().nullable().describe('why it is not complete')),
  {
    name: 'lastCompleteAt',
    type: timestamp.nullable(),
    label: 'Last complete',
    cell: (row, visit) => (isSealed(row) ? '' : moment(row.lastCompleteAt, visit)),
  },
  readable('nextDueAt', timestamp.nullable().describe('null while it is paused, and where it is confidential'), {
    label: 'Next',
    cell: (row, visit) => (isSealed(row) || row.nextDueAt === null ? '' : moment(row.nextDueAt, visit)),
  }),
  {
    name: 'paused',
    type: z
      .object({
        since: timestamp,
        until: timestamp.nullable().describe('null: until it is resumed'),
        by: z.string().nullable(),
        because: z.string().nullable().describe(sealed),
      })
      .nullable()
      .describe('not checked while it is paused'),
    value: (row) => {
      if (row.pause === undefined) return null;
      const { beganAt: since, until } = row.pause;
      return isSealed(row)
        ? { since, until, by: null, because: null }
        : { since, until, by: row.pause.author, because: row.pause.reason };
    },
  },
  readable('muted', z.boolean().nullable().describe('its alerts are kept back'), {
    of: ({ mute }) => mute !== undefined,
  }),
  readable('incidents', z.array(z.object({ kind: z.string(), since: timestamp })).describe('those that are open'), {
    of: ({ incidents }) => incidents.map(({ kind, beganAt }) => ({ kind, since: beganAt })),
  }),
  readable('records', z.number().nullable().describe(sealed), {
    label: 'Found',
    look: 'number once',
    cell: cellOf(recordsCell),
  }),
  readable('foundNothing', z.boolean().nullable()),
  readable('recentChanges', z.number().nullable().describe(`in ${newsDays} days`), {
    label: `News, ${newsDays} days`,
    look: 'number desk',
  }),
  readable('creditsThisMonth', z.number().nullable(), { label: 'Credits this month', look: 'number desk' }),
];

function filtersOf(search: unknown): Record<string, boolean | string[]> | null {
  if (search === undefined) return null;
  const filters = Object.entries(search as WatchBody);
  return Object.fromEntries(
    filters.map(([key, value]) => [key, typeof value === 'boolean' ? value : [value].flat().map(String)]),
  );
}

function recordsCell({ watch, records, silences, foundNothing }: WatchLine): Html {
  const kind = kindOf(watch);
  const found = counted(records, kind.slice(0, -1), kind);
  if (foundNothing || silences.length === 0) return html`${found}`;
  const silent = counted(silences.length, 'value');
  return html`<span>${found}<br><span class="doubt">nothing for ${silent}</span></span>`;
}

const states = [
  ['incident', 'not checked completely'],
  ['nothing', 'found nothing'],
  ['paused', 'paused'],
] as const;

const words = z.string().optional();
const filter = z.object({
  matter: words.describe('only of this matter'),
  tag: words.describe('only with this tag'),
  channel: words.describe('only those that notify this channel'),
  kind: z.enum(['cases', 'designs']).optional(),
  state: z
    .enum(states.map(([state]) => state))
    .optional()
    .describe(states.map(([state, words]) => (state === words ? state : `${state}: ${words}`)).join(', ')),
});

export const watchesList: List<WatchRow, typeof filter> = {
  name: 'watches',
  path: '/watches',
  summary: 'The watches: when they were checked, what they hold and what they cost; by id.',
  columns,
  filter,
  async find(parts, { sight, now }, asked, span) {
    const wanted = await wantedOf(parts.store.db, sight, asked);
    const shown = spanOf(wanted, ({ shownId }) => [shownId], span);
    const ids = new Set(shown.map(({ id }) => id));
    const lines = await loadWatches(parts, { sight, now }, ({ id }) => ids.has(id));
    const closed = (await loadSealed(parts, sight)).filter(({ id }) => ids.has(id));
    const byId = new Map<string, WatchRow>([...lines, ...closed].map((line) => [line.id, line]));
    const count = async () => ({ total: wanted.length, isMore: false });
    return { items: shown.flatMap(({ id }) => byId.get(id) ?? []), count };
  },
  place: byText,
  placeOf: ({ shownId }) => [shownId],
};

/** Returns the watches that match. Reads only what the filters need, because there may be ten thousand watches. */
async function wantedOf(db: Db, sight: Sight, asked: z.output<typeof filter>): Promise<SeenWatch[]> {
  const { matter, tag, channel, kind, state } = asked;
  const inState = await stateFilter(db, state);
  return sight.watches.filter((one) => {
    const { watch } = one;
    if (!inState(one) || (matter !== undefined && one.matter !== matter)) return false;
    if (watch === undefined) return [tag, channel, kind].every((asked) => asked === undefined);
    return (
      (tag === undefined || (watch.tags ?? []).includes(tag)) &&
      (channel === undefined || watch.notify.includes(channel)) &&
      (kind === undefined || kindOf(watch) === kind)
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
    const silent = new Set((await neverFoundRows(db)).map(({ watchId }) => watchId));
    return ({ id, watch }) => watch !== undefined && silent.has(id);
  }
  return () => true;
}

export const watchesPage = listPage(watchesList, {
  name: 'Watches',
  title: 'Watches',
  noun: 'watch',
  plural: 'watches',
  none: 'Nothing is watched yet.',
  buttons: ({ viewer }) =>
    mayAct(viewer, 'editor')
      ? html`<nav class="filters" aria-label="Make watches"><a class="button" href="/import">Import</a><a
class="button first" href="/new-watch">New watch</a></nav>`
      : '',
  filters(_parts, { sight, url: { searchParams: query } }) {
    const channels = [...new Set(sight.readable.flatMap(({ notify }) => notify))].sort();
    const tags = [...new Set(sight.readable.flatMap((watch) => watch.tags ?? []))].sort();
    return [
      choice('matter', 'every matter', mattersOf(sight.watches), query),
      tags.length > 0 ? choice('tag', 'every tag', tags, query) : '',
      choice('channel', 'every channel', channels, query),
      choice('kind', 'cases and designs', ['cases', 'designs'], query),
      choice('state', 'every state', states, query),
    ];
  },
});
