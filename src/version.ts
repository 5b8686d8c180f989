import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './packageFolder.ts';

/** Of Tipstaff, e.g. `0.2.0`. */
export const version = (JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string })
  .version;

/** How Tipstaff names itself to the servers that it calls. */
export const userAgent = `Tipstaff/${version}`;
