import { html } from 'hono/html';
import { largestSheetBytes } from '../../../base/sheet/rowsOfSheet.ts';
import { counted } from '../../../base/words/sentence.ts';
import { addOwnDesigns, addOwnPicture, loadOwnDesigns, removeOwnDesign } from '../../../check/likeness/looksTable.ts';
import { figuresOfOwn } from '../../../check/likeness/ownLooks.ts';
import { numbersIn } from '../../../check/likeness/portfolio.ts';
import type { WatchConfig } from '../../../config/config.ts';
import { mayAct } from '../../../people/sight.ts';
import { noteAudit } from '../../../store/auditTable.ts';
import type { Action, ActOn, Html, PageParts } from '../../frame/page.ts';
import { actionForm, actionOn, byOf, fileForm, hiddenInput, whoOf } from '../../frame/page.ts';
import { watchActionPath } from '../../frame/pieces.ts';
import type { Visit } from '../../visit/visit.ts';
import { rowsOfFile } from '../watches/sheet/importPage.ts';
import { comparingWatch } from './finds.ts';

const pictureFields = ['picture1', 'picture2', 'picture3', 'picture4', 'picture5', 'picture6'] as const;

export async function ownPart({ store }: PageParts, { id, similarTo }: WatchConfig, visit: Visit): Promise<Html> {
  const added = await loadOwnDesigns(store.db, id);
  const figures = await figuresOfOwn(store.db, { id, similarTo });
  const may = mayAct(visit.viewer, 'editor');
  const fromPage = new Set(added.filter(({ source }) => source === 'page').map(({ own }) => own));
  const line = ([own, count]: readonly [string, number]) =>
    html`<li>${own} <span class="quiet">${figuresWords(count)}</span>${
      may && fromPage.has(own) && removeForm(id, own, visit)
    }</li>`;
  return html`<h2 id="own">Your designs <span class="quiet">${figures.size}</span></h2>
${figures.size === 0 ? html`<p class="empty">None yet.</p>` : html`<ul>${[...figures].map(line)}</ul>`}
${may && forms(id, visit)}`;
}

function figuresWords(figures: number): string {
  if (figures === 0) return 'no picture of it yet: nothing is compared with it';
  return `${counted(figures, 'figure')}${figures < 3 ? ': with three views or more, copies stand higher' : ''}`;
}

function removeForm(watchId: string, own: string, visit: Visit): Html {
  return actionForm(visit, watchActionPath(watchId, 'own/remove'), 'Remove', hiddenInput('own', own));
}

function forms(watchId: string, visit: Visit): Html {
  const file = html`<input type="file" name="file" accept=".csv,.xlsx" required aria-label="file">`;
  const files = pictureFields.map(
    (name) => html`<input type="file" name="${name}" accept="image/*" aria-label="${name.replace(/(\d)/, ' $1')}"> `,
  );
  return html`<details><summary>Add registration numbers</summary>
<p class="quiet small">A CSV or XLSX with a column of numbers. They are compared once a watch of yours holds their
pictures.</p>
${fileForm(visit, watchActionPath(watchId, 'own/numbers'), 'Add them', file)}</details>
<details><summary>Add a design by its pictures</summary>
<p class="quiet small">Three views or more of one design; they are kept here, and sent nowhere.</p>
${fileForm(
  visit,
  watchActionPath(watchId, 'own/pictures'),
  'Add it',
  html`<label>Name or number <input name="own" required maxlength="60"></label> ${files}`,
)}</details>`;
}

const mostNumbers = 5000;
const largestPicture = 4 * 1024 * 1024;

function ownAction(
  verb: string,
  largestBytes: number | undefined,
  work: (...acting: Parameters<ActOn<WatchConfig>>) => Promise<{ readonly done: string } | { readonly why: string }>,
): Action {
  return actionOn(
    { path: `/watches/:id/own/${verb}`, role: 'editor', largestBytes },
    async (_parts, visit, { id = '' }) => comparingWatch(visit, id),
    async (watch, form, parts, visit, files) => {
      const result = await work(watch, form, parts, visit, files);
      if ('why' in result) return { kind: 'refused', why: result.why };
      await parts.store.transaction((trx) => noteAudit(trx, byOf(visit), `watch.own.${verb}`, watch.id, result.done));
      return { kind: 'done', see: `${watchActionPath(watch.id, 'alike')}#own` };
    },
  );
}

const addNumbers = ownAction('numbers', 2 * largestSheetBytes, async (watch, _form, { store }, visit, files) => {
  const sheet = await rowsOfFile(files.file);
  if (typeof sheet === 'string') return { why: sheet };
  const numbers = numbersIn(sheet);
  if (numbers.length === 0)
    return { why: 'There is no registration number in the file: give them a column headed Number.' };
  if (numbers.length > mostNumbers) return { why: `The file has more than ${mostNumbers} numbers.` };
  const [addedAt, addedBy] = [visit.now.toISOString(), whoOf(visit.viewer)];
  const designs = numbers.map((own) => ({ own, source: 'page' as const, addedAt, addedBy }));
  const added = await store.transaction((trx) => addOwnDesigns(trx, watch.id, designs));
  return { done: `${counted(added, 'number')} added` };
});

const largestForm = pictureFields.length * largestPicture + 100_000;

const addPictures = ownAction('pictures', largestForm, async (watch, form, { store }, visit, files) => {
  const own = (form.own ?? '').trim();
  const given = pictureFields.flatMap((name) => files[name] ?? []).filter(({ size }) => size > 0);
  if (own === '' || own.length > 60) return { why: 'Give the design a name or number of up to 60 characters.' };
  if (given.length === 0) return { why: 'Choose at least one picture; three views or more are better.' };
  const large = given.find(({ size }) => size > largestPicture);
  if (large !== undefined) return { why: `${large.name} has more than ${largestPicture / 1024 / 1024} MB.` };
  const pictures = await Promise.all(
    given.map(async (file) => ({
      own,
      name: file.name.replaceAll(/[^\w. -]/g, '_').slice(-80),
      contentType: file.type,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
  const added = { own, source: 'page' as const, addedAt: visit.now.toISOString(), addedBy: whoOf(visit.viewer) };
  await store.transaction(async (trx) => {
    await addOwnDesigns(trx, watch.id, [added]);
    for (const picture of pictures) await addOwnPicture(trx, watch.id, picture);
  });
  return { done: `${own}: ${counted(pictures.length, 'picture')}` };
});

const remove = ownAction('remove', undefined, async (watch, form, { store }) => {
  const own = form.own ?? '';
  const removed = await store.transaction((trx) => removeOwnDesign(trx, watch.id, own));
  return removed ? { done: own } : { why: 'It is not there any more.' };
});

export const ownActions: readonly Action[] = [addNumbers, addPictures, remove];
