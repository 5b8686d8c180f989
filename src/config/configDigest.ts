import { hash } from 'node:crypto';
import type { Config } from './config.ts';
import { watchesOfFile } from './ownWatches.ts';
import { maskedConfig } from './secrets.ts';

/**
 * Digest of what all processes on one database must agree on: the watches of the file and what holds for all of them, the channels, the
 * operators. The order in which a file names them does not count, nor do secrets and what may differ between machines: `http`, `database`.
 */
export function configDigest(config: Config): string {
  const { channels } = maskedConfig(config);
  const { defaults, operators, goneAfterChecks } = config;
  const watches = watchesOfFile(config).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const agreed = { watches, channels, defaults, operators: operators.toSorted(), goneAfterChecks };
  return hash('sha256', JSON.stringify(agreed, inOrder), 'hex').slice(0, 16);
}

/** The keys of every map in one order. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
