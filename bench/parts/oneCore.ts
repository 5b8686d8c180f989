import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a program is started through so that all its threads share one core; undefined where the system has no taskset. */
export function oneCore(): readonly string[] | undefined {
  if (process.platform !== 'linux') return undefined;
  const [first] = /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.slice(1) ?? [];
  const prefix = ['taskset', '--cpu-list', first ?? '0'];
  const tried = spawnSync(prefix[0] ?? '', [...prefix.slice(1), 'true']);
  return tried.status === 0 ? prefix : undefined;
}
