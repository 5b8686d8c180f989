import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const bytesPerMegabyte = 1_048_576;

/** The room around a database file. @throws when its folder cannot be read */
export function diskOf(file: string): { folder: string; freeMegabytes: number; databaseMegabytes: number } {
  const folder = dirname(file);
  const { bavail, bsize } = statfsSync(folder);
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return {
    folder,
    freeMegabytes: Math.floor((bavail * bsize) / bytesPerMegabyte),
    databaseMegabytes: Math.ceil(bytes / bytesPerMegabyte),
  };
}
