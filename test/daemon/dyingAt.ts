import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const operations = ['copyFileSync', 'linkSync', 'renameSync', 'rmSync', 'openSync', 'fsyncSync', 'closeSync'] as const;
type Operation = (...of: unknown[]) => unknown;

/**
 * Makes this process die right before its so-many-th file operation, counted from the first one that names the copy of
 * a restore.
 * @param die ends the process; if it throws instead, no later operation runs either @returns a function that ends this
 */
export function dyingAt(place: number, die: () => never): () => void {
  let count = 0;
  const files = fs as unknown as Record<string, Operation>;
  const before = new Map(operations.map((name) => [name, files[name] as Operation]));
  for (const [name, operation] of before)
    files[name] = (...of) => {
      if (count > 0 || of.some((one) => String(one).endsWith('.restoring'))) count += 1;
      return count >= place ? die() : operation(...of);
    };
  syncBuiltinESMExports();
  return () => {
    for (const [name, operation] of before) files[name] = operation;
    syncBuiltinESMExports();
  };
}
