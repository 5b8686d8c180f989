import { html } from 'hono/html';
import { z } from 'zod';
import { changeJson } from '../../../alerts/channels/webhook.ts';
import { cameWords, fieldRows } from '../../../alerts/message/fieldRows.ts';
import { kindHeading } from '../../../alerts/message/words/happened.ts';
import { fieldName } from '../../../alerts/message/words/recordWords.ts';
import { cleanText, shortText } from '../../../base/words/cleanText.ts';
import { placeInZone, readerClock, withMoments } from '../../../base/words/readerDate.ts';
import { idsOf, mattersOf, tells, type WatchConfig, watchesById } from '../../../config/config.ts';
import { mayAct } from '../../../people/sight.ts';
import { entryLabel } from '../../../reading/entryLabel.ts';
import { changeKinds, kindNames } from '../../../records/diff/change.ts';
import { placeBesideTitle, recordTitle } from '../../../records/record.ts';
import { spanOfDay } from '../../../schedule/nextDue.ts';
import { changesAfter, newestChanges } from '../../../store/snapshot/changesAfterQueries.ts';
import { listChanges, type StoredChange } from '../../../store/snapshot/changesTable.ts';
import { listChangesFound } from '../../../store/snapshot/storeChangesTable.ts';
import { why } from '../../evidence/why.ts';
import type { Reason } from '../../evidence/whyChange.ts';
import { day, endWords, momentWords } from '../../frame/moment.ts';
import { drawPieces } from '../../frame/newsList.ts';
import type { Html, PageParts } from '../../frame/page.ts';
import { links, recordPath, watchPath } from '../../frame/pieces.ts';
import { cursorAt, mostItems, placeIn } from '../../lists/list.ts';
import {
  byNumber,
  filterOf,
  type List,
  listing,
  listingOf,
  ofMatter,
  ofWatch,
  timestamp,
  watchesAsked,
} from '../../lists/listing.ts';
import { choice, filterField, listPage, watchChoice } from '../../lists/listPage.ts';
import type { Visit } from '../../visit/visit.ts';

const changeFilter = z.object({
  ...ofWatch,
  ...ofMatter,
  since: z.iso.datetime().optional().describe('listed at or after this moment: 2026-12-01T09:00:00Z'),
  kind: z.enum(changeKinds).optional(),
  alert: z.coerce.number().int().positive().optional().describe('the number of the alert that reports it'),
});

const filter = changeFilter.extend({ day: z.iso.date().optional() });

const link = z.string().optional();

const column = (name: string, type: z.ZodType) => ({
  name,
  type,
  value: (change: StoredChange) => (changeJson(change) as Readonly<Record<string, unknown>>)[name],
});

const changesList: List<StoredChange, typeof filter> = {
  name: 'changes',
  path: '/changes',
  columns: [
    column('id', z.number()),
    column('kind', z.string()),
    column('detectedAt', timestamp),
    column('watches', z.array(z.string())),
    column('check', z.number()),
    column(
      'record',
      z.looseObject({
        type: z.enum(['docket', 'design']),
        key: z.string(),
        label: z.string(),
        title: z.string(),
        court: z.string().optional(),
        register: z.string().optional(),
      }),
    ),
    column(
      'entry',
      z.looseObject({ documentNumber: z.string(), dateFiled: z.string(), description: z.string() }).optional(),
    ),
    column('links', z.looseObject({ docket: link, document: link, pdf: link, register: link })),
    column('fields', z.array(z.looseObject({ field: z.string() }))),
    column('note', z.string().optional()),
  ],
  filter,
  async find({ store }, asking, { watch, matter, day, kind, alert }, span) {
    const asked = watchesById(watchesAsked(asking, { watch, matter }));
    const ofDay = day && spanOfDay(day, { timezone: 'UTC', ...asking });
    const wanted = { watchIds: [...asked.keys()], kind, alertId: alert, ...ofDay };
    const found = await newestChanges(store.db, wanted, span);
    return { items: found.map((change) => ({ ...change, watches: change.watches.filter((id) => asked.has(id)) })) };
  },
  place: byNumber,
  placeOf: ({ id }) => [id],
};

/** Lists changes in the order in which they became known, so that programs can follow them. */
export const changesListing = listing({
  ...listingOf(changesList),
  api: {
    summary: 'Every change found, in the order in which it became known.',
    query: changeFilter,
    async list({ store }, asking, query) {
      const asked = idsOf(watchesAsked(asking, query));
      if (asked.length === 0) return { items: [] };
      await listChangesFound(store, asking.now);
      const place = placeIn('changes', query, byNumber)?.[0] ?? 0;
      const { since, kind, alert: alertId, limit } = query;
      const listed = await changesAfter(store.db, { watchIds: asked, place, since, kind, alertId, limit });
      const ids = listed.map(({ changeId }) => changeId);
      const found = new Map((await listChanges(store.db, { ids, limit: mostItems })).map((one) => [one.id, one]));
      const own = new Set(asked);
      const items = ids
        .flatMap((id) => found.get(id) ?? [])
        .map((change) => changeJson({ ...change, watches: change.watches.filter((id) => own.has(id)) }));
      const last = listed.at(-1)?.place ?? place;
      return { items, next: last > 0 ? cursorAt('changes', [last]) : undefined };
    },
  },
});

export const changesPage = listPage(changesList, {
  name: 'Changes',
  title: 'Changes',
  noun: 'change',
  none: 'No change has been found yet.',
  todo: html`<a href="/watches">When each watch is checked next</a>`,
  lead: (_parts, visit) => html`<p class="lead quiet">${leadWords(filterOf(changesList, visit).alert)}</p>`,
  filters: (_parts, { sight: { readable }, url: { searchParams: query } }) => [
    choice('kind', 'every kind', Object.entries(kindNames), query),
    choice('matter', 'every matter', mattersOf(readable), query),
    watchChoice(readable, query),
    filterField('day', 'Day', query, html`type="date"`),
  ],
  async above(parts, visit) {
    const asked = visit.url.searchParams.get('why')?.trim().slice(0, 200) ?? '';
    return html`${whyForm(visit.url.searchParams)}${asked !== '' && (await whyPart(parts, visit, asked))}`;
  },
  rows: byDay,
});

function leadWords(alertId: number | undefined): Html {
  return alertId === undefined
    ? html`All that was found, newest first, whether or not somebody was notified of it.`
    : html`All that <a href="/alerts/${alertId}">alert ${alertId}</a> reports, newest first. <a href="/changes">Show all
changes</a>`;
}

function whyForm(query: URLSearchParams): Html {
  const open = query.has('why') ? html` open` : '';
  const attributes = html`size="28" placeholder="a case, company or design" required`;
  const field = filterField('why', 'Name or number', query, attributes);
  return html`<div class="doing"><details${open}><summary>Expected something?</summary>
<form class="filters">${field}<button>Explain</button></form></details></div>`;
}

function byDay(changes: readonly StoredChange[], _parts: PageParts, visit: Visit): Html {
  const names = watchesById(visit.sight.readable);
  const days = Map.groupBy(changes, ({ detectedAt }) => placeInZone(detectedAt, visit.timezone)?.day ?? '');
  return html`${[...days].map(
    ([one, some]) => html`<h2 class="day">${day(one, visit)}</h2>
<ul class="lines changes">${some.map((change) => changeLine(change, names, visit))}</ul>`,
  )}`;
}

function changeLine(change: StoredChange, names: ReadonlyMap<string, WatchConfig>, visit: Visit): Html {
  const { record, detectedAt } = change;
  const own = change.watches.flatMap((id) => names.get(id) ?? []);
  const reasons = own.flatMap((watch) => whyNotReported(watch, change) ?? []);
  const of = own.map(({ id, name }) => [watchPath(id), name] as const);
  const time = readerClock(placeInZone(detectedAt, visit.timezone)?.clock ?? '', visit);
  const leftOut = own.length > 0 && reasons.length === own.length;
  return html`<li><div><div class="head"><a href="${recordPath(record)}">${recordTitle(record)}</a>
<span class="quiet small">${placeBesideTitle(record)}</span></div>
<div>${whatHappened(change, visit)}${
    leftOut && html` <span class="quiet small">Not reported: ${[...new Set(reasons)].join('; ')}</span>`
  }</div></div>
<div class="when"><time datetime="${detectedAt}">${time}</time><div>${links(of)}</div></div></li>`;
}

function whyNotReported(watch: WatchConfig, { kind, filteredOut }: StoredChange): string | undefined {
  return (
    filteredOut?.[watch.id] ?? (tells(watch, kind) ? undefined : `${watch.name} does not report this kind of change`)
  );
}

const longestText = 280;

function whatHappened(change: StoredChange, visit: Visit): Html {
  const { entry, reading, fields, kind } = change;
  if (entry !== undefined) {
    const number = cleanText(entry.documentNumber);
    const label = reading === undefined ? '' : entryLabel(reading, entry.description);
    const came = cameWords(change);
    const edited = kind === 'entry.updated' ? `, edited${came && `: ${came}`}` : '';
    const head = [label, number === '' ? '' : `D.I. ${number}`].filter(Boolean).join(', ');
    return html`<span class="tag">${head || 'Entry'}${edited}</span> ${shortText(entry.description, longestText)}`;
  }
  if (!kind.endsWith('.updated')) return html`<span class="tag">${kindHeading(change, visit)}</span>`;
  return html`${fieldRows(fields, { cases: [], reader: visit, now: change.detectedAt }).map(({ name, value }) => {
    const heading = /(?:added|removed)$/.test(name) ? name : `${name} changed`;
    return html`<span class="tag">${heading}</span> ${name !== fieldName('images') && drawPieces(value)}`;
  })}`;
}

async function whyPart({ store }: PageParts, visit: Visit, text: string): Promise<Html> {
  const reasons = await why(store.db, visit.sight, text);
  const words = ({ what }: Reason) =>
    withMoments(
      what,
      (at) => momentWords(at, visit),
      (at) => endWords(at, visit),
    );
  const make = mayAct(visit.viewer, 'editor') ? html`, or <a href="/new-watch">make a watch</a>` : '';
  return html`<section class="preview"><h2>“${text}”</h2>
<ul>${reasons.map((reason) => html`<li>${nameOf(reason)} ${words(reason)}</li>`)}</ul>
<p><a href="/search?q=${encodeURIComponent(text)}">Search for it</a>${make}.</p></section>`;
}

function nameOf({ name, of }: Reason): Html | string {
  if (name === undefined) return '';
  if (of === undefined) return html`<strong>${name}</strong>`;
  return html`<a href="${'record' in of ? recordPath(of.record) : watchPath(of.watch)}">${name}</a>`;
}
