import { expect, it } from 'vitest';
import { addToAlert } from '../../../src/alerts/outbox/addToAlertQueries.ts';
import { countNotArrived, listAlerts } from '../../../src/alerts/outbox/alertsTable.ts';
import { deliverChannel, deliverDue } from '../../../src/alerts/outbox/deliver.ts';
import { groupUntil, whenDue } from '../../../src/alerts/outbox/whenDue.ts';
import type { ChannelConfig } from '../../../src/config/channels.ts';
import { deliveryParts, later, newEntry, scriptedChannel, slackConfig } from './outbox.ts';
import { completeCheck } from './samples.ts';
import { seededStore } from './seededStore.ts';

const signal = new AbortController().signal;

/** Opens a channel without a digest, whose watch `lamp` finds entries. */
async function aChannel(quiet?: ChannelConfig['quiet']) {
  const { store } = await seededStore();
  const counsel = scriptedChannel('counsel');
  const config = slackConfig('counsel', { quiet });
  const parts = deliveryParts(store, [counsel], { configs: [config] });
  const found = async (number: string, at = parts.at, urgent = false) => {
    const changeId = await newEntry(store, number);
    const until = urgent ? undefined : groupUntil(parts.config.delivery, at);
    const when = { createdAt: at, dueAt: whenDue(config, at), groupUntil: until };
    const changes = [{ changeId, watchId: 'lamp' }];
    return store.transaction((trx) => addToAlert(trx, { channel: 'counsel', kind: 'changes', ...when, changes }));
  };
  const announced = (at: Date, payload: readonly object[] = []) => {
    const when = { createdAt: at, dueAt: at, groupUntil: groupUntil(parts.config.delivery, at) };
    return store.transaction((trx) =>
      addToAlert(trx, { channel: 'counsel', kind: 'baseline', joinsAny: true, ...when, changes: [], payload }),
    );
  };
  const pass = async (seconds: number) => {
    parts.at = later(seconds);
    await deliverChannel(parts, counsel, signal);
    return counsel.given.splice(0);
  };
  return { store, parts, counsel, found, announced, pass };
}

it('an alert waits groupSeconds for further changes, and is then sent', async () => {
  const { found, pass } = await aChannel();
  const alert = await found('1');
  expect(await pass(30)).toEqual([]);
  expect(await found('2', later(59))).toBe(alert);
  expect(await pass(59)).toEqual([]);
  expect(await pass(60)).toEqual([alert]);
  expect(await found('3', later(61))).not.toBe(alert);
});

it('an urgent change is sent at once, together with the alert that waits', async () => {
  const { found, pass } = await aChannel();
  const alert = await found('1', later(3));
  expect(await found('2', later(5), true)).toBe(alert);
  expect(await pass(5)).toEqual([alert]);
});

it('quiet hours that begin while an alert waits for others do not defer it', async () => {
  const { found, pass } = await aChannel({ startMinute: 9 * 60 + 1, endMinute: 17 * 60 });
  const alert = await found('1', later(30));
  expect(await pass(80)).toEqual([]);
  expect(await pass(90)).toEqual([alert]);
});

it('an announcement of baselines waits while more of them come, for at most an hour', async () => {
  const { announced, pass } = await aChannel();
  const alert = await announced(later(0));
  for (let seconds = 50; seconds < 3600; seconds += 50) {
    expect(await announced(later(seconds))).toBe(alert);
    expect(await pass(seconds)).toEqual([]);
  }
  expect(await pass(3600)).toEqual([alert]);
  const another = await announced(later(3700));
  expect(await pass(3759)).toEqual([]);
  expect(await pass(3760)).toEqual([another]);
});

it('a watch that was removed before its announcement is left out, and no alert stays undelivered', async () => {
  const { store, announced, pass } = await aChannel();
  const gone = { check: completeCheck, records: 1, entries: 0, filteredOut: 0, examples: [] };
  const of = (id: string) => ({ ...gone, watch: { id, name: id, asks: '' } });
  const remove = () =>
    store.db
      .updateTable('watches')
      .set({ removedAt: later(30).toISOString() })
      .execute();
  const alert = await announced(later(0), [of('lamp'), of('stays')]);
  await remove();
  expect(await pass(60)).toEqual([alert]);
  const [row] = await store.db.selectFrom('alerts').select('payload').execute();
  expect(JSON.parse(row?.payload ?? '')).toEqual([of('stays')]);

  await announced(later(100), [of('lamp')]);
  expect(await pass(160)).toEqual([]);
  expect(await listAlerts(store.db, { undelivered: true, limit: 9 })).toEqual([]);
  expect(await countNotArrived(store.db, later(9000))).toBe(0);
});

it('a delivery on demand sends an alert that still waits for others', async () => {
  const { parts, counsel, found } = await aChannel();
  const alert = await found('1');
  await deliverDue(parts, signal);
  expect(counsel.given).toEqual([alert]);
});

it('with groupSeconds 0 each check has an alert of its own', async () => {
  const { parts, found, pass } = await aChannel();
  Object.assign(parts.config.delivery, { groupSeconds: 0 });
  const first = await found('1', later(3));
  const second = await found('2', later(4));
  expect(await pass(4)).toEqual([first, second]);
});
