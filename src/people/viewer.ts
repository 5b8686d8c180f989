import type { WatchConfig } from '../config/config.ts';

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

/** What everybody may know a watch by. */
export function openTitle(watch: WatchConfig): string {
  return watch.confidential ? (watch.matter ?? 'a confidential watch') : watch.name;
}

const ranks = { reader: 0, editor: 1, admin: 2 } as const;

export function mayAct(viewer: Viewer, role: Viewer['role']): boolean {
  return ranks[viewer.role] >= ranks[role];
}
