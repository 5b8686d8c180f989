import { html } from 'hono/html';
import { withCommas } from '../../../base/words/sentence.ts';
import { shortCourt } from '../../../records/courts.ts';
import { coverageOf, loadNudgesNow, type NudgesNow, type SourceNow } from '../../../schedule/nudges/sourcesNow.ts';
import { watchedCourts } from '../../../schedule/nudges/watchedCasesQueries.ts';
import type { Db } from '../../../store/store.ts';
import { moment } from '../../frame/moment.ts';
import { facts, type Html, type Page } from '../../frame/page.ts';
import { emptyState } from '../../frame/pager.ts';
import type { Visit } from '../../visit/visit.ts';

/** `/nudges`: what tells when to look, and what came of it. Which courts are watched concerns all matters. */
export const nudgesPage: Page = {
  path: '/nudges',
  async draw({ store, config }, visit) {
    if (!visit.sight.isWhole) return undefined;
    const found = await loadNudgesNow(
      store.db,
      { nudges: config.nudges ?? {}, nudgeLimits: config.nudgeLimits },
      visit.now,
      courtsLately,
    );
    const perDay = config.nudgeLimits?.perDay;
    return {
      title: 'Nudges',
      body: html`<h1>Nudges</h1>
<p>Free signals that say when to look: they move checks forward, within their limits, and change nothing else.</p>
${
  found.sources.length === 0
    ? emptyState('No source says when to look: name one under nudges: in the config.')
    : table(found, perDay, visit)
}`,
    };
  },
};

const countedFor = new WeakMap<Db, { readonly until: number; readonly courts: Promise<Map<string, number>> }>();

/** Counted once a minute: it looks at every case. */
function courtsLately(db: Db): Promise<Map<string, number>> {
  const last = countedFor.get(db);
  if (last !== undefined && performance.now() < last.until) return last.courts;
  const courts = watchedCourts(db);
  countedFor.set(db, { until: performance.now() + 60_000, courts });
  courts.catch(() => countedFor.delete(db));
  return courts;
}

function table({ sources, spentToday }: NudgesNow, perDay: number | undefined, visit: Visit): Html {
  const limit = perDay === undefined ? '' : ` of ${withCommas(perDay)}`;
  const rows = sources.map((one) => row(one, visit));
  return html`${facts([['Credits today, by nudges', `${withCommas(spentToday)}${limit}`]])}
<div class="wide"><table class="stack"><thead><tr><th>Source</th><th>Court</th><th>Announces</th><th>State</th>
<th class="number">Cases</th><th class="number">Confirmed</th><th class="number">Late</th></tr></thead>
<tbody>${rows}</tbody></table></div><p class="quiet">Confirmed and late signals are of 30 days: the service showed what
they announced, or did not within hours.</p>`;
}

function row(one: SourceNow, visit: Visit): Html {
  const court = one.court === null ? '' : shortCourt(one.court, undefined);
  const announces = one.type === 'feeds' ? coverageOf(one) : 'what its sender says';
  const read = one.readAt === null ? '' : html` <span class="quiet">read ${moment(one.readAt, visit)}</span>`;
  return html`<tr><td>${one.source}</td><td data-name="Court">${court}</td><td data-name="Announces">${announces}</td>
<td data-name="State">${one.state === 'ok' ? 'works' : (one.reason ?? one.state)}${read}</td>
<td data-name="Cases" class="number">${withCommas(one.cases)}</td>
<td data-name="Confirmed" class="number">${withCommas(one.confirmed)}</td>
<td data-name="Late" class="number">${withCommas(one.late)}</td></tr>`;
}
