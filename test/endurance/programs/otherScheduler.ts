import { setTimeout as after } from 'node:timers/promises';
import { pino } from 'pino';
import { Scheduler } from '../../../src/schedule/scheduler.ts';
import { openStore } from '../../../src/store/openStore.ts';
import { finishing } from '../../schedule/finishing.ts';

// A second daemon as a process: checks what is due in the database of argv[2] at the time of argv[3], writes the
// query's id for each check, and stops on SIGTERM.
const [database = '', time = ''] = process.argv.slice(2);
const store = await openStore(database);
const scheduler = new Scheduler({
  store,
  runCheck: finishing(
    store,
    async (queryId) => {
      await after(1);
      process.stdout.write(`${queryId}\n`);
    },
    () => new Date(time),
  ),
  clock: () => new Date(time),
  isKnown: () => true,
  log: pino({ level: 'warn' }, process.stderr),
  concurrency: 2,
});
process.once('SIGTERM', async () => {
  await scheduler.stop();
  await store.close();
});
