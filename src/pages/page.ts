import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Preview } from '../check/previewFigures.ts';
import type { Config, WatchConfig } from '../config/config.ts';
import type { Store } from '../database/store.ts';
import type { NoteAttempt } from '../people/signIn/attempts.ts';
import type { ComingPictures } from './comingPictures.ts';
import type { Visit } from './visit/visit.ts';

/** HTML of which every text was escaped: made by `html` of hono/html alone. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** @param otherWatches the watches that the viewer may know of: what it shares with others is not said */
export type AskPreview = (
  watch: WatchConfig,
  signal: AbortSignal,
  otherWatches: readonly WatchConfig[],
) => Promise<Preview>;

/** What pages are made from. */
export interface PageParts {
  readonly store: Store;
  readonly config: Config;
  /** Pictures of designs that are not kept yet; absent: only those kept are shown. */
  readonly pictures?: ComingPictures | undefined;
  /** Asks the service what a watch would find, which costs credits; absent: no preview is made here. */
  readonly preview?: AskPreview | undefined;
  /** Told of each attempt to sign in. */
  readonly noteAttempt?: NoteAttempt | undefined;
}

/** The content of a page, between its head and its foot. */
export interface Drawn {
  /** For the tab and the history: what the page is about, without the program's name. */
  readonly title: string;
  readonly body: Html;
  /** Feeds of what the page shows, for feed readers to find. */
  readonly feeds?: readonly { readonly title: string; readonly href: string }[] | undefined;
}

/** A page: its address, its place in the navigation, and what draws it. `pages.ts` lists them all. */
export interface Page {
  /** As Hono has it: `/cases/:key`. */
  readonly path: string;
  /** Its name in the navigation; absent for a page that others lead to. */
  readonly name?: string | undefined;
  /** Reads what it needs and draws it; undefined: there is nothing of that name, or not for this viewer. */
  readonly draw: (
    parts: PageParts,
    visit: Visit,
    params: Readonly<Record<string, string>>,
  ) => Promise<Drawn | undefined>;
}

/** Named values, one under the other; those without a value are left out. */
export function facts(rows: readonly (readonly [name: string, value: Html | string | undefined])[]): Html {
  const known = rows.filter(([, value]) => value !== undefined && value !== '');
  return html`<dl class="facts">${known.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
