import { html } from 'hono/html';
import { z } from 'zod';
import { counted, withCommas, withLimit } from '../../../base/words/sentence.ts';
import { idsOf, type WatchConfig } from '../../../config/config.ts';
import { describeSearch, queryOf } from '../../../config/searchWords.ts';
import { shortCourt } from '../../../records/courts.ts';
import { coverageOf, loadNudgesNow, type NudgesNow } from '../../../schedule/nudges/feed/feedSourcesTable.ts';
import { watchesOfChecks } from '../../../schedule/watchStatusQueries.ts';
import { checkLog, type EndedCheck, type Evidence, loadCheck, outcomes } from '../../../store/snapshot/checksTable.ts';
import { moment, reasonWords } from '../../frame/moment.ts';
import type { Html, Page } from '../../frame/page.ts';
import { emptyState, facts, recordPath, table, watchPath } from '../../frame/pieces.ts';
import { byNumber, type List, ofWatch, timestamp, watchesAsked } from '../../lists/listing.ts';
import { choice, listPage } from '../../lists/listPage.ts';
import type { Visit } from '../../visit/visit.ts';
import { outcomeWords } from '../watches/loadWatches.ts';

interface CheckRow extends EndedCheck {
  readonly watches: readonly string[];
  readonly watchNames: readonly string[];
  readonly search: string | undefined;
}

/** Describes the search of a query if one of its watches has several searches. */
function searchWords(watches: readonly WatchConfig[], queryId: string): string | undefined {
  const searches = watches.flatMap((watch) => (watch.searches.length > 1 ? watch.searches : []));
  const search = searches.find((one) => queryOf(one).id === queryId);
  return search && describeSearch(search);
}

const filter = z.object({ ...ofWatch, outcome: z.enum(outcomes).optional() });

export const checksList: List<CheckRow, typeof filter> = {
  name: 'checks',
  path: '/checks',
  summary: 'Every check, newest first, with its outcome and its cost.',
  columns: [
    { name: 'id', type: z.number() },
    {
      name: 'endedAt',
      type: timestamp,
      label: 'When',
      cell: ({ id, endedAt }, visit) => html`<a href="/checks/${id}">${moment(endedAt, visit)}</a>`,
    },
    { name: 'watches', type: z.array(z.string()) },
    {
      name: 'watchNames',
      type: z.array(z.string()),
      label: 'Watch',
      cell: ({ watchNames, search }) =>
        html`${watchNames.join('; ')}${search && html` <span class="quiet small">${search}</span>`}`,
    },
    {
      name: 'outcome',
      type: z.enum(outcomes),
      label: 'Outcome',
      cell: ({ outcome, reason }) => outcomeWords({ outcome, reason }),
    },
    { name: 'hits', type: z.number(), label: 'Hits', look: 'number' },
    { name: 'requests', type: z.number(), label: 'Requests', look: 'number' },
    { name: 'credits', type: z.number(), label: 'Credits', look: 'number' },
    { name: 'reason', type: z.string().nullable(), value: ({ reason }) => reason || null, label: 'Reason' },
  ],
  filter,
  async find({ store }, asking, { watch, outcome }, span) {
    const asked = watchesAsked(asking, { watch });
    const found = await checkLog(store.db, { watchIds: idsOf(asked), outcome }, span);
    const watchesOf = await watchesOfChecks(store.db, asked, found);
    const items = found.map((check) => {
      const watches = watchesOf.get(check.id) ?? [];
      const [ids, names] = [watches.map(({ id }) => id), watches.map(({ name }) => name)];
      return { ...check, watches: ids, watchNames: names, search: searchWords(watches, check.queryId) };
    });
    return { items };
  },
  place: byNumber,
  placeOf: ({ id }) => [id],
};

export const checksPage = listPage(checksList, {
  name: 'Checks',
  title: 'Checks',
  noun: 'check',
  none: 'No check yet.',
  lead: ({ config }, { sight }) =>
    sight.isWhole && Object.keys(config.nudges).length > 0
      ? html`<p><a href="/nudges">What triggers extra checks</a></p>`
      : '',
  filters: (_parts, { url }) => [choice('outcome', 'every outcome', outcomes, url.searchParams)],
});

export const checkPage: Page = {
  path: '/checks/:id{[0-9]+}',
  async draw({ store }, visit, { id }) {
    // Postgres rejects a number outside its range.
    const check = Number.isSafeInteger(Number(id)) ? await loadCheck(store.db, Number(id)) : undefined;
    if (check === undefined) return undefined;
    const watchesOf = await watchesOfChecks(store.db, visit.sight.readable, [check]);
    const asking = watchesOf.get(check.id) ?? [];
    if (asking.length === 0) return undefined;
    const { total } = check;
    const counts = total === null ? ', no count from the service' : ` of ${withCommas(total)} counted`;
    const titles = asking.map((watch) => html`<a href="${watchPath(watch.id)}">${watch.name}</a> `);
    return {
      title: `Check ${check.id}`,
      body: html`<h1>Check ${check.id}</h1>
${facts([
  ['Watch', html`${titles}`],
  ['Search', searchWords(asking, check.queryId)],
  ['Outcome', html`${outcomeWords({ outcome: check.outcome })}`],
  ['Reason', check.reason ? reasonWords(check.reason, visit) : undefined],
  ['Began', moment(check.startedAt, visit)],
  ['Ended', moment(check.endedAt, visit)],
  ['Hits', `${withCommas(check.hits)}${counts}`],
  ['Requests', String(check.requests)],
  ['Credits', withCommas(check.credits)],
])}${evidencePart(check)}`,
    };
  },
};

function evidencePart({ evidence, outcome }: { readonly evidence: Evidence; readonly outcome: string }): Html {
  // A check of a single page, or without a response, has no evidence.
  if (Object.keys(evidence).length === 0) {
    return outcome === 'complete' ? html`<h2>Evidence</h2><p>One page held the whole result.</p>` : html``;
  }
  const { pages = [], windows = [], unreadable = [], filteredOut, suspicion, same } = evidence;
  return html`<h2>Evidence</h2>
${same && html`<p>Byte for byte the same as the last complete result.</p>`}${
  suspicion && html`<p class="note">${suspicion}</p>`
}
${
  filteredOut !== undefined &&
  filteredOut > 0 &&
  html`<p>${counted(filteredOut, 'hit')} filtered out: the name is only inside a longer word,
or the court is another.</p>`
}
${
  pages.length > 0 &&
  table(pages, [
    { label: 'First record', cell: ([from]) => String(from + 1) },
    { label: 'Requested', look: 'number', cell: ([, asked]) => asked },
    { label: 'Arrived', look: 'number', cell: ([, , arrived]) => arrived },
    { label: 'Total', look: 'number', cell: ([, , , total]) => total ?? 'unknown' },
  ])
}
${
  windows.length > 0 &&
  html`<h3>Dockets that the service shows in part</h3>
<ul>${windows.map(([key, shown, total]) => {
    const path = recordPath({ type: 'docket', key });
    return html`<li><a href="${path}">${key}</a>: ${shown} of ${counted(total, 'entry')}</li>`;
  })}</ul>`
}
${
  unreadable.length > 0 &&
  html`<h3>Unreadable</h3>
<ul>${unreadable.map(({ path, reason }) => html`<li><code>${path}</code>: ${reason}</li>`)}</ul>`
}`;
}

/** `/nudges`: the signals that a court has news, and their results. Only for readers of all matters. */
export const nudgesPage: Page = {
  path: '/nudges',
  async draw({ store, config }, visit) {
    if (!visit.sight.isWhole) return undefined;
    const found = await loadNudgesNow(store.db, config, visit.now);
    return {
      title: 'Nudges',
      body: html`<h1>Nudges</h1>
<p>Free signals that something was filed. They move checks forward, within limits, and change nothing else.</p>
${
  found.sources.length === 0
    ? emptyState('There are no nudges yet: add a feed or webhook under nudges: in the config.')
    : sourcesPart(found, config.nudgeLimits.perDay, visit)
}`,
    };
  },
};

function sourcesPart({ sources, spentToday }: NudgesNow, perDay: number, visit: Visit): Html {
  const rows = table(sources, [
    { label: 'Source', cell: ({ source }) => source },
    { label: 'Court', cell: ({ court }) => (court === null ? '' : shortCourt(court, undefined)) },
    { label: 'Announces', cell: (one) => (one.type === 'feeds' ? coverageOf(one) : 'what its caller names') },
    {
      label: 'State',
      cell: ({ court, state, reason, readAt }) => {
        const works = court === null ? 'no call about a watched case in 30 days' : 'works';
        return html`<span>${state === 'ok' ? works : (reason ?? state)}${
          readAt !== null && html` <span class="quiet">read ${moment(readAt, visit)}</span>`
        }</span>`;
      },
    },
    { label: 'Cases', look: 'number', cell: ({ cases }) => cases },
    { label: 'Confirmed', look: 'number', cell: ({ confirmed }) => confirmed },
    { label: 'Late', look: 'number', cell: ({ late }) => late },
  ]);
  return html`${facts([['Credits today, by nudges', withLimit(spentToday, perDay)]])}${rows}<p
class="quiet">Confirmed and late signals of the last 30 days: the service showed what they announced, or did not within
hours.</p>`;
}
