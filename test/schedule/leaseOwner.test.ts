import { globSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { expect, it, onTestFinished, vi } from 'vitest';
import { countNotArrived } from '../../src/alerts/outbox/alertsTable.ts';
import { isDeadOwner, leaseQueue, newLeaseOwner } from '../../src/store/claims/claims.ts';
import { alertOf, later } from '../alerts/outbox/outbox.ts';
import { seededStore } from '../alerts/outbox/seededStore.ts';
import { onPostgres } from '../store/database.ts';
import { freshStore } from '../store/freshStore.ts';

const [here] = newLeaseOwner().split('/');

/** Larger than any pid of Linux, so no process has it. */
const pidOfTheDead = 2 ** 22 + 1;

it('isDeadOwner recognizes dead processes of this machine, and calls no other owner dead', async () => {
  expect(isDeadOwner(`${here}/${pidOfTheDead}/abc/1`)).toBe(true);
  expect(isDeadOwner(`${here}/${process.pid}/another-start/1`)).toBe(true);
  expect(isDeadOwner(newLeaseOwner())).toBe(false);
  expect(isDeadOwner(`${here}/${process.ppid}/abc/1`)).toBe(false);
  expect(isDeadOwner(`elsewhere/${pidOfTheDead}/abc/1`)).toBe(false);
  expect(isDeadOwner('somebody')).toBe(false);
  // On Linux, the space of its process ids too, because containers may share a host name.
  const [space = ''] = globSync('/proc/self/ns/pid').map((file) => ` ${readlinkSync(file)}`);
  expect(here).toBe(hostname() + space);
  // The response of the system about a process of another user.
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  });
  onTestFinished(() => kill.mockRestore());
  expect(isDeadOwner(`${here}/${pidOfTheDead}/abc/1`)).toBe(false);
});

it('releaseDead ends the lease of a killed process, and no other', async () => {
  const { store } = await freshStore();
  await store.db
    .insertInto('queries')
    .values(['a', 'b'].map((id) => ({ id, operation: 'pacer' as const, body: '{}' })))
    .execute();
  const now = new Date('2026-11-20T12:00:00.000Z');
  const claim = (queryId: string, owner: string) => leaseQueue(store.db, owner).checks.claim(queryId, now);
  await claim('a', `${here}/${pidOfTheDead}/abc/1`);
  await claim('b', newLeaseOwner());
  expect(await claim('a', 'me')).toBeUndefined();
  await leaseQueue(store.db).releaseDead();
  expect(await claim('a', 'me')).toMatchObject({ queryId: 'a', fence: 2 });
  expect(await claim('b', 'me')).toBeUndefined();
});

it.skipIf(onPostgres)(
  'an alert leased by a killed process has not arrived, and its next claim says that the holder died',
  async () => {
    const { store } = await seededStore();
    const ids = [await alertOf(store, 'counsel', '1'), await alertOf(store, 'counsel', '2')];
    const owners = [`${here}/${pidOfTheDead}/abc/1`, newLeaseOwner()];
    const until = later(120).toISOString();
    for (const [index, id] of ids.entries()) {
      const lease = { claimedBy: owners[index] ?? '', leaseUntil: until };
      await store.db.updateTable('alerts').set(lease).where('id', '=', id).execute();
    }
    expect(await countNotArrived(store.db, later(1))).toBe(1);
    await leaseQueue(store.db).releaseDead();
    const leases = await store.db.selectFrom('alerts').select(['claimedBy', 'leaseUntil']).orderBy('id').execute();
    expect(leases).toEqual([
      { claimedBy: owners[0], leaseUntil: new Date(0).toISOString() },
      { claimedBy: owners[1], leaseUntil: until },
    ]);
    // The attempt that ended that process does not count.
    await store.db.updateTable('alerts').set({ attempts: 3 }).execute();
    const next = await leaseQueue(store.db, 'me').alerts.claimNext('counsel', later(1));
    expect(next).toMatchObject({ id: ids[0], owner: 'me', attempts: 2, holderDied: true });
  },
);
