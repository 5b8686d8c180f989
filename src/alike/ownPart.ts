import { html } from 'hono/html';
import type { WatchConfig } from '../config/config.ts';
import { loadOwnLooks } from '../looks/looksTable.ts';
import { loadOwnDesigns } from '../looks/ownDesignsTable.ts';
import { watchActionPath } from '../pages/links.ts';
import { actionForm, type Html, type PageParts, tokenInput } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { mayAct } from '../people/viewer.ts';
import { counted } from '../words/sentence.ts';

/** So many pictures are uploaded at once. */
export const pictureFields = ['picture1', 'picture2', 'picture3', 'picture4', 'picture5', 'picture6'] as const;

/** The own designs of a watch: with how many figures each is compared, and the forms that add to them. */
export async function ownPart({ store }: PageParts, { id, similarTo }: WatchConfig, visit: Visit): Promise<Html> {
  const added = await loadOwnDesigns(store.db, id);
  const looks = await loadOwnLooks(store.db, id);
  const figures = new Map(looks.map(({ key, pictures }) => [key, pictures.length]));
  const names = [...new Set([...(similarTo?.registrations ?? []), ...added.map(({ own }) => own), ...figures.keys()])];
  const may = mayAct(visit.viewer, 'editor') && !visit.viewer.guest;
  const fromPage = new Set(added.filter(({ source }) => source === 'page').map(({ own }) => own));
  return html`<h2 id="own">Your designs <span class="quiet">${names.length}</span></h2>
${
  names.length === 0
    ? html`<p class="empty">None yet.</p>`
    : html`<ul>${names.map(
        (own) =>
          html`<li>${own} <span class="quiet">${figuresWords(figures.get(own) ?? 0)}</span>${
            may && fromPage.has(own) ? removeForm(id, own, visit) : ''
          }</li>`,
      )}</ul>`
}
${may ? forms(id, visit) : ''}`;
}

function figuresWords(figures: number): string {
  if (figures === 0) return 'no picture of it yet: nothing is compared with it';
  return `${counted(figures, 'figure')}${figures < 3 ? ': with three views or more, copies stand higher' : ''}`;
}

function removeForm(watchId: string, own: string, visit: Visit): Html {
  const fields = html`<input type="hidden" name="own" value="${own}">`;
  return actionForm(visit, watchActionPath(watchId, 'own/remove'), 'Remove', fields);
}

function forms(watchId: string, visit: Visit): Html {
  const path = watchActionPath(watchId, 'own/pictures');
  const token = tokenInput(visit);
  const files = pictureFields.map(
    (name) => html`<input type="file" name="${name}" accept="image/*" aria-label="${name.replace(/(\d)/, ' $1')}"> `,
  );
  return html`<details><summary>Add registration numbers</summary>
<p class="quiet small">A CSV or XLSX with a column of numbers. They are compared once a watch of yours holds their
pictures.</p>
<form method="post" action="${watchActionPath(
    watchId,
    'own/numbers',
  )}" enctype="multipart/form-data" class="actions">${token}<input type="file" name="file" accept=".csv,.xlsx" required
aria-label="file"> <button>Add them</button></form></details>
<details><summary>Add a design by its pictures</summary>
<p class="quiet small">Three views or more of one design; they are kept here, and sent nowhere.</p>
<form method="post" action="${path}" enctype="multipart/form-data" class="actions">${token}<label>Name or number
<input name="own" required maxlength="60"></label> ${files}<button>Add it</button></form></details>`;
}
