import { html } from 'hono/html';
import { matterPath } from '../pages/links.ts';
import type { Page } from '../pages/page.ts';
import { emptyState, pageOf, pager } from '../pages/pager.ts';
import { type VisibleWatch, visibleWatches } from '../people/viewer.ts';
import { counted } from '../words/sentence.ts';

const perPage = 200;
const mostNamed = 10;

/** `/matters`: the matters that watches belong to. */
export const mattersPage: Page = {
  path: '/matters',
  name: 'Matters',
  async draw({ config }, { viewer, url }) {
    const watches = visibleWatches(config.watches, viewer).filter(({ watch }) => watch.matter !== undefined);
    const matters = [...Map.groupBy(watches, ({ watch }) => watch.matter ?? '')].sort(([a], [b]) => a.localeCompare(b));
    const { items, page, pages } = pageOf(matters, url.searchParams, perPage);
    const todo = html`Give a watch a <code>matter:</code> in <code>watches.yaml</code>.`;
    return {
      title: 'Matters',
      body: html`<h1>Matters</h1>${
        matters.length === 0
          ? emptyState('No watch belongs to a matter.', todo)
          : html`<ul class="news">${items.map(([matter, some]) => html`<li><a href="${matterPath(matter)}">${matter}</a> <span class="quiet">${counted(some.length, 'watch', 'watches')}: ${titlesOf(some)}</span></li>`)}</ul>${pager(url, page, pages)}`
      }`,
    };
  },
};

function titlesOf(watches: readonly VisibleWatch[]): string {
  const names = watches.slice(0, mostNamed).map(({ title }) => title);
  const more = watches.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
