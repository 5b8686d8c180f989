import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { messageOf, TipstaffError } from '../base/errors.ts';

export interface NotCompared {
  readonly picture: string;
  readonly reason: string;
}

export interface DesignFolder {
  /** The name of its folder or, for pictures named one by one, of the first. */
  readonly key: string;
  readonly pictures: readonly string[];
  /** What lies there and is no picture of a design. */
  readonly leftOut: readonly NotCompared[];
  /** It stands alone: there are no designs beside it in subfolders. */
  readonly isWhole?: boolean;
}

/** A design for each subfolder, or the folder itself where it has none. @throws TipstaffError `usage.looks` */
export function designsIn(folder: string): DesignFolder[] {
  const names = namesIn(folder);
  const folders = names.filter((name) => isFolder(join(folder, name)));
  const designs = folders.length > 0 ? folders.map((name) => join(folder, name)) : [folder];
  const isWhole = folders.length === 0;
  const [first, ...others] = designs.map((path) => ({ ...designIn(path), isWhole }));
  const beside = isWhole ? [] : filesIn(folder).map((picture) => ({ picture, reason: besideFolders }));
  const found = first === undefined ? [] : [{ ...first, leftOut: [...beside, ...first.leftOut] }, ...others];
  if (found.some(({ pictures }) => pictures.length > 0)) return found;
  throw new TipstaffError(
    'usage.looks',
    `There is no picture in ${folder}: put one's pictures there, or a folder per design.`,
  );
}

export function designsNamed(paths: readonly string[]): DesignFolder[] {
  const folders = paths.filter(isFolder);
  const files = paths.filter((path) => !folders.includes(path));
  const own = files.length > 0 ? [{ key: basename(files[0] ?? ''), pictures: files, leftOut: [] }] : [];
  return [...own, ...folders.flatMap(designsIn)];
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw new TipstaffError('usage.looks', `There is no picture and no folder ${path}: ${messageOf(error)}.`);
  }
}

const besideFolders = 'It lies beside the folders of designs, and in none of them.';

function designIn(folder: string): Omit<DesignFolder, 'isWhole'> {
  const pictures = filesIn(folder);
  const inside = namesIn(folder)
    .map((name) => join(folder, name))
    .filter(isFolder);
  const empty = pictures.length === 0 ? [{ picture: folder, reason: 'There is no picture in it.' }] : [];
  const deeper = inside.map((picture) => ({ picture, reason: 'It is a folder inside that of a design.' }));
  return { key: basename(resolve(folder)), pictures, leftOut: [...empty, ...deeper] };
}

function filesIn(folder: string): string[] {
  return namesIn(folder)
    .map((name) => join(folder, name))
    .filter((path) => !isFolder(path));
}

function namesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}
