import { html } from 'hono/html';
import { shortText } from '../../../base/words/cleanText.ts';
import { counted } from '../../../base/words/sentence.ts';
import { filtersHits, type WatchConfig, whyFiltered } from '../../../config/config.ts';
import { recordPlace, recordTitle, type SearchRecord } from '../../../records/record.ts';
import { queriesOf } from '../../../schedule/planSync.ts';
import { listChanges, type StoredChange } from '../../../store/snapshot/changesTable.ts';
import { excludedRecords } from '../../../store/snapshot/membershipsTable.ts';
import type { Db } from '../../../store/store.ts';
import { recordPath } from '../../frame/links.ts';
import { moment } from '../../frame/moment.ts';
import type { Html } from '../../frame/page.ts';
import type { Visit } from '../../visit/visit.ts';
import { kindOf } from './loadWatches.ts';

const shownAtMost = 100;

/**
 * What the watch finds and does not report: by `wholeWord` and `court`, and by its `report` since a moment (ISO).
 * Nothing where it has neither.
 */
export async function leftOutPart(db: Db, watch: WatchConfig, since: string, visit: Visit): Promise<Html> {
  if (!filtersHits(watch) && watch.report === undefined) return html``;
  const filter = { watch: watch.id, filteredOut: true, since, limit: shownAtMost, newestFirst: true };
  const changes = watch.report === undefined ? [] : await listChanges(db, filter);
  const records: SearchRecord[] = [];
  if (filtersHits(watch)) for (const { id } of queriesOf(watch)) records.push(...(await excludedRecords(db, id)));
  return html`<h2>Left out</h2>
${filtersHits(watch) ? byFilter(records, watch) : ''}${watch.report === undefined ? '' : byReport(changes, visit)}`;
}

function byFilter(records: readonly SearchRecord[], watch: WatchConfig): Html {
  const kind = kindOf(watch);
  const words = `${counted(records.length, kind.slice(0, -1), kind)}: ${whyFiltered(watch)}`;
  if (records.length === 0) return html`<p>No ${kind} so far.</p>`;
  return html`<details><summary>${words}</summary><ul>${records.slice(0, shownAtMost).map(
    (record) =>
      html`<li><a href="${recordPath(record)}">${recordTitle(record)}</a>
<span class="quiet">${recordPlace(record)}</span></li>`,
  )}</ul>${more(records.length)}</details>`;
}

function byReport(changes: readonly StoredChange[], visit: Visit): Html {
  const words = `${counted(changes.length, 'item')} that its report leaves out`;
  if (changes.length === 0) return html`<p>No item that its report leaves out.</p>`;
  return html`<details><summary>${changes.length === shownAtMost ? `The last ${words}` : words}</summary>
<ul>${changes.map(
    ({ record, entry, filteredOut, detectedAt }) =>
      html`<li><a href="${recordPath(record)}">${shortText(
        entry?.description ?? recordTitle(record),
        200,
      )}</a> <span class="quiet">${Object.values(filteredOut ?? {}).join(
        '; ',
      )} · ${moment(detectedAt, visit)}</span></li>`,
  )}</ul></details>`;
}

function more(count: number): Html {
  return count > shownAtMost ? html`<p class="quiet">And ${counted(count - shownAtMost, 'more', 'more')}.</p>` : html``;
}
