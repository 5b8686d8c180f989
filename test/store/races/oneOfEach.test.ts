import { describe, expect, it } from 'vitest';
import { addToAlert } from '../../../src/alerts/outbox/addToAlertQueries.ts';
import { closeIncident, openIncident } from '../../../src/alerts/outbox/incidentsTable.ts';
import type { Hold } from '../../../src/schedule/holds/holds.ts';
import { closeHold, putHold, runningHolds } from '../../../src/schedule/holds/holdsTable.ts';
import { saveWatches } from '../../../src/schedule/ownWatches.ts';
import { ownWatchesGeneration } from '../../../src/schedule/ownWatchesTable.ts';
import { insertRecords } from '../../../src/store/snapshot/recordsTable.ts';
import { firstSetting, type Store } from '../../../src/store/store.ts';
import { load, withWatch } from '../../config/workspace.ts';
import { inBoth, twoStores } from './race.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const later = new Date('2026-11-20T17:00:00.000Z');
const incident = { kind: 'channel-dead', subject: 'counsel', detail: 'dead', now: now.toISOString() };

describe('two processes at the same moment', () => {
  it('begin an incident once, and end it once', async () => {
    const stores = await twoStores();
    const begun = await inBoth(stores, (trx) => openIncident(trx, incident));
    expect(begun.filter((one) => one !== undefined)).toHaveLength(1);
    const ended = await inBoth(stores, (trx) => closeIncident(trx, incident));
    expect(ended.filter((one) => one !== undefined)).toHaveLength(1);
    const again = await inBoth(stores, (trx) => openIncident(trx, { ...incident, now: later.toISOString() }));
    expect(again.filter((one) => one !== undefined)).toHaveLength(1);
    expect(await stores[0].db.selectFrom('incidents').select('beganAt').orderBy('id').execute()).toEqual([
      { beganAt: now.toISOString() },
      { beganAt: later.toISOString() },
    ]);
  });

  it('mute one subject once, with one author, and end that mute once', async () => {
    const stores = await twoStores();
    await watchRow(stores[0]);
    const mute = (author: string, watchId: string | null, recordId: number | null): Omit<Hold, 'id'> => ({
      ...{ watchId, recordId, label: 'widget', author, reason: 'settled' },
      beganAt: now.toISOString(),
      until: later.toISOString(),
      isChecked: true,
    });
    const [id = 0] = await stores[0].transaction((trx) =>
      insertRecords(trx, [{ record: { type: 'docket', key: '7' }, shownHash: 'x' }], now.toISOString()),
    );
    await inBoth(stores, async (trx, process) => {
      await putHold(trx, mute(`author ${process}`, 'widget', null));
      await putHold(trx, mute(`author ${process}`, null, id));
      await putHold(trx, mute(`author ${process}`, 'widget', id));
    });
    const running = await runningHolds(stores[0].db);
    expect(running.map(({ watchId, recordId }) => [watchId, recordId])).toEqual([
      ['widget', null],
      [null, id],
      ['widget', id],
    ]);
    expect(new Set(running.map(({ author }) => author)).size).toBe(1);
    const [first] = running;
    const ended = await inBoth(stores, (trx) => closeHold(trx, first?.id ?? 0, { now: later }));
    expect(ended.toSorted()).toEqual([false, true]);
    await stores[0].transaction((trx) => putHold(trx, mute('later', 'widget', null)));
    expect((await runningHolds(stores[0].db)).map(({ author }) => author)).toContain('later');
  });

  it.each([
    ['for a digest', { createdAt: now, dueAt: later }],
    ['of a batch', { createdAt: now, dueAt: now, groupUntil: later }],
    ['of baselines', { createdAt: now, dueAt: now, groupUntil: later, kind: 'baseline', joinsAny: true }],
    ['of readers', { createdAt: now, dueAt: now, kind: 'notice', joinsAny: true }],
  ] as const)('put one alert %s into the outbox, with the payload of both', async (_what, draft) => {
    const stores = await twoStores();
    const ids = await inBoth(stores, (trx, process) =>
      addToAlert(trx, { channel: 'counsel', kind: 'changes', ...draft, changes: [], payload: [{ process }] }),
    );
    expect(new Set(ids).size).toBe(1);
    const [alert, another] = await stores[0].db.selectFrom('alerts').select('payload').execute();
    expect(another).toBeUndefined();
    const payload = JSON.parse(alert?.payload ?? '') as { process: number }[];
    expect(payload.map(({ process }) => process).toSorted()).toEqual([1, 2]);
  });

  it('put notices of incidents into separate alerts', async () => {
    const stores = await twoStores();
    const notice = { channel: 'ops', kind: 'notice', createdAt: now, dueAt: now, changes: [], payload: [{}] } as const;
    const ids = await inBoth(stores, (trx) => addToAlert(trx, notice));
    expect(new Set(ids).size).toBe(2);
  });

  it('agree on one name of the installation', async () => {
    const stores = await twoStores();
    const names = await inBoth(stores, (trx, process) => firstSetting(trx, 'installation', () => `made by ${process}`));
    expect(names[0]).toBe(names[1]);
  });

  it('increase the generation of own watches once each', async () => {
    const stores = await twoStores();
    const config = load(withWatch(''));
    const saved = stores.map((store, process) => {
      const body = { id: `watch-${process}`, dockets: { companyName: 'Acme Company' } };
      return saveWatches(store, config, [body], { who: 'ann', now, how: 'add' });
    });
    await Promise.all(saved);
    expect(await ownWatchesGeneration(stores[0].db)).toBe(2);
  });
});

async function watchRow({ db }: Store): Promise<void> {
  await db.insertInto('watches').values({ id: 'widget', name: 'Widget', settings: '{}' }).execute();
}
