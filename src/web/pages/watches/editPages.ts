import { html } from 'hono/html';
import type { PlacedFinding } from '../../../base/errors.ts';
import type { OwnWatch } from '../../../config/config.ts';
import { mattersOf } from '../../../config/watchLists.ts';
import { mayAct } from '../../../people/viewer.ts';
import { watchActionPath } from '../../frame/links.ts';
import { actionForm, type Drawn, type Html, type Page, type PageParts } from '../../frame/page.ts';
import type { Visit } from '../../visit/visit.ts';
import { type FormValues, valuesOf } from './formBody.ts';
import { type FormChoices, formParts, type SearchKind } from './formFields.ts';
import { readWhat } from './readWhat.ts';
import { formId, watchForm } from './watchForm.ts';

/** `/watches/new`: the form of a watch of court cases, or with `?kind=designs` of designs. */
export const newWatchPage: Page = {
  path: '/watches/new',
  async draw(parts, visit) {
    if (!mayAct(visit.viewer, 'editor')) return undefined;
    const kind = visit.url.searchParams.get('kind') === 'designs' ? 'designs' : 'dockets';
    return drawEditor(parts, visit, { kind, values: startOf(parts, visit, kind) });
  },
};

/** `/watches/ID/edit`: the same form for a watch of the page. Those of watches.yaml are changed there. */
export const editWatchPage: Page = {
  path: '/watches/:id/edit',
  async draw(parts, visit, { id }) {
    const own = ownWatchOf(visit, id);
    if (own === undefined || !mayAct(visit.viewer, 'editor')) return undefined;
    const kind = kindOfBody(own);
    const values = valuesOf(own.body, formParts(kind, choicesOf(parts, visit)), parts.config.defaults.notify);
    return drawEditor(parts, visit, { kind, values, own });
  },
};

/** The watch with this id that was made on the page, if this viewer may read what it searches. */
export function ownWatchOf({ sight }: Visit, id: string | undefined): OwnWatch | undefined {
  return id === undefined ? undefined : sight.config.ownWatches?.get(id);
}

export function kindOfBody({ body }: Pick<OwnWatch, 'body'>): SearchKind {
  return body.designs === undefined ? 'dockets' : 'designs';
}

/** Browsers list no more of them. */
const mattersOffered = 300;

export function choicesOf(parts: PageParts, visit: Visit): FormChoices {
  const open = visit.sight.readable;
  const matters = mattersOf(open).slice(0, mattersOffered);
  return { channels: channelsOf(parts, visit), matters };
}

/**
 * The channels that a viewer may choose: of one who sees some matters only, those of the watches that they see, and the
 * usual ones.
 */
function channelsOf({ config }: PageParts, { viewer, sight }: Visit): string[] {
  const all = Object.keys(config.channels);
  if (viewer.matters === 'all') return all;
  const own = new Set([...(config.defaults.notify ?? []), ...sight.readable.flatMap((one) => one.notify)]);
  return all.filter((name) => own.has(name));
}

function startOf(parts: PageParts, visit: Visit, kind: SearchKind): FormValues {
  return valuesOf({}, formParts(kind, choicesOf(parts, visit)), parts.config.defaults.notify);
}

export interface Editor {
  readonly kind: SearchKind;
  readonly values: FormValues;
  readonly own?: OwnWatch | undefined;
  readonly mistakes?: readonly PlacedFinding[];
  /** What a preview says, beside the form. */
  readonly above?: Html | undefined;
}

export function drawEditor(parts: PageParts, visit: Visit, { kind, values, own, mistakes = [], above }: Editor): Drawn {
  const { defaults } = parts.config;
  const title = own === undefined ? 'New watch' : `Edit ${own.id}`;
  const form = watchForm(
    {
      path: own === undefined ? '/watches/new' : watchActionPath(own.id, 'edit'),
      parts: formParts(kind, choicesOf(parts, visit)),
      values,
      blanks: { schedule: defaults.schedule, timezone: defaults.timezone, announce: defaults.announce ? 'yes' : 'no' },
      mistakes,
      fixed: own === undefined ? [] : ['id'],
      // A form that comes again, with a mistake or a preview, is still of the watch as its editor saw it.
      hidden:
        own === undefined
          ? { kind, readBefore: values.readBefore ?? '' }
          : { kind, changedAt: values.changedAt ?? own.changedAt },
      preview: parts.preview !== undefined,
      what: own === undefined ? whatOf(values, kind) : undefined,
    },
    visit,
  );
  return {
    title,
    body: html`<h1>${title}</h1>${own === undefined ? kindLinks(kind) : ''}<div class="form">
<div>${form}${own === undefined ? '' : removal(own, visit)}</div><aside>${above ?? beside(parts)}</aside></div>`,
  };
}

function whatOf({ what = '' }: FormValues, kind: SearchKind) {
  return { written: what, read: readWhat(what, kind) };
}

function beside({ preview }: PageParts): Html {
  if (preview === undefined) return html``;
  return html`<section class="preview"><h2>Preview</h2>
<p class="quiet">What it would find, how often it would tell somebody and what it costs stands here before anything is
saved.</p><p><button form="${formId}" name="step" value="preview">Preview…</button></p></section>`;
}

function kindLinks(kind: SearchKind): Html {
  return kind === 'dockets'
    ? html`<p>A watch of court cases. <a href="/watches/new?kind=designs">Watch designs instead</a></p>`
    : html`<p>A watch of designs. <a href="/watches/new">Watch court cases instead</a></p>`;
}

function removal({ id }: OwnWatch, visit: Visit): Html {
  const box = html`<input type="checkbox" name="sure" value="true" required>`;
  const sure = html`<label>${box} It is no longer checked; what it found is kept.</label> `;
  return html`<details><summary>Remove</summary>
${actionForm(visit, watchActionPath(id, 'remove'), 'Remove', sure)}</details>`;
}
