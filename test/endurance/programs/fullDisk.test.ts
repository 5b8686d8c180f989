import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { docketWith, entryHit } from '../../check/hits.ts';
import { type Machine, openMachine, token } from '../../e2e/machine.ts';
import { eventually } from '../../eventually.ts';
import { type Daemon, startDaemon } from '../../program.ts';
import { byNight } from '../../runs.ts';

const mayMount = process.getuid?.() === 0;

/** Makes the database refuse writes, and accept them again. */
interface Fault {
  begin(daemon: Daemon): void;
  end(daemon: Daemon): void;
}

/** Puts this folder on a small disk of its own. */
function fullDisk(folder: string): Fault {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'pipe' });
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  const fill = join(folder, 'fill');
  return {
    begin({ child }) {
      // An existing -wal file has room for further writes, so it is emptied while the daemon is stopped.
      for (;;) {
        child.kill('SIGSTOP');
        const isEmpty = emptyLog(join(folder, 'tipstaff.db'));
        if (isEmpty) fillUp(fill);
        child.kill('SIGCONT');
        if (isEmpty) return;
      }
    },
    end: () => rmSync(fill),
  };
}

/** False while a statement of the daemon is running. */
function emptyLog(database: string): boolean {
  const connection = new SQLite(database, { timeout: 0 });
  try {
    const [{ busy } = { busy: 1 }] = connection.pragma('wal_checkpoint(truncate)') as { busy: number }[];
    return busy === 0;
  } catch {
    return false;
  } finally {
    connection.close();
  }
}

function fillUp(path: string): void {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(4096);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(file);
  }
}

/** No file of the process may grow beyond 4 KB, so SQLite gets a disk error (IOERR). */
const brokenDisk: Fault = {
  begin: ({ child }) => void execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=4096:unlimited']),
  end: ({ child }) => void execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']),
};

/** The nightly run takes both. The day run takes a full disk, if this user may mount one. */
const faults = [
  ['a full disk', fullDisk, mayMount],
  ['a disk with errors', () => brokenDisk, byNight || !mayMount],
] as const;

describe.each(faults)('while the database is on %s', (_, openFault, isTried) => {
  it.skipIf(!isTried)(
    'the daemon serves, says why it is not ready, recovers without losing news, and stops',
    async () => {
      const machine = await openMachine({}, { isNew: true });
      const folder = join(machine.folder, 'disk');
      mkdirSync(folder);
      const fault = openFault(folder);
      machine.configure({
        database: join(folder, 'tipstaff.db'),
        service: { baseUrl: machine.service.url, token, recheckBaseSeconds: 1 },
        http: { host: '127.0.0.1', port: 0 },
        defaults: { notify: ['counsel'], schedule: '*/2 * * * * *' },
        spreadSeconds: 0,
        watches: [{ id: 'patent', dockets: { patentNumber: '6834603' } }],
      });
      machine.service.dockets = [docketWith([entryHit(1)])];
      const daemon = await startDaemon(join(machine.folder, 'watches.yaml'), { env: machine.env });
      await eventually(() => expect(machine.newMails().join()).not.toBe(''));

      const breakDown = async () => {
        fault.begin(daemon);
        machine.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
        await eventually(async () => {
          const ready = await fetch(`${daemon.url}/readyz`);
          expect([ready.status, await ready.json()]).toMatchObject([503, { obstacles: [{ kind: 'database' }] }]);
        });
      };
      await breakDown();
      expect((await fetch(`${daemon.url}/healthz`)).status).toBe(200);
      // The disk fills up before a check begins, or between its response and its commit.
      const saysWhy = /a check could not be stored|a check is stored when it is not/;
      await eventually(() => expect(daemon.lines.join('\n')).toMatch(saysWhy));

      fault.end(daemon);
      await eventually(() => expect(textsOf(machine).filter((text) => text.includes('D.I. 2'))).toHaveLength(1));
      expect((await fetch(`${daemon.url}/readyz`)).status).toBe(200);
      await breakDown();
      const ended = once(daemon.child, 'exit');
      daemon.child.kill('SIGTERM');
      // The daemon could not store that it ends.
      expect(await ended, daemon.lines.join('\n')).toEqual([1, null]);
      expect(daemon.lines.at(-1)).toContain('tipstaff.db refuses');
    },
  );
});

const textsOf = ({ mail }: Machine) => mail.mails.map(({ parsed }) => parsed.text ?? '');
