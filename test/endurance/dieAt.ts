// Loaded first (`node --import`): the process kills itself at its n-th instant of a kind, whatever its speed:
// `DIE_AT='commit 3'`. With `COUNT_INSTANTS=file` a process that lives writes how many of each kind it had.

import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import SQLite from 'better-sqlite3';
import type { InstantKind } from './instants.ts';

const [dieAtKind, dieAtNumber] = (process.env.DIE_AT ?? '').split(' ');
const counts: Record<InstantKind, number> = { statement: 0, commit: 0, send: 0, sent: 0 };

function pass(kind: InstantKind): void {
  counts[kind] += 1;
  if (kind === dieAtKind && counts[kind] === Number(dieAtNumber)) process.kill(process.pid, 'SIGKILL');
}

const memory = new SQLite(':memory:');
const statements = Object.getPrototypeOf(memory.prepare('select 1')) as Record<string, (...given: never[]) => unknown>;
memory.close();
for (const name of ['run', 'get', 'all', 'iterate']) {
  const before = statements[name];
  if (before === undefined) throw new Error(`a statement of SQLite has no ${name}`);
  statements[name] = function (this: SQLite.Statement, ...given) {
    pass(/^commit/i.test(this.source) ? 'commit' : 'statement');
    return before.apply(this, given);
  };
}

const { write } = Socket.prototype;
Socket.prototype.write = function (this: Socket, ...given: never[]) {
  pass('send');
  const result = (write as (...all: never[]) => boolean).apply(this, given);
  pass('sent');
  return result;
} as typeof write;

const file = process.env.COUNT_INSTANTS;
if (file !== undefined) process.once('exit', () => writeFileSync(file, JSON.stringify(counts)));
