import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Right before a database statement, a commit or a send on a socket, and right after a send. */
export const instantKinds = ['statement', 'commit', 'send', 'sent'] as const;
export type InstantKind = (typeof instantKinds)[number];
export type Instants = Readonly<Record<InstantKind, number>>;

const environment = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'dieAt.ts')}` };

/** The environment of a process that counts its instants (`readInstants`) and lives. */
export function toCount(file: string): Readonly<Record<string, string>> {
  return { ...environment, COUNT_INSTANTS: file };
}

export function readInstants(file: string): Instants {
  return JSON.parse(readFileSync(file, 'utf8')) as Instants;
}

/** The environment of the process to kill: each kind by turns, at instants spread over a whole run. */
export function toDie(round: number, instants: Instants): Readonly<Record<string, string>> {
  const kind = instantKinds[round % instantKinds.length] ?? 'statement';
  const share = (round * 0.618_034) % 1;
  return { ...environment, DIE_AT: `${kind} ${1 + Math.floor(share * instants[kind])}` };
}
