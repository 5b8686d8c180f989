import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { messageOf, TipstaffError } from '../errors.ts';

/** The pictures of one design on disk. */
export interface DesignFolder {
  /** The name of its folder or, for pictures named one by one, of the first. */
  readonly key: string;
  /** Paths, in the order of their names. */
  readonly pictures: readonly string[];
  /** It stands alone: there are no designs beside it in subfolders. */
  readonly isWhole?: boolean;
}

/**
 * The designs of a folder: one for each subfolder, or the folder itself where it has none. Hidden files are no
 * pictures.
 * @throws TipstaffError `usage.looks` where there is no such folder, or nothing in it
 */
export function designsIn(folder: string): DesignFolder[] {
  const names = namesIn(folder);
  const folders = names.filter((name) => isFolder(join(folder, name)));
  const designs = folders.length > 0 ? folders.map((name) => join(folder, name)) : [folder];
  const isWhole = folders.length === 0;
  const found = designs.map((path) => ({ key: basename(resolve(path)), pictures: picturesIn(path), isWhole }));
  const some = found.filter(({ pictures }) => pictures.length > 0);
  if (some.length > 0) return some;
  throw new TipstaffError(
    'usage.looks',
    `There is no picture in ${folder}: put one's pictures there, or a folder per design.`,
  );
}

/** Each design meant by what stands on the command line: a folder, or the pictures of one design. */
export function designsNamed(paths: readonly string[]): DesignFolder[] {
  const folders = paths.filter(isFolder);
  const files = paths.filter((path) => !folders.includes(path));
  const own = files.length > 0 ? [{ key: basename(files[0] ?? ''), pictures: files }] : [];
  return [...own, ...folders.flatMap(designsIn)];
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw new TipstaffError('usage.looks', `There is no picture and no folder ${path}: ${messageOf(error)}.`);
  }
}

function picturesIn(folder: string): string[] {
  return namesIn(folder)
    .map((name) => join(folder, name))
    .filter((path) => !isFolder(path));
}

function namesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}
