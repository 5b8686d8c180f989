import { html } from 'hono/html';
import type { WatchConfig } from '../config/config.ts';
import { lastCosts } from '../database/claims/queries.ts';
import { alsoWatched } from '../outbox/alsoWatched.ts';
import { actionForm } from '../pages/actionForm.ts';
import { recordPath, watchActionPath, watchPath } from '../pages/links.ts';
import type { Html, PageParts } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { mayAct, visibleWatches } from '../people/viewer.ts';
import { labelOf } from '../records/record.ts';
import { creditsPerRun } from '../schedule/forecast.ts';
import { queriesOf } from '../schedule/planSync.ts';
import { counted, withCommas } from '../words/sentence.ts';
import { muteForm, pauseForm } from './holdPart.ts';
import { kindOf, type WatchLine } from './loadWatches.ts';

/** Watches named in one sentence. */
const mostNamed = 5;

/** What a person can do here: check now, with its price; mute and pause, or end a running one. */
export async function actionsPart(parts: PageParts, visit: Visit, { watch, pause, mute }: WatchLine): Promise<Html> {
  if (!mayAct(visit.viewer, 'editor')) return html``;
  const { config } = parts;
  const others = await othersPart(parts, visit, watch);
  const edit = config.ownWatches?.has(watch.id)
    ? html`<a class="button" href="${watchActionPath(watch.id, 'edit')}">Edit</a> `
    : '';
  return html`${edit}${muteForm(watch.id, mute, others, visit)}${pauseForm(watch.id, pause, visit)}${pause === undefined ? await checkForm(parts, visit, watch) : ''}`;
}

/** The price of all its queries, also of those whose cost a plan counts at another watch. One never checked may have more pages than one. */
async function checkForm({ store, config }: PageParts, visit: Visit, watch: WatchConfig): Promise<Html> {
  const ids = queriesOf(watch).map((query) => query.id);
  const costs = await lastCosts(store.db, ids);
  const price = counted(creditsPerRun(watch, costs, config), 'credit');
  const orMore = ids.every((id) => costs.has(id)) ? '' : ' or more';
  return actionForm(visit, watchActionPath(watch.id, 'check'), `Check now (${price}${orMore})`);
}

/** Which other watches still report what is muted here, of those that the viewer may know of. */
async function othersPart({ store, config }: PageParts, visit: Visit, watch: WatchConfig): Promise<Html | string> {
  const visible = visibleWatches(config.watches, visit.viewer);
  const found = await alsoWatched(store.db, { watches: visible.map((one) => one.watch) }, watch.id);
  if (found === undefined) return '';
  const { records, watchIds, first } = found;
  const titles = new Map(visible.map((one) => [one.watch.id, one.title]));
  const more = watchIds.length - mostNamed;
  const names = watchIds
    .slice(0, mostNamed)
    .map((id, index) => html`${index > 0 ? ', ' : ''}<a href="${watchPath(id)}">${titles.get(id)}</a>`);
  const rest = more > 0 ? ` and ${counted(more, 'more watch', 'more watches')}` : '';
  const what = `${withCommas(records)} of its ${kindOf(watch)} ${records === 1 ? 'is' : 'are'}`;
  return html`<p class="small">${what} also watched by ${names}${rest}, which still ${watchIds.length === 1 ? 'reports' : 'report'} ${records === 1 ? 'it' : 'them'}. What is a false match is ignored on its own page: <a href="${recordPath(first)}">${labelOf(first)}</a>.</p>`;
}
