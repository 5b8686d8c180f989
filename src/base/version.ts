import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Where package.json and watches.yaml are: a checkout, or an installed package, where this file lies one folder deeper.
 */
export const packageFolder = nearest(import.meta.dirname);

function nearest(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : nearest(dirname(folder));
}

/** Of Tipstaff, e.g. `0.3.0`. */
export const version = (JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string })
  .version;

/** How Tipstaff names itself to the servers that it calls. */
export const userAgent = `Tipstaff/${version}`;
