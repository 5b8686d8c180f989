import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where package.json is: in an installed package this file lies one folder deeper than in a checkout. */
export const packageFolder = nearest(import.meta.dirname);

function nearest(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : nearest(dirname(folder));
}

export const version = (JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string })
  .version;

export const userAgent = `Tipstaff/${version}`;
