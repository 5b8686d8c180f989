import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../../migrations/index.ts';
import { Scheduler } from '../../../src/schedule/scheduler.ts';
import { syncWatches } from '../../../src/schedule/syncWatches.ts';
import { writeSetting } from '../../../src/store/store.ts';
import { eventually } from '../../eventually.ts';
import { aWatch } from '../../schedule/aWatch.ts';
import { finishing } from '../../schedule/finishing.ts';
import { freshStore } from '../../store/freshStore.ts';

const store = JSON.stringify(resolve(import.meta.dirname, '../../../src/store/openStore.ts'));

/** Runs this text as a program. @returns its lines as they come, and how it ended */
function runText(text: string) {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', text], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { lines: createInterface({ input: child.stdout }), ended: once(child, 'exit') };
}

it('several processes can start on one new file at once: one migrates, and the others wait', async () => {
  const { file } = await freshStore();
  const shared = join(file, '../shared.db');
  const text = `
    import { openStore } from ${store};
    const store = await openStore(${JSON.stringify(shared)});
    console.log(store.migrated.length);
    await store.close();`;
  const starts = Array.from({ length: 3 }, () => runText(text));
  const said = await Promise.all(starts.map(async ({ lines }) => Number((await once(lines, 'line'))[0])));
  expect(said.sort((a, b) => a - b)).toEqual([0, 0, Object.keys(migrations).length]);
  for (const { ended } of starts) expect(await ended).toEqual([0, null]);
});

it('a write waits for another process that writes', async () => {
  const { store, file } = await freshStore();
  const { lines } = runText(`
    import SQLite from 'better-sqlite3';
    const connection = new SQLite(${JSON.stringify(file)});
    connection.exec("begin immediate; insert into settings values ('theirs', '1')");
    console.log('held');
    setTimeout(() => { connection.exec('commit'); connection.close(); }, 500);`);
  await once(lines, 'line');
  await store.transaction((trx) => writeSetting(trx, 'ours', 1));
  const rows = await store.db.selectFrom('settings').select('name').where('name', 'in', ['ours', 'theirs']).execute();
  expect(rows).toHaveLength(2);
});

it('two processes share the due checks, and each is made once', async () => {
  const { store, database } = await freshStore();
  const now = new Date('2026-05-04T12:00:00.000Z');
  const watches = Array.from({ length: 300 }, (_, n) =>
    aWatch({ id: `case-${n}`, searches: [{ type: 'dockets', caseNumber: `1:20-cv-${n}` }], schedule: '0 7 1 1 *' }),
  );
  await syncWatches(store, { watches, spreadSeconds: 0 }, now);
  const other = spawn(process.execPath, [join(import.meta.dirname, 'otherScheduler.ts'), database, now.toISOString()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(other, 'exit');
  onTestFinished(() => void other.kill('SIGKILL'));
  const lines = createInterface({ input: other.stdout });
  const there: string[] = [];
  const first = once(lines, 'line');
  lines.on('line', (line) => there.push(line));

  const here: string[] = [];
  const clock = () => now;
  const work = async (queryId: string) => {
    // Waits for the other process, so that both work at the same time.
    await first;
    await pause(1);
    here.push(queryId);
  };
  const runCheck = finishing(store, work, clock);
  const log = pino({ level: 'silent' });
  const scheduler = new Scheduler({ store, runCheck, clock, log, concurrency: 2, isKnown: () => true });
  onTestFinished(() => scheduler.stop());
  await eventually(async () => {
    const due = store.db.selectFrom('watchQueries').select('watchId').where('nextDueAt', '<=', now.toISOString());
    expect(await due.execute()).toEqual([]);
  });
  other.kill();
  expect(await ended).toEqual([0, null]);
  expect(here.length + there.length).toBe(300);
  expect(new Set([...here, ...there]).size).toBe(300);
});
