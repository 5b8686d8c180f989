import { html } from 'hono/html';
import { type Action, type Html, tokenField, whoOf } from '../pages/page.ts';
import { knownBy } from '../pages/visit/inWatches.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { noteAudit } from '../people/auditTable.ts';
import { mayAct, openWatches } from '../people/viewer.ts';
import { recordPath, recordPlace } from '../records/record.ts';
import { recordByKey } from '../snapshot/namedRecordsQueries.ts';
import { setStar } from '../snapshot/starsTable.ts';

/** Stars a design, or takes the star away: for all who may see it, its dates and changes lead. */
export const starAction: Action = {
  path: '/designs/:key/star',
  role: 'editor',
  async act({ store, config }, visit, { key = '' }, { starred, back = '' }) {
    const stored = await recordByKey(store.db, 'design', key);
    if (stored === undefined) return undefined;
    const { watches } = await knownBy(store.db, openWatches(config.watches, visit.viewer), stored.id);
    if (watches.length === 0) return undefined;
    const [at, who] = [visit.now.toISOString(), whoOf(visit.viewer)];
    await store.transaction(async (trx) => {
      await setStar(trx, { recordId: stored.id, at, who }, starred === 'true');
      const what = starred === 'true' ? 'record.star' : 'record.unstar';
      await noteAudit(trx, { at, who, what, subject: recordPlace(stored.record), detail: '' });
    });
    // Back to the gallery as it was filtered, or to the design, and nowhere else.
    const see = /^\/designs(?:\?[\w=&%+.-]*)?$/.test(back) ? back : recordPath({ type: 'design', key });
    return { kind: 'done', see };
  },
};

/**
 * The button that stars a design; for those who may not, only that it is starred. @param place `card`: on its picture
 */
export function starButton(key: string, isStarred: boolean, visit: Visit, place: 'card' | 'page'): Html {
  const look = `${place === 'page' ? 'star beside' : 'star'}${isStarred ? ' here' : ''}`;
  if (!mayAct(visit.viewer, 'editor') || visit.viewer.guest)
    return isStarred ? html`<span class="${look}" title="starred">★</span>` : html``;
  const shape = isStarred ? '★' : '☆';
  const words = place === 'page' ? `${shape} ${isStarred ? 'Starred' : 'Star'}` : shape;
  const back = place === 'card' ? visit.url.pathname + visit.url.search : '';
  const fields = { [tokenField]: visit.formToken, starred: String(!isStarred), back };
  return html`<form method="post" action="${recordPath({ type: 'design', key })}/star" class="${look}">${Object.entries(
    fields,
  ).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button title="${
    isStarred ? 'Take the star away' : 'Star it: its dates and changes lead'
  }" aria-pressed="${String(isStarred)}" aria-label="Star">${words}</button></form>`;
}
