import { html } from 'hono/html';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { madeOnce } from '../madeOnce.ts';
import { recordPath, watchPath } from '../pages/links.ts';
import { readParts } from '../pages/lists/list.ts';
import { listing, ofWatch, requireKnown, timestamp } from '../pages/lists/listing.ts';
import { partOf, placeIn } from '../pages/lists/parts.ts';
import { moment } from '../pages/moment.ts';
import { facts, type Html, type Page, type PageParts } from '../pages/page.ts';
import { choice, downloadLinks, filterRow, nothingListed, pageNumber, pager } from '../pages/pager.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openReason, type Viewer, type VisibleWatch, visibleWatches } from '../people/viewer.ts';
import { queriesOf } from '../schedule/planSync.ts';
import { checkLog, type Evidence, type LoggedCheck, loadCheck, outcomes } from '../snapshot/checksTable.ts';
import { outcomeWords } from '../watches/loadWatches.ts';
import { counted, withCommas } from '../words/sentence.ts';

const perPage = 100;

/** `/checks`: every check, newest first, what came of it and what it cost. */
export const checksPage: Page = {
  path: '/checks',
  name: 'Checks',
  async draw(parts, visit) {
    const query = visit.url.searchParams;
    const hasNudges = visit.viewer.matters === 'all' && Object.keys(parts.config.nudges ?? {}).length > 0;
    const page = pageNumber(query);
    const checks = await checksOfPage(parts, visit, { limit: perPage + 1, offset: (page - 1) * perPage });
    return {
      title: 'Checks',
      body: html`<h1>Checks</h1>
${hasNudges ? html`<p><a href="/nudges">What says when to look</a></p>` : ''}${filterRow(
  choice('outcome', 'every outcome', outcomes, query),
)}
${checks.length === 0 ? nothingListed(visit.url, 'check', 'No check yet.') : rows(checks.slice(0, perPage), visit)}
${pager(visit.url, page, page, checks.length > perPage)}${downloadLinks(visit.url)}`,
    };
  },
};

function rows(checks: Awaited<ReturnType<typeof checksOfPage>>, visit: Visit): Html {
  return html`<div class="wide"><table class="stack"><thead><tr><th>When</th><th>Watch</th><th>Outcome</th>
<th class="number">Hits</th><th class="number">Requests</th><th class="number">Credits</th><th>Reason</th></tr></thead>
<tbody>${checks.map(
    ({ id, watchNames, endedAt, outcome, reason, hits, requests, credits }) =>
      html`<tr><td><a href="/checks/${id}">${moment(endedAt, visit)}</a></td>
<td data-name="Watch">${watchNames.join(', ')}</td>
<td data-name="Outcome">${outcomeWords({ outcome, reason: reason ?? undefined })}</td>
<td data-name="Hits" class="number">${withCommas(hits)}</td><td data-name="Requests" class="number">${requests}</td>
<td data-name="Credits" class="number">${withCommas(credits)}</td><td data-name="Reason">${reason ?? ''}</td></tr>`,
  )}</tbody></table></div>`;
}

const checkShape = z.object({
  id: z.number(),
  endedAt: timestamp,
  watches: z.array(z.string()),
  watchNames: z.array(z.string()).describe('of a confidential watch, for those who may not read it, its matter'),
  outcome: z.enum(outcomes),
  hits: z.number(),
  requests: z.number(),
  credits: z.number(),
  reason: z.string().nullable(),
});

/** Watches by the ids of their queries, and these ids. */
interface AskedBy {
  readonly watches: ReadonlyMap<string, readonly VisibleWatch[]>;
  readonly ids: readonly string[];
}

/** The watches that the viewer may know of, by the queries that they ask. @param watch only this one */
function askedBy(config: Config, viewer: Viewer, watch?: string): AskedBy {
  const visible = visibleWatches(config.watches, viewer);
  return byQuery(watch === undefined ? visible : visible.filter((one) => one.watch.id === watch));
}

const byQuery = madeOnce((watches: readonly VisibleWatch[]) => {
  const asked = watches.flatMap((one) => queriesOf(one.watch).map(({ id }) => ({ id, one })));
  const groups = [...Map.groupBy(asked, ({ id }) => id)];
  const byId = new Map(groups.map(([id, some]) => [id, some.map(({ one }) => one)]));
  return { watches: byId, ids: [...byId.keys()] };
});

/** A check as its listing has it: its reason only as far as the viewer may read every watch that asked. */
function checkItem({ queryId, reason, ...check }: LoggedCheck, asked: AskedBy): z.output<typeof checkShape> {
  const asking = asked.watches.get(queryId) ?? [];
  const discreet = asking.some((one) => one.discreet);
  return {
    ...check,
    watches: asking.map((one) => one.watch.id),
    watchNames: asking.map((one) => one.title),
    reason: openReason(reason, discreet) ?? null,
  };
}

/** The checks that the address asks for, of those that the viewer may know of. */
async function checksOfPage(
  { store, config }: PageParts,
  visit: Visit,
  part: { readonly limit: number; readonly offset: number },
): Promise<z.output<typeof checkShape>[]> {
  const asked = askedBy(config, visit.viewer);
  const outcome = outcomes.find((one) => one === visit.url.searchParams.get('outcome'));
  const checks = await checkLog(store.db, { queryIds: asked.ids, outcome, ...part });
  return checks.map((check) => checkItem(check, asked));
}

export const checksListing = listing({
  name: 'checks',
  item: checkShape,
  api: {
    summary: 'Every check, newest first, with its outcome and its cost.',
    query: z.object({ ...ofWatch, outcome: z.enum(outcomes).optional() }),
    async list({ store, config }, { viewer }, query) {
      requireKnown(config.watches, viewer, query);
      const before = placeIn('checks', query, z.tuple([z.number()]))?.[0];
      const asked = askedBy(config, viewer, query.watch);
      const part = { limit: query.limit + 1, before, outcome: query.outcome };
      const found = await checkLog(store.db, { queryIds: asked.ids, ...part });
      const items = found.map((check) => checkItem(check, asked));
      return partOf('checks', items, query, ({ id }) => [id]);
    },
  },
  file: {
    path: '/checks',
    load: async (parts, visit) => ({ items: await readParts((part) => checksOfPage(parts, visit, part)) }),
  },
});

/** `/checks/ID`: one check with the evidence for its outcome: every page asked, and what could not be read. */
export const checkPage: Page = {
  path: '/checks/:id{[0-9]+}',
  async draw({ store, config }, visit, { id }) {
    // Postgres refuses a number that it cannot store.
    const check = Number.isSafeInteger(Number(id)) ? await loadCheck(store.db, Number(id)) : undefined;
    if (check === undefined) return undefined;
    const asking = visibleWatches(config.watches, visit.viewer).filter(({ watch }) =>
      queriesOf(watch).some((query) => query.id === check.queryId),
    );
    if (asking.length === 0) return undefined;
    const discreet = asking.every((one) => one.discreet);
    const titles = asking.map(({ watch, title }) => html`<a href="${watchPath(watch.id)}">${title}</a> `);
    return {
      title: `Check ${check.id}`,
      body: html`<h1>Check ${check.id}</h1>
${facts([
  ['Watch', html`${titles}`],
  ['Outcome', html`${outcomeWords({ outcome: check.outcome, reason: undefined })}`],
  ['Reason', openReason(check.reason, discreet)],
  ['Began', moment(check.startedAt, visit)],
  ['Ended', moment(check.endedAt, visit)],
  [
    'Hits',
    `${withCommas(check.hits)}${
      check.total === null ? ', not counted by the service' : ` of ${withCommas(check.total)} counted`
    }`,
  ],
  ['Requests', String(check.requests)],
  ['Credits', withCommas(check.credits)],
])}${discreet ? '' : evidencePart(check)}`,
    };
  },
};

function evidencePart({ evidence, outcome }: { readonly evidence: Evidence; readonly outcome: string }): Html {
  // A single page that brought all says nothing more, and neither does a check that brought nothing.
  if (Object.keys(evidence).length === 0) {
    return outcome === 'complete' ? html`<h2>Evidence</h2><p>One page of the service brought all of it.</p>` : html``;
  }
  const { pages = [], windows = [], unreadable = [], filteredOut, suspicion, same } = evidence;
  return html`<h2>Evidence</h2>
${same ? html`<p>Byte for byte the same as the last complete result.</p>` : ''}${
  suspicion === undefined ? '' : html`<p class="note">${suspicion}</p>`
}
${
  filteredOut === undefined
    ? ''
    : html`<p>${counted(filteredOut, 'hit')} filtered out: the words were found only inside longer ones.</p>`
}
${
  pages.length === 0
    ? ''
    : html`<table><thead><tr><th>Page from</th><th class="number">Asked</th>
<th class="number">Came</th><th class="number">Total</th></tr></thead>
<tbody>${pages.map(
        ([from, asked, arrived, total]) => html`<tr><td>${from}</td><td class="number">${asked}</td>
<td class="number">${arrived}</td><td class="number">${total ?? 'unknown'}</td></tr>`,
      )}</tbody></table>`
}
${
  windows.length === 0
    ? ''
    : html`<h3>Dockets that the service shows in part</h3>
<ul>${windows.map(
        ([key, shown, total]) =>
          html`<li><a href="${recordPath({
            type: 'docket',
            key,
          })}">${key}</a>: ${shown} of ${counted(total, 'entry')}</li>`,
      )}</ul>`
}
${
  unreadable.length === 0
    ? ''
    : html`<h3>Unreadable</h3>
<ul>${unreadable.map(({ path, reason }) => html`<li><code>${path}</code>: ${reason}</li>`)}</ul>`
}`;
}
