import { html } from 'hono/html';
import { type PlacedFinding, TipstaffError } from '../../../base/errors.ts';
import { mattersOf, type OwnWatch, type WatchBody } from '../../../config/config.ts';
import { channelsFor, mayAct, whoOf } from '../../../people/sight.ts';
import { checkBody, removeWatch, saveWatches } from '../../../schedule/ownWatches.ts';
import { wasOfOtherMatter } from '../../../schedule/watchesTable.ts';
import {
  type Acted,
  type Action,
  type ActOn,
  actionForm,
  actionOn,
  type Drawn,
  type Form,
  type Html,
  type Page,
  type PageParts,
  refuse,
  tickBox,
} from '../../frame/page.ts';
import { watchActionPath, watchPath } from '../../frame/pieces.ts';
import type { Visit } from '../../visit/visit.ts';
import { bodyFrom, type FormChoices, formParts, type SearchKind, valuesOf } from './fields.ts';
import { confirmPart, previewPart } from './previewPart.ts';
import { readWhat } from './readWhat.ts';
import { checkPrice } from './watchActions.ts';
import { type FilledForm, formId, readStep, watchForm, withOften } from './watchForm.ts';

export const newWatchPage: Page = {
  path: '/new-watch',
  async draw(parts, visit) {
    if (!mayAct(visit.viewer, 'editor')) return undefined;
    const kind = visit.url.searchParams.get('kind') === 'designs' ? 'designs' : 'dockets';
    return drawStored(parts, visit, { kind });
  },
};

/** The form for a watch of the page. The page of another watch says that it is changed in watches.yaml. */
export const editWatchPage: Page = {
  path: '/watches/:id/edit',
  async draw(parts, visit, { id }) {
    const own = ownWatchOf(visit, id);
    if (own === undefined || !mayAct(visit.viewer, 'editor')) return undefined;
    return drawStored(parts, visit, { kind: kindOfBody(own), own });
  },
};

function drawStored(parts: PageParts, visit: Visit, { kind, own }: Pick<Editor, 'kind' | 'own'>): Drawn {
  const fields = formParts(kind, choicesOf(parts, visit));
  return drawEditor(parts, visit, {
    kind,
    own,
    values: valuesOf(own?.body ?? {}, fields, parts.config.defaults.notify),
  });
}

function ownWatchOf({ sight }: Visit, id: string | undefined): OwnWatch | undefined {
  return id === undefined ? undefined : sight.config.ownWatches?.get(id);
}

function kindOfBody({ body }: Pick<OwnWatch, 'body'>): SearchKind {
  return body.designs === undefined ? 'dockets' : 'designs';
}

const mattersOffered = 300;

function choicesOf({ config }: PageParts, visit: Visit): FormChoices {
  const matters = mattersOf(visit.sight.readable).slice(0, mattersOffered);
  return { channels: channelsFor(config, visit, config.defaults.notify), matters };
}

interface Editor extends FilledForm {
  readonly above?: Html | undefined;
}

function drawEditor(parts: PageParts, visit: Visit, { above, ...filled }: Editor): Drawn {
  const { kind, own } = filled;
  const title = own === undefined ? 'New watch' : `Edit ${own.body.name || own.id}`;
  const form = watchForm(filled, formParts(kind, choicesOf(parts, visit)), parts.config.defaults, visit);
  return {
    title,
    body: html`<h1>${title}</h1>${own === undefined ? tabs(kind) : ''}<div class="form">
<div>${form}${own === undefined ? '' : removal(own, visit)}</div><aside>${above ?? beside}</aside></div>`,
  };
}

const beside = html`<section class="preview"><h2>Summary</h2>
<p class="quiet">What it searches, how often, and what it costs, before it is saved.</p>
<p><button form="${formId}" name="step" value="preview">Summarize</button></p></section>`;

function tabs(kind: SearchKind): Html {
  const tab = (of: SearchKind, href: string, words: string) =>
    html`<a href="${href}" ${of === kind ? html`aria-current="page"` : ''}>${words}</a>`;
  return html`<nav class="tabs" aria-label="What to watch">${tab('dockets', '/new-watch', 'Cases')}
${tab('designs', '/new-watch?kind=designs', 'Designs')}</nav>`;
}

function removal({ id }: OwnWatch, visit: Visit): Html {
  const sure = tickBox('sure', 'It is no longer checked; what it found is kept.', 'required');
  return html`<details><summary>Remove</summary>
${actionForm(visit, watchActionPath(id, 'remove'), 'Remove', sure)}</details>`;
}

export const addWatchAction: Action = {
  path: '/new-watch',
  role: 'editor',
  act: (parts, visit, _params, form) => takeForm(parts, visit, form, undefined),
};

const ownAction = (verb: string, act: ActOn<OwnWatch>) =>
  actionOn(
    { path: `/watches/:id/${verb}`, role: 'editor' },
    async (_parts, visit, { id }) => ownWatchOf(visit, id),
    act,
  );

export const editWatchAction = ownAction('edit', (own, form, parts, visit) =>
  takeForm(parts, visit, { ...form, id: own.id }, own),
);

export const removeWatchAction = ownAction('remove', async ({ id }, { sure }, { store }, { viewer, now }) => {
  if (sure !== 'true') refuse('Select the box to confirm that it is no longer checked.');
  await removeWatch(store, id, { who: whoOf(viewer), now });
  return { kind: 'done', see: '/watches' };
});

function withOffer(sent: Form): Form {
  const { step = '' } = sent;
  return step.startsWith(readStep) ? { ...sent, what: step.slice(readStep.length), step: 'read' } : sent;
}

/** Shows the price before a preview calls the service. Saves an expensive watch only at a confirmed price. */
async function takeForm(parts: PageParts, visit: Visit, sent: Form, own: OwnWatch | undefined): Promise<Acted> {
  const chosen = withOften(withOffer(sent));
  const read = own === undefined ? fillNew(chosen) : { kind: kindOfBody(own), form: chosen };
  const { kind, form, refused } = { refused: undefined, ...read };
  const isRead = own === undefined && form.step === 'read';
  const filled = bodyOf(parts, visit, form, { kind, own });
  // A form without a name shows no id yet, because its name may still change.
  const stem = isRead || refused !== undefined ? '' : idStem(filled);
  const taken = new Set(parts.wholeConfig.watches.map((one) => one.id.toLowerCase()));
  const made = freeId(stem || 'watch', taken);
  const editor: Editor = { kind, values: stem === '' || form.id ? form : { ...form, id: made }, own };
  const again = (mistakes: readonly PlacedFinding[]) => shown(parts, visit, isRead ? editor : { ...editor, mistakes });
  if (refused !== undefined) return again([mistakeAt('', refused)]);
  const body = { id: made, ...filled };
  const unseen = await unseenMistakes(parts, visit, body, own === undefined);
  if (unseen.length > 0 && !isRead) return again(unseen);
  const { watch, mistakes, ...doubts } = checkBody(parts.wholeConfig, body, 'the form');
  const [, step, agreed = '0'] = /^([a-z]+)(?:-(\d+))?$/.exec(form.step ?? '') ?? [];
  if (step !== 'save') {
    if (watch === undefined) return again(mistakes);
    const above = await previewPart(parts, visit, { watch, ...doubts, agreed: Number(agreed) });
    return shown(parts, visit, { ...editor, above });
  }
  const { credits = 0, isDear } = watch ? await checkPrice(parts, visit.sight, watch, visit.sight.readable) : {};
  if (isDear && credits > Number(agreed)) return shown(parts, visit, { ...editor, above: confirmPart(credits) });
  return save(parts, visit, body, editor);
}

function bodyOf(parts: PageParts, visit: Visit, form: Form, { kind, own }: Pick<Editor, 'kind' | 'own'>): WatchBody {
  const fields = formParts(kind, choicesOf(parts, visit));
  return bodyFrom(form, kind, fields, { before: own?.body ?? {}, notify: parts.config.defaults.notify });
}

async function save(parts: PageParts, visit: Visit, body: WatchBody, editor: Editor): Promise<Acted> {
  const how = editor.own === undefined ? 'add' : 'edit';
  const edit = { who: whoOf(visit.viewer), now: visit.now, how, seenChangedAt: editor.values.changedAt } as const;
  try {
    const edited = await saveWatches(parts.store, parts.wholeConfig, [body], edit);
    if ('mistakes' in edited) return shown(parts, visit, { ...editor, mistakes: edited.mistakes });
    // Who may not read confidential watches finds theirs in the list, by its matter.
    const isSealed = body.confidential === true && !visit.viewer.confidential;
    return { kind: 'done', see: isSealed ? '/watches' : watchPath(edited.saved[0]?.id ?? '') };
  } catch (error) {
    if (!(error instanceof TipstaffError) || error.code !== 'watches.changed') throw error;
    return shown(parts, visit, { ...editor, mistakes: [mistakeAt('', error.message)] });
  }
}

function shown(parts: PageParts, visit: Visit, editor: Editor): Acted {
  return { kind: 'shown', status: editor.mistakes ? 422 : 200, drawn: drawEditor(parts, visit, editor) };
}

/** Returns mistakes that come from what the viewer may not see: matters, channels and ids. */
export async function unseenMistakes(parts: PageParts, visit: Visit, body: WatchBody, isNew: boolean) {
  const mistakes: PlacedFinding[] = [];
  const { matters } = visit.viewer;
  const matter = typeof body.matter === 'string' ? body.matter : undefined;
  if (matters !== 'all') {
    const only = 'you see only some matters; accepted:';
    const { channels } = choicesOf(parts, visit);
    const isOfOthers = Array.isArray(body.notify) && body.notify.some((name) => !channels.includes(String(name)));
    if (matter === undefined || !matters.has(matter))
      mistakes.push(mistakeAt('matter', `${only} one of ${[...matters].join(', ')}`));
    if (isOfOthers) mistakes.push(mistakeAt('notify', `${only} ${channels.join(', ')}`));
  }
  // News and alerts of the removed watch would come with its id.
  if (isNew && (await wasOfOtherMatter(parts.store.db, String(body.id), matter))) {
    const kept = 'a removed watch of another matter had it, and what that one found is kept; choose another';
    mistakes.push(mistakeAt('id', kept));
  }
  return mistakes;
}

function mistakeAt(path: string, words: string): PlacedFinding {
  return { file: '', line: 0, column: 0, path, words, text: path === '' ? words : `${path}: ${words}` };
}

const ofSearch = /^(?:dockets|designs)\./;

/** Registers and whole words have a default, so they say nothing. */
const isByHand = ([key, value]: readonly [string, string | undefined]): boolean =>
  ofSearch.test(key) && !/\.(?:source\.|wholeWord$)/.test(key) && value !== undefined && value.trim() !== '';

/** `sent.readBefore` is the text of the box when it was last read. @returns `refused` if the text cannot be searched */
export function fillNew(sent: Form): {
  readonly kind: SearchKind;
  readonly form: Form;
  readonly refused?: string | undefined;
} {
  const asked = sent.kind === 'designs' ? 'designs' : 'dockets';
  const { what = '', readBefore = '' } = sent;
  const read = what === readBefore ? undefined : readWhat(what, asked);
  if (read === undefined) return { kind: asked, form: sent };
  if (read.isUnsearchable) return { kind: read.kind, form: sent, refused: `Read as ${read.words}.` };
  // Once the box was read, the fields come from it.
  const byHand = readBefore === '' ? Object.entries(sent).filter(isByHand) : [];
  const clash = byHand.find(([key, value]) => !key.startsWith(read.kind) || (read.values[key] ?? value) !== value);
  if (clash !== undefined) {
    const refused = `The box says ${what}, and a field under More ${clash[1]}: clear one of them.`;
    return { kind: asked, form: sent, refused };
  }
  const others = Object.entries(sent).filter(([key]) => !ofSearch.test(key));
  const name = sent.name || read.name;
  return {
    kind: read.kind,
    form: { ...Object.fromEntries([...others, ...byHand]), ...read.values, kind: read.kind, name, readBefore: what },
  };
}

const longestStem = 60;

/** Makes an id of the name of a watch, or of what it searches: `Kelmont Devices, Inc.` → `kelmont-devices-inc`. */
export function idStem({ confidential, name, dockets, designs }: WatchBody): string {
  // Logs and links show the id to those who may not read a confidential watch.
  if (confidential === true) return 'confidential';
  const { source: _, ...searched } = { ...(dockets as WatchBody), ...(designs as WatchBody) };
  const [first = ''] = [name, ...Object.values(searched).flat()].filter((one) => typeof one === 'string');
  return first
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, longestStem)
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
}

/** @param from the first number to try: 1 for the stem itself, 2 for `stem-2` */
export function freeId(stem: string, taken: ReadonlySet<string>, from = 1): string {
  for (let number = from; ; number += 1) {
    const free = number === 1 ? stem : `${stem}-${number}`;
    if (!taken.has(free)) return free;
  }
}
