import type { WatchConfig } from '../config/config.ts';
import { madeOnce } from '../madeOnce.ts';
import { whyUnwatched } from '../words/watchWords.ts';

/** Who looks: what they may do, and which matters they may see. */
export interface Viewer {
  /** undefined where nobody signs in. */
  readonly name: string | undefined;
  /** A reader looks, an editor changes watches and notes, an admin also the users. */
  readonly role: 'reader' | 'editor' | 'admin';
  /** The matters that they may see; watches without a matter are for those who may see all. */
  readonly matters: 'all' | ReadonlySet<string>;
  /** false: their matter alone is shown. */
  readonly confidential: boolean;
  /** The label of the key by which a program of theirs reads; undefined: they look themselves. */
  readonly key?: string | undefined;
  readonly timezone?: string | undefined;
  readonly locale?: string | undefined;
}

/**
 * The viewer where nobody has to sign in: on the machine itself. Confidential watches stay discreet, because others may
 * see the screen.
 */
export const localViewer: Viewer = { name: undefined, role: 'admin', matters: 'all', confidential: false };

export interface VisibleWatch {
  readonly watch: WatchConfig;
  /** Its name, or of a confidential one its matter. */
  readonly title: string;
  /** Only that it exists may be shown: no search, no record. */
  readonly discreet: boolean;
}

/** What a viewer may see of a list of watches. */
interface View {
  readonly visible: readonly VisibleWatch[];
  readonly watches: readonly WatchConfig[];
  readonly open: readonly WatchConfig[];
}

export function visibleWatches(watches: readonly WatchConfig[], viewer: Viewer): readonly VisibleWatch[] {
  return viewOf(watches, viewer).visible;
}

/** The same without what they are called. */
export function seenWatches(watches: readonly WatchConfig[], viewer: Viewer): readonly WatchConfig[] {
  return viewOf(watches, viewer).watches;
}

/** Those whose searches and records the viewer may see. */
export function openWatches(watches: readonly WatchConfig[], viewer: Viewer): readonly WatchConfig[] {
  return viewOf(watches, viewer).open;
}

function viewOf(watches: readonly WatchConfig[], { matters, confidential }: Viewer): View {
  if (matters === 'all') return confidential ? wholeView(watches) : discreetView(watches);
  const own = watches.filter(({ matter }) => matter !== undefined && matters.has(matter));
  return madeView(own, confidential);
}

const wholeView = madeOnce((watches: readonly WatchConfig[]) => madeView(watches, true));
const discreetView = madeOnce((watches: readonly WatchConfig[]) => madeView(watches, false));

function madeView(watches: readonly WatchConfig[], confidential: boolean): View {
  const visible = watches.map((watch) => {
    const discreet = watch.confidential === true && !confidential;
    return { watch, discreet, title: titleOf(watch, { confidential }) };
  });
  const isAllOpen = visible.every(({ discreet }) => !discreet);
  return { visible, watches, open: isAllOpen ? watches : watches.filter((watch) => watch.confidential !== true) };
}

/** What a viewer may know a watch by. */
export function titleOf(watch: WatchConfig, { confidential }: Pick<Viewer, 'confidential'>): string {
  return confidential ? watch.name : openTitle(watch);
}

/** What everybody may know a watch by. */
export function openTitle(watch: WatchConfig): string {
  return watch.confidential ? (watch.matter ?? 'a confidential watch') : watch.name;
}

/**
 * The ids of a record's watches whose alerts a viewer may know of; undefined: of all, also of those that were removed.
 */
export function watchesTold({ matters }: Viewer, watches: readonly WatchConfig[]): string[] | undefined {
  return matters === 'all' ? undefined : watches.map((watch) => watch.id);
}

/** Why a check was not complete; for a discreet watch without the service's message, which may quote the query. */
export function openReason(reason: string | null | undefined, discreet: boolean): string | undefined {
  if (!reason) return undefined;
  return discreet ? whyUnwatched(reason) : reason;
}

const ranks = { reader: 0, editor: 1, admin: 2 } as const;

export function mayAct(viewer: Viewer, role: Viewer['role']): boolean {
  return ranks[viewer.role] >= ranks[role];
}
