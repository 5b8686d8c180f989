import { madeOnce } from '../base/calls.ts';
import { nobodySignedIn } from '../base/words/watchWords.ts';
import type { Config, WatchConfig } from '../config/config.ts';
import { userRoles } from '../config/settingsSchema.ts';

interface KnownWatch {
  readonly id: string;
  /** What lists and files show as its id. For a sealed watch a text that reveals nothing about it. */
  readonly shownId: string;
  readonly matter: string | undefined;
  /** The watch's name; for a sealed watch its matter. */
  readonly title: string;
}

export interface ReadableWatch extends KnownWatch {
  readonly watch: WatchConfig;
}

/**
 * A confidential watch for a viewer without the right to read it, without its searches, finds and costs. Its id is
 * for reading its state, and is never shown, because an id may name the searched company.
 */
export interface SealedWatch extends KnownWatch {
  readonly watch?: undefined;
}

export type SeenWatch = ReadableWatch | SealedWatch;

/** What a viewer may know of the watches. Pages, files, feeds, the API and MCP know no others. */
export interface Sight {
  readonly watches: readonly SeenWatch[];
  readonly readable: readonly WatchConfig[];
  /** The config as if only the readable watches existed, so that its results reveal nothing about the others. */
  readonly config: Config;
  /** Every watch is readable, so totals over all watches may be shown. */
  readonly isWhole: boolean;
}

export function sightOf(config: Config, { matters, confidential }: Viewer): Sight {
  if (matters === 'all') return confidential ? wholeSight(config) : discreetSight(config);
  const own = config.watches.filter(({ matter }) => matter !== undefined && matters.has(matter));
  return { ...madeSight(config, own, confidential), isWhole: false };
}

const wholeSight = madeOnce((config: Config) => madeSight(config, config.watches, true));
const discreetSight = madeOnce((config: Config) => madeSight(config, config.watches, false));

function madeSight(config: Config, known: readonly WatchConfig[], confidential: boolean): Sight {
  const isSealed = (watch: WatchConfig) => watch.confidential && !confidential;
  const readable = known.filter((watch) => !isSealed(watch));
  const watches = [...readable.map(readableWatch), ...known.filter(isSealed).map(sealedWatch)];
  const isWhole = readable.length === config.watches.length;
  return { watches, readable, isWhole, config: isWhole ? config : narrowedConfig(config, readable) };
}

function narrowedConfig({ ownWatches, ...config }: Config, watches: readonly WatchConfig[]): Config {
  const ids = new Set(watches.map(({ id }) => id));
  const own = ownWatches && new Map([...ownWatches].filter(([id]) => ids.has(id)));
  return { ...config, watches, ownWatches: own };
}

export function readableWatch(watch: WatchConfig): ReadableWatch {
  return { id: watch.id, shownId: watch.id, matter: watch.matter, title: watch.name, watch };
}

/** No id of a watch contains a tilde, and a tilde sorts after every id. */
const sealedId = '~confidential-';

export const isSealedId = (id: string): boolean => id.startsWith(sealedId);

function sealedWatch(watch: WatchConfig, index: number): SealedWatch {
  const { id, matter } = watch;
  const shownId = `${sealedId}${String(index + 1).padStart(5, '0')}`;
  return { id, shownId, matter, title: openTitle(watch) };
}

/** Who sees some matters only may choose the channels of the watches that they may read, and these. */
export function channelsFor(
  { channels }: Pick<Config, 'channels'>,
  { viewer, sight }: { readonly viewer: Viewer; readonly sight: Sight },
  besides: readonly string[] = [],
): string[] {
  const all = Object.keys(channels);
  if (viewer.matters === 'all') return all;
  const own = new Set([...besides, ...sight.readable.flatMap(({ notify }) => notify)]);
  return all.filter((name) => own.has(name));
}

/** Ids of the watches whose alerts a viewer may see; undefined: all, removed ones included. */
export function watchesTold({ isWhole }: Sight, watches: readonly WatchConfig[]): string[] | undefined {
  return isWhole ? undefined : watches.map((watch) => watch.id);
}

export interface Viewer {
  /** undefined without sign-in. */
  readonly name: string | undefined;
  readonly role: (typeof userRoles)[number];
  /** The matters that the viewer may see. Watches without a matter require `all`. */
  readonly matters: 'all' | ReadonlySet<string>;
  readonly confidential: boolean;
  /** The label of the key with which a program reads; undefined for a person. */
  readonly key?: string | undefined;
  readonly timezone?: string | undefined;
  readonly locale?: string | undefined;
}

/** For use without sign-in. Confidential watches stay sealed, because others may see the screen. */
export const localViewer: Viewer = { name: undefined, role: 'admin', matters: 'all', confidential: false };

export const whoOf = ({ name = nobodySignedIn }: Viewer): string => name;

export function openTitle(watch: WatchConfig): string {
  return watch.confidential ? (watch.matter ?? 'a confidential watch') : watch.name;
}

export const mayAct = (viewer: Viewer, role: Viewer['role']): boolean =>
  userRoles.indexOf(viewer.role) >= userRoles.indexOf(role);
