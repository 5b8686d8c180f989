import { expect, it } from 'vitest';
import type { Channel } from '../../src/alerts/channels/channel.ts';
import { deliverDue, keepHeartbeat } from '../../src/alerts/outbox/deliver.ts';
import { runCheck } from '../../src/check/runCheck.ts';
import { saveUser } from '../../src/people/usersTable.ts';
import type { Store } from '../../src/store/store.ts';
import { signIn } from '../../src/web/pages/account/signIn.ts';
import { designHit, docketWith, entryHit } from '../check/hits.ts';
import { type Office, officeThatKnows } from '../check/office.ts';
import { quickHash } from '../web/quickHash.ts';

const slack = (name: string) => ({ type: 'slack', webhookUrl: `http://127.0.0.1:9/${name}` });

async function officeOfTwo(): Promise<Office> {
  const office = await officeThatKnows(
    { dockets: [docketWith([entryHit(1)])], designs: [designHit(1)] },
    {
      channels: {
        counsel: slack('counsel'),
        brand: slack('brand'),
        ops: slack('ops'),
        daily: { ...slack('daily'), digest: '0 18 * * *', heartbeat: true, timezone: 'UTC' },
      },
      budget: { perDay: 10_000 },
      watches: [
        { id: 'patent', dockets: { patentNumber: '6,834,603' } },
        { id: 'bottles', notify: ['brand'], designs: { source: ['HAGUE'], holder: 'Rival' } },
        { id: 'others', notify: ['daily'], designs: { source: ['HAGUE'], holder: 'Other' } },
      ],
    },
  );
  office.pass(0, 1);
  office.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
  office.service.designs = [designHit(1), designHit(2)];
  return office;
}

/** Checks the patent, and holds the transaction that ends the check open, with all its writes. */
async function holdCheck(office: Office): Promise<{ readonly ended: Promise<unknown>; release(): void }> {
  const { store } = office;
  const parts = office.parts();
  const claim = await office.claim('patent');
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const transaction: Store['transaction'] = (work) =>
    store.transaction(async (trx) => {
      const done = await work(trx);
      if ((await trx.selectFrom('checks').select('id').execute()).length === 3) return done;
      held.resolve();
      await released.promise;
      return done;
    });
  const ended = runCheck({ ...parts, store: { ...store, transaction } }, { claim });
  await held.promise;
  return { ended, release: released.resolve };
}

async function deliverDigest(office: Office): Promise<number> {
  let sent = 0;
  const channel: Channel = {
    name: 'daily',
    async send() {
      sent += 1;
      return { outcome: 'sent', response: 'ok' };
    },
    async close() {},
  };
  const { store, config, log } = office.parts();
  const parts = { store, config, log, watches: new Map(), channels: new Map([['daily', channel]]) };
  await keepHeartbeat({ ...parts, clock: () => office.now }, channel);
  const evening = new Date(office.now);
  evening.setUTCHours(18, 0, 1);
  await deliverDue({ ...parts, clock: () => evening }, new AbortController().signal);
  return sent;
}

it('while the end of one check is held up, another check, a sign-in and a digest proceed', async () => {
  const office = await officeOfTwo();
  const password = 'correct horse battery';
  const ed = { name: 'ed', role: 'reader', matters: undefined, confidential: false } as const;
  await saveUser(office.store.db, { ...ed, password: quickHash(password) });
  const { ended, release } = await holdCheck(office);
  const other = await office.daemonCheck('bottles');
  expect(other).toMatchObject({ outcome: 'complete', changes: [{ kind: 'design.new' }] });
  expect(await signIn(office, { name: 'ed', password, address: '::1' }, office.now)).toHaveProperty('session');
  expect(await deliverDigest(office)).toBe(1);
  release();
  expect(await ended).toMatchObject({ outcome: 'complete', changes: [{ kind: 'entry.new' }] });
  expect((await office.newAlerts()).map((line) => line.split(' ').slice(0, 2).join(' ')).toSorted()).toEqual(
    expect.arrayContaining(['brand: design.new', 'counsel: entry.new']),
  );
});
