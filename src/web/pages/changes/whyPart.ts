import { html } from 'hono/html';
import { why } from '../../../evidence/why.ts';
import type { Reason } from '../../../evidence/whyChange.ts';
import { mayAct } from '../../../people/sight.ts';
import { recordPath, watchPath } from '../../frame/links.ts';
import { moment } from '../../frame/moment.ts';
import type { Html, PageParts } from '../../frame/page.ts';
import { inWatches } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';

/** Why nobody was notified of what has this name or number; '' where nothing was asked. */
export async function whyPart({ store }: PageParts, visit: Visit, text: string): Promise<Html | string> {
  if (text === '') return '';
  const { sight } = visit;
  const reasons = await why(store.db, { sight, holders: inWatches(sight.readable) }, text);
  const make = mayAct(visit.viewer, 'editor') ? html`, or <a href="/watches/new">make a watch</a>` : '';
  return html`<section class="preview"><h2>“${text}”</h2>
<ul>${reasons.map((reason) => html`<li>${nameOf(reason)} ${wordsOf(reason, visit)}</li>`)}</ul>
<p><a href="/search?q=${encodeURIComponent(text)}">Search for it</a>${make}.</p></section>`;
}

function nameOf({ name, of }: Reason): Html | string {
  if (name === undefined) return '';
  if (of === undefined) return html`<strong>${name}</strong>`;
  const path = 'record' in of ? recordPath(of.record) : 'watch' in of ? watchPath(of.watch) : `/alerts/${of.alert}`;
  return html`<a href="${path}">${name}</a>`;
}

const instant = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

function wordsOf({ what }: Reason, visit: Visit): (Html | string)[] {
  return what.split(instant).map((part, index) => (index % 2 === 1 ? moment(part, visit) : part));
}
