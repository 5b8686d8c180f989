import { expect, it } from 'vitest';
import { endHold } from '../../src/check/changeHolds.ts';
import { findHold, putHold } from '../../src/schedule/holds/holdsTable.ts';
import { docketWith, entryHit } from './hits.ts';
import { openOffice } from './office.ts';

const plain = (number: number) => entryHit(number, { description: `NOTICE of Hearing ${number}` });

it('a watch that ignores a false match gets its changes only after the hold; another watch gets them all', async () => {
  const office = await openOffice({
    watches: [
      { id: 'widget', dockets: { patentNumber: '6,834,603' } },
      { id: 'rival', dockets: { companyName: 'Rival' } },
    ],
  });
  const { db } = office.store;
  office.service.dockets = [docketWith([plain(1)])];
  await office.alertsOfCheck();
  const { id: recordId } = await db.selectFrom('records').select('id').executeTakeFirstOrThrow();
  const why = { label: 'Widget, for rival', author: 'Ada', reason: 'another Rival', beganAt: office.now.toISOString() };
  await office.store.transaction((trx) =>
    putHold(trx, { watchId: 'rival', recordId, until: null, isChecked: true, ...why }),
  );

  office.service.dockets = [docketWith([plain(1), plain(2)])];
  expect(await office.alertsOfCheck({ after: 1 })).toEqual(['counsel: entry.new 1:20-cv-00168 #2 [widget]']);

  await office.store.transaction(async (trx) => {
    const hold = await findHold(trx, { watchId: 'rival', recordId, isChecked: true });
    if (hold !== undefined) await endHold(trx, office.parts().config, hold, { now: office.now });
  });
  office.service.dockets = [docketWith([plain(1), plain(2), plain(3)])];
  expect(await office.alertsOfCheck({ after: 1 })).toEqual(['counsel: entry.new 1:20-cv-00168 #3 [rival, widget]']);
});
