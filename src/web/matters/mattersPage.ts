import { html } from 'hono/html';
import { counted } from '../../words/counted.ts';
import type { Page } from '../page.ts';
import { emptyState } from '../pieces/emptyState.ts';
import { matterPath } from '../pieces/links.ts';
import { visibleWatches } from '../visit/viewer.ts';

/** `/matters`: the matters that watches belong to. */
export const mattersPage: Page = {
  path: '/matters',
  name: 'Matters',
  async draw({ config }, { viewer }) {
    const watches = visibleWatches(config.watches, viewer).filter(({ watch }) => watch.matter !== undefined);
    const matters = [...Map.groupBy(watches, ({ watch }) => watch.matter ?? '')].sort(([a], [b]) => a.localeCompare(b));
    const todo = html`Give a watch a <code>matter:</code> in <code>watches.yaml</code>.`;
    return {
      title: 'Matters',
      body: html`<h1>Matters</h1>${
        matters.length === 0
          ? emptyState('No watch belongs to a matter.', todo)
          : html`<ul class="news">${matters.map(([matter, some]) => html`<li><a href="${matterPath(matter)}">${matter}</a> <span class="quiet">${counted(some.length, 'watch', 'watches')}: ${some.map(({ title }) => title).join(', ')}</span></li>`)}</ul>`
      }`,
    };
  },
};
