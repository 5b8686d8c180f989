import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { messageOf, TipstaffError } from '../../../base/errors.ts';
import { ChildClosed, ChildEnded, openChild } from '../../../base/inChild.ts';
import type { FigureLooks, PictureAnswer, PictureTask } from './describePicture.ts';
import type { DesignLooks, OwnLooks } from './likeness.ts';

export interface Looker {
  /** Returns [] for an empty picture. @throws TipstaffError `looks.badPicture`, `looks.noDecoder`, `looks.stopped` */
  lookAt(bytes: Uint8Array): Promise<readonly FigureLooks[]>;
  /** Returns a small JPEG of a picture, for messages. @throws like `lookAt` */
  copy(bytes: Uint8Array): Promise<Uint8Array>;
  /** Also ends work under way, so that no hostile picture delays anybody. A later call starts a new process. */
  close(): Promise<void>;
}

/** 16 million pixels take up to 128 MB when a picture is turned, and the process itself 80 MB. */
const limits = { memoryMb: 320, seconds: 30 };

/** The caller must close the looker. */
export function openLooker(): Looker {
  const child = openChild<PictureTask, PictureAnswer>('../check/likeness/pictures/describePicture', limits);
  const ask = async (task: PictureTask): Promise<PictureAnswer> => {
    try {
      return await child.ask(task);
    } catch (error) {
      if (error instanceof ChildClosed)
        throw new TipstaffError('looks.stopped', 'The picture was not read: the work was stopped.');
      if (error instanceof ChildEnded)
        throw new TipstaffError('looks.badPicture', `The picture cannot be compared: it ${error.message}.`);
      throw error;
    }
  };
  return {
    lookAt: async (bytes) => (await ask({ bytes, wants: 'looks' })).figures ?? [],
    copy: async (bytes) => (await ask({ bytes, wants: 'copy' })).copy ?? new Uint8Array(),
    close: () => child.close(),
  };
}

export interface SeenDesign extends OwnLooks {
  readonly notCompared: readonly NotCompared[];
}

export async function lookAtDesign(looker: Looker, { key, pictures, leftOut }: DesignFolder): Promise<SeenDesign> {
  const seen = await Promise.all(
    pictures.map(async (path) => {
      const { figures, notCompared } = await lookAtPicture(looker, basename(path), () => readFile(path));
      return { figures, notCompared: notCompared && { ...notCompared, picture: path } };
    }),
  );
  const design = seenDesign(key, seen);
  return { ...design, notCompared: [...leftOut, ...design.notCompared] };
}

export type SeenPicture = Readonly<{ figures: OwnLooks['pictures']; notCompared: NotCompared | undefined }>;

export function seenDesign(key: string, seen: readonly SeenPicture[]): SeenDesign {
  return {
    key,
    pictures: seen.flatMap(({ figures }) => figures),
    notCompared: seen.flatMap(({ notCompared }) => notCompared ?? []),
  };
}

/** True for an error about no single picture: no picture can be examined here, or any longer. */
export function isAboutAll(error: unknown): boolean {
  return error instanceof TipstaffError && ['looks.noDecoder', 'looks.stopped'].includes(error.code);
}

export type KnownLooks = ReadonlyMap<string, readonly FigureLooks[]>;

/** Returns other errors as reasons in `notCompared`. @throws TipstaffError `looks.noDecoder`, `looks.stopped` */
export async function lookAtPicture(looker: Looker, name: string, load: () => Promise<Uint8Array>, known?: KnownLooks) {
  try {
    const looks = known?.get(name) ?? (await looker.lookAt(await load()));
    const notCompared = looks.length === 0 ? { picture: name, reason: 'It shows nothing.' } : undefined;
    return { figures: looks.map((variants) => ({ name, variants })), notCompared };
  } catch (error) {
    if (isAboutAll(error)) throw error;
    return { figures: [], notCompared: { picture: name, reason: messageOf(error) } };
  }
}

export function asFound({ key, pictures }: OwnLooks): DesignLooks {
  const vectors = pictures.flatMap(({ variants }) => variants.slice(0, 1));
  return { key, vectors, pictures: pictures.map(({ name }) => name) };
}

export type NotCompared = Readonly<{ picture: string; reason: string }>;

export interface DesignFolder {
  readonly key: string; // The name of the folder, or of the first of single pictures.
  readonly pictures: readonly string[];
  readonly leftOut: readonly NotCompared[]; // Other content of the folder.
  readonly isWhole?: boolean; // The folder has no designs in subfolders.
}

/** Returns a design per subfolder, or the folder itself without subfolders. @throws TipstaffError `usage.looks` */
export function designsIn(folder: string): DesignFolder[] {
  const folders = pathsIn(folder).filter(isFolder);
  const designs = folders.length > 0 ? folders : [folder];
  const isWhole = folders.length === 0;
  const [first, ...others] = designs.map((path) => ({ ...designIn(path), isWhole }));
  const beside = isWhole ? [] : filesIn(folder).map((picture) => ({ picture, reason: besideFolders }));
  const found = first === undefined ? [] : [{ ...first, leftOut: [...beside, ...first.leftOut] }, ...others];
  if (found.some(({ pictures }) => pictures.length > 0)) return found;
  throw new TipstaffError(
    'usage.looks',
    `There is no picture in ${folder}: put your pictures there, or a folder for each design.`,
  );
}

export function designsNamed(paths: readonly string[]): DesignFolder[] {
  const folders = paths.filter(isFolder);
  const files = paths.filter((path) => !folders.includes(path));
  const own = files.length > 0 ? [{ key: basename(files[0] ?? ''), pictures: files, leftOut: [] }] : [];
  return [...own, ...folders.flatMap(designsIn)];
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (cause) {
    throw new TipstaffError('usage.looks', `There is no picture and no folder ${path} that can be read.`, { cause });
  }
}

const besideFolders = 'It lies beside the folders of designs, and in none of them.';

function designIn(folder: string): Omit<DesignFolder, 'isWhole'> {
  const pictures = filesIn(folder);
  const inside = pathsIn(folder).filter(isFolder);
  const empty = pictures.length === 0 ? [{ picture: folder, reason: 'There is no picture in it.' }] : [];
  const deeper = inside.map((picture) => ({ picture, reason: 'It is a folder inside that of a design.' }));
  return { key: basename(resolve(folder)), pictures, leftOut: [...empty, ...deeper] };
}

function filesIn(folder: string): string[] {
  return pathsIn(folder).filter((path) => !isFolder(path));
}

function pathsIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((name) => join(folder, name));
}
