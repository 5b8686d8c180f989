import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const operations = ['copyFileSync', 'linkSync', 'renameSync', 'rmSync', 'openSync', 'fsyncSync', 'closeSync'] as const;
type Operation = (...of: unknown[]) => unknown;

/**
 * Lets this process die right before its so many-th operation on files, counted from the first that names the copy of a
 * restore. @param die what that is; where it throws, no later operation is made either
 * @returns what ends it
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
