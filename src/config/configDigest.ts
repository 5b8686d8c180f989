import { createHash } from 'node:crypto';
import { isMap } from '../base/json.ts';
import type { Config } from './config.ts';
import { watchesOfFile } from './config.ts';
import { maskedConfig } from './secrets.ts';

/**
 * Of what all processes on one database must agree on. The order in the file does not count, nor do secrets and what
 * may differ between machines: `http`, `database`, where files are.
 */
export function configDigest(config: Config): string {
  const known = digests.get(config);
  if (known !== undefined) return known;
  const digest = digestOf(config);
  digests.set(config, digest);
  return digest;
}

/** A daemon needs it three times at its start. */
const digests = new WeakMap<Config, string>();

function digestOf(config: Config): string {
  const { channels } = maskedConfig(config);
  const { defaults, operators, goneAfterChecks } = config;
  const watches = watchesOfFile(config).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const others = { channels, defaults, goneAfterChecks, operators: operators.toSorted() };
  // In parts: the text for 10,000 watches, and their sorted copies, would be in memory at once.
  const digest = createHash('sha256').update(JSON.stringify(others, inOrder).slice(0, -1)).update(',"watches":[');
  for (const [index, watch] of watches.entries()) {
    digest.update(`${index === 0 ? '' : ','}${JSON.stringify(watch, inOrder)}`);
  }
  return digest.update(']}').digest('hex').slice(0, 16);
}

function inOrder(key: string, value: unknown): unknown {
  if (key === 'privateKeyFile') return undefined;
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
