import { expect, it } from 'vitest';
import { putMute } from '../../src/outbox/mutesTable.ts';
import { endAndReport, forGood, mutesOf } from '../../src/outbox/muting.ts';
import { docketWith, entryHit } from './hits.ts';
import { openOffice } from './office.ts';

const plain = (number: number) => entryHit(number, { description: `NOTICE of Hearing ${number}` });

it('a false match is stored but not reported for the watch that ignores it; another watch goes on, and so does it when that is taken back', async () => {
  const office = await openOffice({
    watches: [
      { id: 'widget', dockets: { patentNumber: '6,834,603' } },
      { id: 'rival', dockets: { companyName: 'Rival' } },
    ],
  });
  const { db } = office.store;
  office.service.dockets = [docketWith([plain(1)])];
  await office.check();
  await office.newAlerts();
  const { id: recordId } = await db.selectFrom('records').select('id').executeTakeFirstOrThrow();
  const why = { label: 'Widget, for rival', author: 'Ada', reason: 'another Rival', beganAt: office.now.toISOString() };
  await office.store.transaction((trx) => putMute(trx, { watchId: 'rival', recordId, until: forGood, ...why }));

  office.service.dockets = [docketWith([plain(1), plain(2)])];
  office.pass(1);
  await office.check();
  expect(await office.newAlerts()).toEqual(['counsel: entry.new 1:20-cv-00168 #2 [widget]']);

  await office.store.transaction(async (trx) => {
    for (const mute of await mutesOf(trx, { watchId: 'rival', recordId })) {
      await endAndReport(trx, office.parts().config, mute, office.now);
    }
  });
  office.service.dockets = [docketWith([plain(1), plain(2), plain(3)])];
  office.pass(1);
  await office.check();
  expect(await office.newAlerts()).toEqual(['counsel: entry.new 1:20-cv-00168 #3 [rival, widget]']);
});
