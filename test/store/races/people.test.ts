import { expect, it } from 'vitest';
import { endDueMutes } from '../../../src/alerts/mutes.ts';
import { removeWatch, saveWatches } from '../../../src/schedule/editWatches.ts';
import { putMute } from '../../../src/store/outbox/mutes.ts';
import { docketWith, entryHit } from '../../check/hits.ts';
import { openOffice } from '../../check/office.ts';
import { alsoOpen, sideBySide } from './race.ts';

const search = { dockets: { patentNumber: '6,834,603' } };

it('of two people who add a watch of one id at once, the second learns that there is one', async () => {
  const office = await openOffice();
  const { config } = office.parts();
  const beside = sideBySide();
  const add = (store: typeof office.store, id: string) =>
    saveWatches(beside(store), config, [{ id, ...search }], { who: id, now: office.now, how: 'add' });
  const saved = await Promise.all([add(office.store, 'Bottles'), add(await alsoOpen(office.store), 'bottles')]);
  expect(saved.filter((one) => 'saved' in one)).toHaveLength(1);
  expect(saved.flatMap((one) => ('mistakes' in one ? one.mistakes : []))).toMatchObject([{ path: 'id' }]);
});

it('of two people who change a watch at once, the second is asked to load it again', async () => {
  const office = await openOffice();
  const { config } = office.parts();
  const add = { who: 'ann', now: office.now, how: 'add' } as const;
  await saveWatches(office.store, config, [{ id: 'bottles', ...search }], add);
  const beside = sideBySide();
  const change = (store: typeof office.store, who: string, seconds: number) => {
    const now = new Date(office.now.getTime() + seconds * 1000);
    const edit = { who, now, how: 'edit', seenChangedAt: office.now.toISOString() } as const;
    return saveWatches(beside(store), config, [{ id: 'bottles', name: who, ...search }], edit);
  };
  const other = await alsoOpen(office.store);
  const changed = await Promise.allSettled([change(office.store, 'bob', 1), change(other, 'eve', 2)]);
  expect(changed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(changed.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'watches.changed' } });
  const audit = office.store.db.selectFrom('audit').select('what').orderBy('id');
  expect(await audit.execute()).toEqual([{ what: 'watch.add' }, { what: 'watch.edit' }]);
  const remove = { who: 'ann', now: office.now };
  const again = sideBySide();
  const removed = [removeWatch(again(office.store), 'bottles', remove), removeWatch(again(other), 'bottles', remove)];
  expect((await Promise.all(removed)).toSorted()).toEqual([false, true]);
});

it('what a mute kept back is reported once, though two processes find that its time has come', async () => {
  const office = await openOffice();
  office.service.dockets = [docketWith([entryHit(1)])];
  await office.check();
  await office.newAlerts();
  const until = new Date(office.now.getTime() + 2 * 86_400_000).toISOString();
  const mute = { watchId: 'widget', recordId: null, label: 'Widget', author: 'ann', reason: 'settled', until };
  await office.store.transaction((trx) => putMute(trx, { ...mute, beganAt: office.now.toISOString() }));
  office.pass(1);
  office.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
  await office.check();
  expect(await office.newAlerts()).toEqual([]);
  office.pass(2);
  const beside = sideBySide();
  const { config } = office.parts();
  const other = await alsoOpen(office.store);
  const ended = await Promise.all([office.store, other].map((one) => endDueMutes(beside(one), config, office.now)));
  expect(ended.toSorted()).toEqual([0, 1]);
  expect(await office.newAlerts()).toEqual([expect.stringMatching(/^counsel: entry\.new/)]);
});
