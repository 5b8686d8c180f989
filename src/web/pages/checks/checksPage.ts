import { html } from 'hono/html';
import { z } from 'zod';
import { madeOnce } from '../../../base/madeOnce.ts';
import { counted, withCommas } from '../../../base/words/sentence.ts';
import type { WatchConfig } from '../../../config/config.ts';
import { watchesByQuery } from '../../../schedule/planSync.ts';
import { checkLog, type Evidence, type LoggedCheck, loadCheck, outcomes } from '../../../store/snapshot/checksTable.ts';
import { recordPath, watchPath } from '../../frame/links.ts';
import { moment } from '../../frame/moment.ts';
import { facts, type Html, type Page, type PageParts } from '../../frame/page.ts';
import { choice, downloadLinks, filterRow, nothingListed, pageNumber, pager } from '../../frame/pager.ts';
import { readParts } from '../../lists/list.ts';
import { listing, ofWatch, timestamp, watchesAsked } from '../../lists/listing.ts';
import { partOf, placeIn } from '../../lists/parts.ts';
import type { Visit } from '../../visit/visit.ts';
import { outcomeWords } from '../watches/loadWatches.ts';

const perPage = 100;

/** `/checks`: every check, newest first, what came of it and what it cost. */
export const checksPage: Page = {
  path: '/checks',
  name: 'Checks',
  async draw(parts, visit) {
    const query = visit.url.searchParams;
    const hasNudges = visit.sight.isWhole && Object.keys(parts.config.nudges ?? {}).length > 0;
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
  watchNames: z.array(z.string()),
  outcome: z.enum(outcomes),
  hits: z.number(),
  requests: z.number(),
  credits: z.number(),
  reason: z.string().nullable(),
});

/** Watches by the ids of their queries, and these ids. */
interface AskedBy {
  readonly watches: ReadonlyMap<string, readonly WatchConfig[]>;
  readonly ids: readonly string[];
}

const askedBy = madeOnce((watches: readonly WatchConfig[]): AskedBy => {
  const byQuery = watchesByQuery(watches);
  return { watches: byQuery, ids: [...byQuery.keys()] };
});

function checkItem({ queryId, reason, ...check }: LoggedCheck, asked: AskedBy): z.output<typeof checkShape> {
  const asking = asked.watches.get(queryId) ?? [];
  return {
    ...check,
    watches: asking.map(({ id }) => id),
    watchNames: asking.map(({ name }) => name),
    reason: reason || null,
  };
}

/** The checks that the address asks for, of the watches that the viewer may read. */
async function checksOfPage(
  { store }: PageParts,
  visit: Visit,
  part: { readonly limit: number; readonly offset: number },
): Promise<z.output<typeof checkShape>[]> {
  const asked = askedBy(visit.sight.readable);
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
    async list({ store }, asking, query) {
      const before = placeIn('checks', query, z.tuple([z.number()]))?.[0];
      const asked = askedBy(watchesAsked(asking, query));
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
  async draw({ store }, visit, { id }) {
    // Postgres refuses a number that it cannot store.
    const check = Number.isSafeInteger(Number(id)) ? await loadCheck(store.db, Number(id)) : undefined;
    if (check === undefined) return undefined;
    const asking = askedBy(visit.sight.readable).watches.get(check.queryId) ?? [];
    if (asking.length === 0) return undefined;
    const titles = asking.map((watch) => html`<a href="${watchPath(watch.id)}">${watch.name}</a> `);
    return {
      title: `Check ${check.id}`,
      body: html`<h1>Check ${check.id}</h1>
${facts([
  ['Watch', html`${titles}`],
  ['Outcome', html`${outcomeWords({ outcome: check.outcome, reason: undefined })}`],
  ['Reason', check.reason ?? undefined],
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
])}${evidencePart(check)}`,
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
