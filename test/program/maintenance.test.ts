import { expect, it, onTestFinished } from 'vitest';
import { startDaemon } from '../../src/commands/daemon.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { openOffice } from '../check/office.ts';
import { eventually } from '../eventually.ts';

it('a daemon whose checks are all quiet deletes raw responses that are older than retainRawDays', async () => {
  const office = await openOffice({ http: { port: 0 }, retainRawDays: 30 });
  office.service.dockets = [docketWith([])];
  await office.check();
  // Only a response that brought news is kept.
  office.service.dockets = [docketWith([entryHit(1)])];
  await office.check();
  const { db } = office.store;
  const kept = () => db.selectFrom('raw_answers').select('received_at').execute();
  const checks = () => db.selectFrom('checks').select('id').execute();
  const start = async () => {
    const daemon = await startDaemon({ ...office.parts(), redact: (text) => text, close: async () => {} });
    onTestFinished(() => daemon.stop());
    return daemon;
  };
  const stored = await kept();
  expect(stored).not.toEqual([]);

  office.pass(29);
  const daemon = await start();
  await eventually(async () => expect(await checks()).toHaveLength(3));
  await daemon.stop();
  expect(await kept()).toEqual(stored);

  office.pass(2);
  await start();
  await eventually(async () => expect(await kept()).toHaveLength(0));
});

it('a daemon reads what an older program stored, in the background of its start', async () => {
  const office = await openOffice({ http: { port: 0 } });
  office.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
  await office.check();
  const { db } = office.store;
  await db.updateTable('entries').set({ reading: null, entry_type: null, reading_version: 0 }).execute();
  const daemon = await startDaemon({ ...office.parts(), redact: (text) => text, close: async () => {} });
  onTestFinished(() => daemon.stop());
  const unread = () => db.selectFrom('entries').select('seq').where('reading', 'is', null).execute();
  await eventually(async () => expect(await unread()).toEqual([]));
});
