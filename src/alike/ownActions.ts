import type { WatchConfig } from '../config/config.ts';
import { TipstaffError } from '../errors.ts';
import { addOwnDesigns, addOwnPicture, removeOwnDesign } from '../looks/ownDesignsTable.ts';
import { watchActionPath } from '../pages/links.ts';
import { type Acted, type Action, type FormFiles, type PageParts, whoOf } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { noteAudit } from '../people/auditTable.ts';
import { largestSheetBytes, readSheet } from '../watches/sheet/readSheet.ts';
import { counted } from '../words/sentence.ts';
import { comparingWatch } from './finds.ts';
import { pictureFields } from './ownPart.ts';
import { numbersIn } from './portfolio.ts';

const mostNumbers = 5000;
const largestPicture = 4 * 1024 * 1024;

/** Something that is done to the own designs of a watch. */
function ownAction(
  verb: string,
  largestBytes: number | undefined,
  act: (
    parts: PageParts,
    visit: Visit,
    sent: { readonly watch: WatchConfig; readonly form: Readonly<Record<string, string>>; readonly files: FormFiles },
  ) => Promise<{ readonly done: string } | { readonly why: string }>,
): Action {
  return {
    path: `/watches/:id/own/${verb}`,
    role: 'editor',
    largestBytes,
    async act(parts, visit, { id = '' }, form, files): Promise<Acted | undefined> {
      const watch = comparingWatch(parts, visit, id);
      if (watch === undefined) return undefined;
      const result = await act(parts, visit, { watch, form, files });
      if ('why' in result) return { kind: 'refused', why: result.why };
      const what = `watch.own.${verb}`;
      const line = { at: visit.now.toISOString(), who: whoOf(visit.viewer), what, subject: id, detail: result.done };
      await parts.store.transaction((trx) => noteAudit(trx, line));
      return { kind: 'done', see: `${watchActionPath(id, 'alike')}#own` };
    },
  };
}

const addNumbers = ownAction('numbers', 2 * largestSheetBytes, async ({ store }, visit, { watch, files }) => {
  const { file } = files;
  if (file === undefined || file.size === 0) return { why: 'Choose a file first.' };
  try {
    const numbers = numbersIn(await readSheet(new Uint8Array(await file.arrayBuffer())));
    if (numbers.length === 0)
      return { why: 'There is no registration number in the file: give them a column headed Number.' };
    if (numbers.length > mostNumbers) return { why: `The file has more than ${mostNumbers} numbers.` };
    const [addedAt, addedBy] = [visit.now.toISOString(), whoOf(visit.viewer)];
    const designs = numbers.map((own) => ({ own, source: 'page' as const, addedAt, addedBy }));
    const added = await store.transaction((trx) => addOwnDesigns(trx, watch.id, designs));
    return { done: `${counted(added, 'number')} added` };
  } catch (error) {
    if (error instanceof TipstaffError && error.code === 'usage.sheet') return { why: error.message };
    throw error;
  }
});

const largestForm = pictureFields.length * largestPicture + 100_000;

const addPictures = ownAction('pictures', largestForm, async ({ store }, visit, { watch, form, files }) => {
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

const remove = ownAction('remove', undefined, async ({ store }, _visit, { watch, form }) => {
  const own = form.own ?? '';
  const removed = await store.transaction((trx) => removeOwnDesign(trx, watch.id, own));
  return removed ? { done: own } : { why: 'It is not there any more.' };
});

/** What can be done to the own designs of a watch that compares. */
export const ownActions: readonly Action[] = [addNumbers, addPictures, remove];
