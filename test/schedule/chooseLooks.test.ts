import { describe, expect, it } from 'vitest';
import { chooseLooks } from '../../src/schedule/adaptive/chooseLooks.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import type { Store } from '../../src/store/store.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { type Office, openOffice } from '../check/office.ts';

const patent = { id: 'patent', dockets: { patentNumber: '6834603' }, schedule: 'adaptive', atLeastEvery: '24h' };

async function openWith(watch: object) {
  const office = await openOffice({ watches: [watch] });
  office.service.dockets = [docketWith([entryHit(1)])];
  await office.daemonCheck('patent');
  return office;
}

const rowOf = ({ store }: Office) =>
  store.db.selectFrom('watch_queries').select(['schedule', 'next_due_at as dueAt']).executeTakeFirstOrThrow();

const hoursToDue = async (office: Office) =>
  (Date.parse((await rowOf(office)).dueAt ?? '') - office.now.getTime()) / 3_600_000;

describe('the looks of a watch', () => {
  it('leave alone a schedule that was changed while they were chosen', async () => {
    const office = await openWith(patent);
    const { config } = office.parts();
    await office.configure({ watches: [{ ...patent, schedule: '*/30 * * * *', atLeastEvery: undefined }] });
    let transactions = 0;
    const editedMeanwhile: Store['transaction'] = async (work) => {
      transactions += 1;
      // The first one sets the price, the second one stores the look.
      if (transactions === 2) await syncWatches(office.store, office.parts().config, office.now);
      return office.store.transaction(work);
    };
    await chooseLooks({ ...office.store, transaction: editedMeanwhile }, config, office.now);
    expect(transactions).toBe(2);
    expect(await rowOf(office)).toMatchObject({ schedule: '*/30 * * * *' });
    expect(await hoursToDue(office)).toBeLessThanOrEqual(0.5);
  });

  it('leave the first check of a watch alone that joins the search of another one', async () => {
    const office = await openWith(patent);
    const others = Array.from({ length: 40 }, (_, n) => ({ id: `other${n}`, dockets: { companyName: `Rival ${n}` } }));
    await office.configure({ watches: [patent, { ...patent, id: 'fresh' }, ...others], spreadSeconds: 300 });
    await syncWatches(office.store, office.parts().config, office.now);
    const dueOf = async (id: string) =>
      (
        await office.store.db
          .selectFrom('watch_queries')
          .select('next_due_at as at')
          .where('watch_id', '=', id)
          .executeTakeFirstOrThrow()
      ).at;
    const [first, ofOther] = [await dueOf('fresh'), await dueOf('patent')];
    expect(first).not.toBe(office.now.toISOString());
    await chooseLooks(office.store, office.parts().config, office.now);
    expect(await dueOf('fresh')).toBe(first);
    expect(await dueOf('patent')).not.toBe(ofOther);
  });

  it('are chosen for the others too where those of one cannot be', async () => {
    const rival = { ...patent, id: 'rival', dockets: { companyName: 'Rival' } };
    const office = await openOffice({ watches: [patent, rival] });
    await office.check();
    const { db } = office.store;
    const first = await db.selectFrom('queries').select('id').orderBy('id').executeTakeFirstOrThrow();
    await db.updateTable('queries').set({ rhythm: '{"asOf":"never"}' }).where('id', '=', first.id).execute();
    await expect(chooseLooks(office.store, office.parts().config, office.now)).rejects.toThrow();
    const chosen = await db.selectFrom('queries').select('id').where('chosen_check', 'is not', null).execute();
    expect(chosen).toHaveLength(1);
  });

  it('are a month apart where its one case ended long ago, but not where a new case may come', async () => {
    const ended = docketWith([entryHit(1, { dateFiled: 'Feb 3, 2020' })], { dateTerminated: '2020-03-01' });
    for (const [dockets, hours] of [
      [{ caseNumber: '1:20-cv-00168' }, 720],
      [{ companyName: 'Widget' }, 24],
      [{ patentNumber: '6834603' }, 24],
    ] as const) {
      const office = await openOffice({ watches: [{ ...patent, dockets }] });
      office.service.dockets = [ended];
      await office.daemonCheck('patent');
      await chooseLooks(office.store, office.parts().config, office.now);
      expect([dockets, Math.round(await hoursToDue(office))]).toEqual([dockets, hours]);
    }
  });

  it('are not a month apart after a check of ended cases that failed', async () => {
    const office = await openWith(patent);
    await office.store.db.updateTable('watch_queries').set({ schedule: 'adaptive 6h..24h ended' }).execute();
    await office.store.db.updateTable('watch_queries').set({ next_due_at: office.now.toISOString() }).execute();
    office.service.reply = () => ({ status: 400, body: { code: 400, message: 'what?', data: null } });
    expect(await office.daemonCheck('patent')).toMatchObject({ outcome: 'failed' });
    expect(await hoursToDue(office)).toBeLessThanOrEqual(24);
    office.pass(1);
    office.service.reply = () => undefined;
    expect(await office.daemonCheck('patent')).toMatchObject({ outcome: 'complete' });
    expect(await hoursToDue(office)).toBe(30 * 24);
  });
});
