import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Where package.json and watches.yaml are: a checkout, or an installed package, where this file lies one folder deeper.
 */
export const packageFolder = nearest(import.meta.dirname);

function nearest(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : nearest(dirname(folder));
}
