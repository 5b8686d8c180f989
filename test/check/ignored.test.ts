import { expect, it } from 'vitest';
import { heedRecord, ignoreRecord } from '../../src/store/marks/ignored.ts';
import { docketWith, entryHit } from './hits.ts';
import { openOffice } from './office.ts';

const plain = (number: number) => entryHit(number, { description: `NOTICE of Hearing ${number}` });

it('a false match is stored but not reported for the watch that ignores it, with who said so and why; another watch goes on', async () => {
  const office = await openOffice({
    watches: [
      { id: 'widget', dockets: { patentNumber: '6,834,603' } },
      { id: 'rival', dockets: { companyName: 'Rival' } },
    ],
  });
  const { db } = office.store;
  office.service.dockets = [docketWith([plain(1)])];
  await office.check();
  await office.told();
  const { id: recordId } = await db.selectFrom('records').select('id').executeTakeFirstOrThrow();
  const mark = { recordId, at: office.now.toISOString(), who: 'Ada', reason: 'another Rival' };
  await ignoreRecord(db, { ...mark, watchId: 'rival' });

  office.service.dockets = [docketWith([plain(1), plain(2)])];
  office.pass(1);
  await office.check();
  expect(await office.told()).toEqual(['counsel: entry.new 1:20-cv-00168 #2 [widget]']);
  const [change] = await office.changes();
  expect(change?.filteredOut).toEqual({ rival: 'ignored by Ada: another Rival' });

  await heedRecord(db, 'rival', recordId);
  office.service.dockets = [docketWith([plain(1), plain(2), plain(3)])];
  office.pass(1);
  await office.check();
  expect(await office.told()).toEqual(['counsel: entry.new 1:20-cv-00168 #3 [rival, widget]']);
});
