import type { Viewer } from '../people/viewer.ts';
import type { Drawn, PageParts } from './page.ts';
import type { Visit } from './visit/visit.ts';

/** The fields of a form as they were sent; a field that was sent more than once has its last value. */
export type Form = Readonly<Record<string, string>>;

/** The outcome of an action: the page that shows its effect, what is wrong with the form, or a page of its own, such as the form again. */
export type Acted =
  | { readonly kind: 'done'; readonly see: string }
  | { readonly kind: 'shown'; readonly drawn: Drawn; readonly wrong: boolean }
  | { readonly kind: 'refused'; readonly why: string };

/** Something that a person can do on a page: the address that its form is sent to, who may, and what it does. `pages.ts` lists them all. */
export interface Action {
  readonly path: string;
  readonly role: Viewer['role'];
  /** undefined: it does not exist, or this viewer may not see it. */
  readonly act: (
    parts: PageParts,
    visit: Visit,
    params: Readonly<Record<string, string>>,
    form: Form,
  ) => Promise<Acted | undefined>;
}

/** Who it was, for the audit log. */
export function whoOf(viewer: Viewer): string {
  return viewer.name ?? 'local';
}
