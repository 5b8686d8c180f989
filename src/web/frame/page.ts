import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { TipstaffError } from '../../base/errors.ts';
import type { Preview } from '../../check/previewFigures.ts';
import type { Config, WatchConfig } from '../../config/config.ts';
import { type Viewer, whoOf } from '../../people/sight.ts';
import type { NoteAttempt } from '../../people/signIn/attempts.ts';
import type { FetchedPicture } from '../../records/design.ts';
import type { By } from '../../store/auditTable.ts';
import type { Store } from '../../store/store.ts';
import type { Arrival, Cookie, Visit } from '../visit/visit.ts';

/** HTML made only by `html` of hono/html, which escapes every text. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** @param otherWatches the watches that the viewer may read, the only ones named as sharing a query */
type AskPreview = (watch: WatchConfig, signal: AbortSignal, otherWatches: readonly WatchConfig[]) => Promise<Preview>;

/** The config without its watches. `visit.sight` has the watches that the viewer may know of. */
export type PageConfig = Omit<Config, 'watches' | 'ownWatches'>;

/** Fetches pictures that pages need but that are not stored. */
interface ComingPictures {
  /** @param urls most urgent first, ahead of earlier requests @returns the URLs that are being fetched */
  want(urls: readonly string[]): Promise<ReadonlySet<string>>;
  wait(url: string, patienceMs: number): Promise<FetchedPicture | 'coming' | 'failed'>;
}

export interface PageParts {
  readonly store: Store;
  readonly config: PageConfig;
  /** Has all watches. For saving and for what no viewer sees (test/architecture.test.ts lists its users). */
  readonly wholeConfig: Config;
  /** If absent, pages show only stored pictures. */
  readonly pictures?: ComingPictures | undefined;
  /** Asks the service what a watch would find, which costs credits. If absent, there is no preview. */
  readonly preview?: AskPreview | undefined;
  readonly noteAttempt?: NoteAttempt | undefined;
}

export interface Drawn {
  readonly title: string;
  readonly body: Html;
  readonly feed?: { readonly title: string; readonly href: string } | undefined;
}

export type Params = Readonly<Record<string, string>>;

export interface Page {
  readonly path: string;
  readonly name?: string | undefined;
  /** Undefined if the subject does not exist or this viewer may not see the subject. */
  readonly draw: (parts: PageParts, visit: Visit, params: Params) => Promise<Drawn | undefined>;
}

export interface PublicPage {
  readonly path: string;
  readonly draw: (parts: PageParts, visit: Arrival, params: Params) => Promise<Acted | undefined>;
}

export interface PublicAction {
  readonly path: string;
  /** @throws TipstaffError `usage.*` with words for the sender */
  readonly act: (parts: PageParts, visit: Arrival, params: Params, form: Form) => Promise<Acted | undefined>;
}

/** If a field was sent more than once, its last value counts. */
export type Form = Readonly<Record<string, string>>;

/** Returns the ticked boxes of a group, such as `['counsel']` for `notify.counsel` in `notify`. */
export function tickedIn(form: Form, group: string): string[] {
  const ticked = Object.keys(form).filter((name) => name.startsWith(`${group}.`) && form[name] === 'true');
  return ticked.map((name) => name.slice(group.length + 1));
}

export type FormFiles = Readonly<Record<string, File>>;

/** Cookies for the browser to store. An undefined value deletes the cookie. */
type Given = readonly (readonly [cookie: Cookie, value: string | undefined])[];

export interface Shown {
  readonly kind: 'shown';
  readonly drawn: Drawn;
  readonly status?: 200 | 403 | 404 | 422 | 502 | undefined;
  readonly cookies?: Given | undefined;
}

/** The page that shows the effect of an action, or a page of its own. */
export type Acted = { readonly kind: 'done'; readonly see: string; readonly cookies?: Given | undefined } | Shown;

/** Ends an action that changes nothing, and shows why. @throws TipstaffError `usage.form` */
export function refuse(why: string): never {
  throw new TipstaffError('usage.form', why);
}

export function refuseIf(mistake: string | undefined): void {
  if (mistake !== undefined) refuse(mistake);
}

export function reasonFrom(why = ''): string {
  return why.trim().slice(0, 500) || refuse('Give a reason for others to read.');
}

export interface Action {
  readonly path: string;
  readonly role: Viewer['role'];
  /** The largest form with files, handled one at a time. If undefined, no files and at most 64 KB. */
  readonly largestBytes?: number | undefined;
  /** @throws TipstaffError `usage.*` with words for the sender */
  readonly act: (
    parts: PageParts,
    visit: Visit,
    params: Params,
    form: Form,
    files: FormFiles,
  ) => Promise<Acted | undefined>;
}

export type ActOn<Subject> = (
  subject: Subject,
  form: Form,
  parts: PageParts,
  visit: Visit,
  files: FormFiles,
) => Promise<Acted | undefined>;

/** Makes an action on the subject in its path. @param find returns undefined for a missing or unreadable subject */
export function actionOn<Subject>(
  what: Omit<Action, 'act'>,
  find: (parts: PageParts, visit: Visit, params: Params) => Promise<Subject | undefined>,
  act: ActOn<Subject>,
): Action {
  return {
    ...what,
    async act(parts, visit, params, form, files) {
      const subject = await find(parts, visit, params);
      return subject && act(subject, form, parts, visit, files);
    },
  };
}

export const byOf = ({ viewer, now }: Visit): By => ({ who: whoOf(viewer), at: now.toISOString() });

export const tokenField = 'formToken';

type FormOf = Pick<Visit, 'formToken'>;

export const hiddenInput = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export const tokenInput = ({ formToken }: FormOf): Html => hiddenInput(tokenField, formToken);

export function tickBox(name: string, words: Html | string, attributes: Html | string = ''): Html {
  return html`<label><input type="checkbox" name="${name}" value="true" ${attributes}> ${words}</label> `;
}

export function tickBoxes(label: string, boxes: Html | readonly Html[], after: Html | string = ''): Html {
  return html`<div class="field" role="group" aria-label="${label}"><span class="label">${label}</span><span
class="boxes">${boxes}</span>${after}</div>`;
}

export function actionForm(visit: FormOf, path: string, button: string, fields: Html | string = '') {
  return html`<form method="post" action="${path}" class="actions">
${tokenInput(visit)}${fields}<button>${button}</button></form>`;
}

export function fileForm(visit: FormOf, path: string, button: string, fields: Html): Html {
  return html`<form method="post" action="${path}" enctype="multipart/form-data" class="actions">
${tokenInput(visit)}${fields} <button>${button}</button></form>`;
}

export function fieldsForm(visit: FormOf, path: string, button: string, fields: Html | readonly Html[]): Html {
  return html`<form method="post" action="${path}" class="fields">
${tokenInput(visit)}${fields}<p><button>${button}</button></p></form>`;
}

export function field(label: string, attributes: Html, hint = ''): Html {
  return html`<label class="field"><span class="label">${label}</span><input ${attributes}>${
    hint === '' ? '' : html`<span class="quiet small">${hint}</span>`
  }</label>`;
}

export interface FileContent {
  readonly type: string;
  readonly body: string | Uint8Array;
  /** How long a browser may cache the file. If absent, the browser asks each time. */
  readonly keptSeconds?: number | undefined;
  /** The file name for saving. If absent, the browser shows the file. */
  readonly saveAs?: string | undefined;
}

export interface Download {
  readonly path: string;
  readonly respond: (
    parts: PageParts,
    visit: Visit,
    params: Params,
    signal: AbortSignal,
  ) => Promise<FileContent | undefined>;
}
