import { html } from 'hono/html';
import { recordPlace, recordTitle } from '../../message/words/recordWords.ts';
import type { SearchRecord } from '../../records/record.ts';
import { recordPath } from '../links.ts';
import type { Html } from '../page.ts';
import type { AlsoIn } from './alsoIn.ts';

/** Other records about the patents of a case, patent by patent, and the designs in it; nothing where there are none. */
export function alsoInPart({ patents, designs }: AlsoIn): Html {
  if (patents.length + designs.length === 0) return html``;
  return html`<h2>Also in</h2>${patents.map(
    ({ patent, cases, designs: ofPatent }) => html`<h3>Patent ${patent}</h3>${recordLinks([...cases, ...ofPatent])}`,
  )}${designs.length === 0 ? '' : html`<h3>Designs in this case</h3>${recordLinks(designs)}`}`;
}

const shownAtOnce = 8;

/** Each by its name, with its court and status; where there are many, the rest behind a click. */
export function recordLinks(records: readonly SearchRecord[]): Html {
  const [first, others] = [records.slice(0, shownAtOnce), records.slice(shownAtOnce)];
  return html`${lines(first)}${others.length === 0 ? '' : html`<details><summary class="small">and ${others.length} more</summary>${lines(others)}</details>`}`;
}

function lines(records: readonly SearchRecord[]): Html {
  return html`<ul class="news">${records.map(
    (record) =>
      html`<li><a href="${recordPath(record)}">${recordTitle(record)}</a> <span class="quiet">${recordPlace(record)}${record.type === 'docket' && record.status ? ` · ${record.status}` : ''}</span></li>`,
  )}</ul>`;
}
