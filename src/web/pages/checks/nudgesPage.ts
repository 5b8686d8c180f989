import { html } from 'hono/html';
import { withCommas } from '../../../base/words/sentence.ts';
import { shortCourt } from '../../../records/courts.ts';
import { coverageOf, loadNudgesNow, type NudgesNow } from '../../../schedule/nudges/sourcesNow.ts';
import { watchedCourts } from '../../../schedule/nudges/watchedCasesQueries.ts';
import type { Db } from '../../../store/store.ts';
import { moment } from '../../frame/moment.ts';
import type { Html, Page } from '../../frame/page.ts';
import { emptyState } from '../../frame/pager.ts';
import { facts, table } from '../../frame/pieces.ts';
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
    : sourcesPart(found, perDay, visit)
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

function sourcesPart({ sources, spentToday }: NudgesNow, perDay: number | undefined, visit: Visit): Html {
  const limit = perDay === undefined ? '' : ` of ${withCommas(perDay)}`;
  const rows = table(sources, [
    { label: 'Source', cell: ({ source }) => source },
    { label: 'Court', cell: ({ court }) => (court === null ? '' : shortCourt(court, undefined)) },
    { label: 'Announces', cell: (one) => (one.type === 'feeds' ? coverageOf(one) : 'what its sender says') },
    {
      label: 'State',
      cell: ({ state, reason, readAt }) =>
        html`${state === 'ok' ? 'works' : (reason ?? state)}${
          readAt === null ? '' : html` <span class="quiet">read ${moment(readAt, visit)}</span>`
        }`,
    },
    { label: 'Cases', look: 'number', cell: ({ cases }) => cases },
    { label: 'Confirmed', look: 'number', cell: ({ confirmed }) => confirmed },
    { label: 'Late', look: 'number', cell: ({ late }) => late },
  ]);
  return html`${facts([['Credits today, by nudges', `${withCommas(spentToday)}${limit}`]])}${rows}<p
class="quiet">Confirmed and late signals are of 30 days: the service showed what they announced, or did not within
hours.</p>`;
}
