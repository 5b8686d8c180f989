import { html } from 'hono/html';
import { recordPlace, recordTitle } from '../../alerts/words/recordWords.ts';
import { recordsLike } from '../../evidence/recordsLike.ts';
import type { SearchRecord } from '../../records/record.ts';
import { findRecordsCalled, loadRecords } from '../../store/snapshot/records.ts';
import type { Db } from '../../store/store.ts';
import { recordByKey } from '../../store/views/recordByKey.ts';
import type { Page } from '../page.ts';
import { emptyState } from '../pieces/emptyState.ts';
import { recordPath } from '../pieces/links.ts';
import { watchesHolding } from '../visit/heldBy.ts';
import { openWatches } from '../visit/viewer.ts';

/** `/search?q=`: the cases and designs that are called so, or whose names or numbers contain it. */
export const searchPage: Page = {
  path: '/search',
  async draw({ store, config }, visit) {
    const text = (visit.url.searchParams.get('q') ?? '').trim().slice(0, 200);
    const found = text === '' ? [] : await recordsFor(store.db, text);
    const open = openWatches(config.watches, visit.viewer);
    const held: SearchRecord[] = [];
    for (const { id, record } of found) {
      if ((await watchesHolding(store.db, open, id)).length > 0) held.push(record);
    }
    return {
      title: text === '' ? 'Search' : `Search: ${text}`,
      body: html`<h1>${text === '' ? 'Search' : `“${text}”`}</h1>${
        held.length === 0
          ? emptyState(text === '' ? 'Write a name or a number above.' : 'Nothing that is stored is called so.')
          : html`<ul class="news">${held.map((record) => html`<li><a href="${recordPath(record)}">${recordTitle(record)}</a> <span class="quiet">${recordPlace(record)}</span></li>`)}</ul>`
      }`,
    };
  },
};

/** Those with that number in any spelling, then those with a name that contains it. */
async function recordsFor(db: Db, text: string): Promise<{ id: number; record: SearchRecord }[]> {
  const { respelled, naming } = await recordsLike(db, text);
  const ids = [...new Set([...(await findRecordsCalled(db, text)), ...respelled])];
  const byNumber = [...(await loadRecords(db, ids)).values()];
  const byName = await Promise.all(naming.map(({ type, key }) => recordByKey(db, type, key)));
  const all = [...byNumber, ...byName.filter((one) => one !== undefined)];
  return [...new Map(all.map((one) => [one.id, one])).values()];
}
