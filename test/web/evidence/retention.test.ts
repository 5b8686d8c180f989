import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { deleteByAge } from '../../../src/daemon/maintenance.ts';
import { listAudit, noteAudit } from '../../../src/store/auditTable.ts';
import { makeEvidence } from '../../../src/web/evidence/evidenceFile.ts';
import { whyChange } from '../../../src/web/evidence/whyChange.ts';
import { docketWith, entryHit } from '../../check/hits.ts';
import { type Office, openOffice } from '../../check/office.ts';

const day = '2026-11-20';
const all = { sentDays: 90, checksDays: 366, deliveriesDays: 30, auditDays: 90, signInsDays: 30 };
const running = new AbortController().signal;

/** Opens an office after a quiet week, a week with news and an outage, and two quiet years. */
async function oldOffice(): Promise<Office> {
  const office = await openOffice({
    watches: [{ id: 'widget', matter: 'M-1', dockets: { patentNumber: '6,834,603' } }],
  });
  const days = async (count: number) => {
    for (let passed = 0; passed < count; passed += 1) {
      await office.check();
      office.pass(1);
    }
  };
  office.service.dockets = [docketWith([entryHit(1)])];
  await days(7);
  office.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
  await days(3);
  office.service.reply = () => ({ status: 503, body: '' });
  await days(2);
  office.service.reply = () => undefined;
  await days(3);
  office.pass(800);
  await days(2);
  const { store } = office;
  const alerts = await store.db.selectFrom('alerts').select(['id', 'kind']).execute();
  expect(alerts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['baseline', 'changes', 'notice']));
  await store.db.updateTable('alerts').set({ state: 'sent' }).execute();
  const attempt = { attemptedAt: `${day}T12:00:00.000Z`, outcome: 'sent', response: 'ok' } as const;
  await store.db
    .insertInto('deliveries')
    .values(alerts.map(({ id }) => ({ alertId: id, ...attempt })))
    .execute();
  const by = { at: `${day}T12:00:00.000Z`, who: 'ann' };
  for (const what of ['sign-in', 'sign-in.refused', 'sign-out', 'watch.edit', 'evidence.make'] as const)
    await store.transaction((trx) => noteAudit(trx, by, what, 'ann'));
  return office;
}

async function counts({ store: { db } }: Office) {
  const checks = await db.selectFrom('checks').select(['id', 'outcome']).orderBy('id').execute();
  const deliveries = await db.selectFrom('deliveries').select('id').execute();
  const audit = await listAudit(db, { limit: 99 });
  return {
    outcomes: checks.map(({ outcome }) => outcome),
    deliveries: deliveries.length,
    audit: audit.map(({ what, detail }) => `${what} ${detail}`).reverse(),
  };
}

async function evidence({ store, parts, now }: Office) {
  const asked = { matter: 'M-1', from: day, until: now.toISOString().slice(0, 10), who: 'ann', confidential: true };
  const { zip, manifest } = await makeEvidence(store, parts().config, asked, now);
  const files = unzipSync(zip);
  const text = (name: string) => strFromU8(files[name] ?? expect.fail(name));
  return { changes: text('changes.json'), deliveries: text('deliveries.json'), leftOut: manifest.leftOut, text };
}

it('without `retention` everything is kept, however old it is', async () => {
  const office = await oldOffice();
  const before = await counts(office);
  await deleteByAge(office.store, { sentDays: 90, signInsDays: 36_500 }, office.now, running);
  expect(await counts(office)).toEqual(before);
  expect((await evidence(office)).leftOut).toEqual([]);
});

it('age deletes old rows, but never a change, a failed check, a baseline or an alert', async () => {
  const office = await oldOffice();
  const { db } = office.store;
  const [change] = await office.changes();
  const { id: changeId } = change ?? expect.fail('no change');
  const explained = await whyChange(db, office.parts().config, changeId);
  const before = await evidence(office);
  const known = await counts(office);
  await deleteByAge(office.store, all, office.now, running);
  const left = await counts(office);

  // The baseline, the check with news, both failures, and the two checks of this week.
  expect(left.outcomes).toEqual(['complete', 'complete', 'failed', 'failed', 'complete', 'complete']);
  expect(known.outcomes).toHaveLength(17);
  expect(left.deliveries).toBeLessThan(known.deliveries);
  expect(left.audit.filter((line) => !line.startsWith('retention'))).toEqual([
    'evidence.make ',
    expect.stringContaining('evidence.make 2026-11-20 to'),
  ]);
  expect(left.audit).toContainEqual(expect.stringMatching(/^retention.delete 11 checks without news before 2028-/));
  expect(await whyChange(db, office.parts().config, changeId)).toEqual(explained);
  const after = await evidence(office);
  expect([after.changes, after.deliveries]).toEqual([before.changes, before.deliveries]);
  expect(after.leftOut).toEqual([expect.stringMatching(/^Complete checks without news before 2028-.* were deleted/)]);

  await deleteByAge(office.store, all, office.now, running);
  expect((await counts(office)).outcomes).toEqual(left.outcomes);
  expect((await office.check()).map(({ outcome }) => outcome)).toEqual(['complete']);
});

it('sign-ins, refused sign-ins and sign-outs have an age of their own in the audit log', async () => {
  const office = await oldOffice();
  const signIns = async () => (await counts(office)).audit.filter((line) => line.startsWith('sign-'));
  await deleteByAge(office.store, { sentDays: 90, auditDays: 90, signInsDays: 36_500 }, office.now, running);
  expect(await signIns()).toEqual(['sign-in ', 'sign-in.refused ', 'sign-out ']);
  await deleteByAge(office.store, { sentDays: 90, signInsDays: 30 }, office.now, running);
  expect(await signIns()).toEqual([]);
});
