import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Preview } from '../../check/previewFigures.ts';
import type { Config, WatchConfig } from '../../config/config.ts';
import type { Viewer } from '../../people/sight.ts';
import type { NoteAttempt } from '../../people/signIn/attempts.ts';
import type { By } from '../../store/auditTable.ts';
import type { Store } from '../../store/store.ts';
import type { Arrival, Cookie, Visit } from '../visit/visit.ts';
import type { ComingPictures } from './comingPictures.ts';

/** Made by `html` of hono/html alone, which escapes every text. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** @param otherWatches the watches that the viewer may read: what it shares with others is not said */
type AskPreview = (watch: WatchConfig, signal: AbortSignal, otherWatches: readonly WatchConfig[]) => Promise<Preview>;

/** The config without its watches: those that a viewer may know of are in `visit.sight`. */
export type PageConfig = Omit<Config, 'watches' | 'ownWatches'>;

export interface PageParts {
  readonly store: Store;
  readonly config: PageConfig;
  /** With all watches: for what is saved, and what no viewer is shown (test/architecture.test.ts lists its users). */
  readonly wholeConfig: Config;
  /** Pictures of designs that are not kept yet; absent: only those kept are shown. */
  readonly pictures?: ComingPictures | undefined;
  /** Asks the service what a watch would find, which costs credits; absent: no preview is made here. */
  readonly preview?: AskPreview | undefined;
  readonly noteAttempt?: NoteAttempt | undefined;
}

export interface Drawn {
  readonly title: string;
  readonly body: Html;
  readonly feeds?: readonly { readonly title: string; readonly href: string }[] | undefined;
}

export type Params = Readonly<Record<string, string>>;

export interface Page {
  readonly path: string;
  readonly name?: string | undefined;
  /** undefined: there is nothing of that name, or not for this viewer. */
  readonly draw: (parts: PageParts, visit: Visit, params: Params) => Promise<Drawn | undefined>;
}

export interface PublicPage {
  readonly path: string;
  readonly draw: (
    parts: PageParts,
    visit: Arrival,
    params: Params,
  ) => Promise<Exclude<Acted, { readonly kind: 'refused' }> | undefined>;
}

export interface PublicAction {
  readonly path: string;
  readonly act: (parts: PageParts, visit: Arrival, params: Params, form: Form) => Promise<Acted | undefined>;
}

/** A field that was sent more than once has its last value. */
export type Form = Readonly<Record<string, string>>;

export type FormFiles = Readonly<Record<string, File>>;

/** What a browser has to remember from now on; undefined: nothing any more. */
type Given = readonly (readonly [cookie: Cookie, value: string | undefined])[];

export interface Shown {
  readonly kind: 'shown';
  readonly drawn: Drawn;
  readonly status?: 200 | 403 | 404 | 422 | 502 | undefined;
  readonly cookies?: Given | undefined;
}

/** The page that shows the effect of an action, what is wrong with the form, or a page of its own. */
export type Acted =
  | { readonly kind: 'done'; readonly see: string; readonly cookies?: Given | undefined }
  | Shown
  | { readonly kind: 'refused'; readonly why: string };

export interface Action {
  readonly path: string;
  readonly role: Viewer['role'];
  /** The largest form with files that it takes, one at a time; undefined: it takes none, and forms of 64 KB. */
  readonly largestBytes?: number | undefined;
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

/** Done to what its address names. @param find undefined: there is no such thing, or not for this viewer */
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

export const whoOf = (viewer: Viewer): string => viewer.name ?? 'local';

export const byOf = ({ viewer, now }: Visit): By => ({ who: whoOf(viewer), at: now.toISOString() });

export const tokenField = 'formToken';

type FormOf = Pick<Visit, 'formToken'>;

export const tokenInput = ({ formToken }: FormOf): Html =>
  html`<input type="hidden" name="${tokenField}" value="${formToken}">`;

export function actionForm(visit: FormOf, path: string, button: string, fields: Html | string = '') {
  return html`<form method="post" action="${path}" class="actions">
${tokenInput(visit)}${fields}<button>${button}</button></form>`;
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
  /** For how long a reader's browser may keep it; absent = it asks each time. */
  readonly keptSeconds?: number | undefined;
  /** The name under which a browser saves it; absent: it shows it. */
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
