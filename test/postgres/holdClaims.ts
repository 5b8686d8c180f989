// A process that claims one due query and one alert, keeps both, and commits its work on a line on stdin. Argument:
// database. Its output says what it holds, and whether it could commit.

import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { keepAlive } from '../../src/store/claims/queue.ts';
import { openStore } from '../../src/store/openStore.ts';
import { writeSetting } from '../../src/store/store.ts';
import { claimDue } from '../store/claimDue.ts';

const store = await openStore(process.argv[2] ?? '');
const { checks, alerts } = store.queue;
const parts = { clock: () => new Date(), log: pino({ level: 'silent' }) };
const [claim] = await claimDue(store, { now: new Date(), most: 1, isKnown: () => true });
const alert = await alerts.claimNext('counsel', new Date());
if (claim === undefined || alert === undefined) throw new Error('nothing was due');
const kept = [keepAlive(checks, claim, parts), keepAlive(alerts, alert, parts)];
process.stdout.write(`holds ${claim.queryId} ${alert.id}\n`);
await once(createInterface(process.stdin), 'line');
for (const one of kept) one.end();
const committed = await store
  .transaction(async (trx) => {
    await writeSetting(trx, 'found-by', 'the late one');
    if (!(await checks.end(trx, claim)) || !(await alerts.end(trx, alert))) throw new Error('lost');
  })
  .then(
    () => 'committed',
    () => 'refused',
  );
process.stdout.write(`${committed}\n`);
await store.close();
