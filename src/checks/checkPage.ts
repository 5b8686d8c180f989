import { html } from 'hono/html';
import { recordPath, watchPath } from '../pages/links.ts';
import { moment } from '../pages/moment.ts';
import type { Html, Page } from '../pages/page.ts';
import { facts } from '../pages/page.ts';
import { openReason, visibleWatches } from '../people/viewer.ts';
import { queriesOf } from '../schedule/planSync.ts';
import type { Evidence } from '../snapshot/checksTable.ts';
import { loadCheck } from '../snapshot/checksTable.ts';
import { outcomeWords } from '../watches/loadWatches.ts';
import { counted, withCommas } from '../words/sentence.ts';

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
    `${withCommas(check.hits)}${check.total === null ? ', not counted by the service' : ` of ${withCommas(check.total)} counted`}`,
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
${same ? html`<p>Byte for byte the same as the last complete result.</p>` : ''}${suspicion === undefined ? '' : html`<p class="note">${suspicion}</p>`}
${filteredOut === undefined ? '' : html`<p>${counted(filteredOut, 'hit')} filtered out: the words were found only inside longer ones.</p>`}
${pages.length === 0 ? '' : html`<table><thead><tr><th>Page from</th><th class="number">Asked</th><th class="number">Came</th><th class="number">Total</th></tr></thead><tbody>${pages.map(([from, asked, arrived, total]) => html`<tr><td>${from}</td><td class="number">${asked}</td><td class="number">${arrived}</td><td class="number">${total ?? 'unknown'}</td></tr>`)}</tbody></table>`}
${windows.length === 0 ? '' : html`<h3>Dockets that the service shows in part</h3><ul>${windows.map(([key, shown, total]) => html`<li><a href="${recordPath({ type: 'docket', key })}">${key}</a>: ${shown} of ${counted(total, 'entry')}</li>`)}</ul>`}
${unreadable.length === 0 ? '' : html`<h3>Unreadable</h3><ul>${unreadable.map(({ path, reason }) => html`<li><code>${path}</code>: ${reason}</li>`)}</ul>`}`;
}
