import { describe, expect, it } from 'vitest';
import { beginHold, endDueHolds } from '../../../src/check/changeHolds.ts';
import { correctDueTimes } from '../../../src/daemon/clockQueries.ts';
import { endAccessKeysOf, listAccessKeys } from '../../../src/people/accessKeysTable.ts';
import { localViewer, sightOf } from '../../../src/people/sight.ts';
import { attemptPassword } from '../../../src/people/signIn/attempts.ts';
import { findUser, listUsers, noteSignIn, removeUser, saveUser, type User } from '../../../src/people/usersTable.ts';
import { putHold, runningHolds } from '../../../src/schedule/holds/holdsTable.ts';
import { removeWatch, saveWatches } from '../../../src/schedule/ownWatches.ts';
import { syncWatches } from '../../../src/schedule/syncWatches.ts';
import type { Action, PageParts } from '../../../src/web/frame/page.ts';
import { signIn } from '../../../src/web/pages/account/signIn.ts';
import { userActions } from '../../../src/web/pages/account/usersPage.ts';
import { checkNowAction } from '../../../src/web/pages/watches/watchActions.ts';
import type { Visit } from '../../../src/web/visit/visit.ts';
import { docketWith, entryHit } from '../../check/hits.ts';
import { type Office, officeThatKnows, openOffice } from '../../check/office.ts';
import { aHold } from '../../schedule/holds/aHold.ts';
import { quickHash } from '../../web/quickHash.ts';
import { alsoOpen, outpaced, sideBySide } from './race.ts';

const search = { dockets: { patentNumber: '6,834,603' } };

it('the second of two people who add a watch with the same id at once gets an error about the id', async () => {
  const office = await openOffice();
  const { config } = office.parts();
  const beside = sideBySide();
  const add = (store: typeof office.store, id: string) =>
    saveWatches(beside(store), config, [{ id, ...search }], { who: id, now: office.now, how: 'add' });
  const saved = await Promise.all([add(office.store, 'Bottles'), add(await alsoOpen(office.store), 'bottles')]);
  expect(saved.filter((one) => 'saved' in one)).toHaveLength(1);
  expect(saved.flatMap((one) => ('mistakes' in one ? one.mistakes : []))).toMatchObject([{ path: 'id' }]);
});

it('the second of two people who edit a watch at once must load the watch again', async () => {
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

it('changes that a mute deferred are reported once, though two processes end the mute', async () => {
  const office = await officeThatKnows({ dockets: [docketWith([entryHit(1)])] });
  const until = new Date(office.now.getTime() + 2 * 86_400_000).toISOString();
  const mute = aHold({ watchId: 'widget', until, isChecked: true });
  await office.store.transaction((trx) => putHold(trx, { ...mute, beganAt: office.now.toISOString() }));
  office.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
  expect(await office.alertsOfCheck({ after: 1 })).toEqual([]);
  office.pass(2);
  const beside = sideBySide();
  const { config } = office.parts();
  const other = await alsoOpen(office.store);
  const ended = await Promise.all([office.store, other].map((one) => endDueHolds(beside(one), config, office.now)));
  expect(ended.toSorted()).toEqual([0, 1]);
  expect(await office.newAlerts()).toEqual([expect.stringMatching(/^counsel: entry\.new/)]);
});

it('a mute that a person extends as it runs out continues', async () => {
  const office = await openOffice();
  await syncWatches(office.store, office.parts().config, office.now);
  const [beganAt, until, later] = [0, 1, 8].map((days) => {
    return new Date(office.now.getTime() + days * 86_400_000).toISOString();
  }) as [string, string, string];
  const mute = aHold({ watchId: 'widget', beganAt, isChecked: true });
  await putHold(office.store.db, { ...mute, until });
  office.pass(2);
  const store = outpaced(office.store, () => putHold(office.store.db, { ...mute, until: later }));
  expect(await endDueHolds(store, office.parts().config, office.now)).toBe(0);
  expect(await runningHolds(office.store.db)).toMatchObject([{ until: later }]);
});

describe('a watch that is paused meanwhile stays without a due time', () => {
  const pause = ({ store, now, parts }: Office) => {
    const why = { author: 'ann', reason: 'settled', beganAt: now.toISOString(), until: null };
    return store.transaction((trx) => beginHold(trx, parts().config, aHold({ watchId: 'widget', ...why })));
  };
  const dueTimes = ({ store }: Office) => store.db.selectFrom('watchQueries').select('nextDueAt').execute();

  it('while the due times of a clock that was ahead are corrected', async () => {
    const office = await openOffice();
    await syncWatches(office.store, office.parts().config, office.now);
    await office.store.db.updateTable('watchQueries').set({ nextDueAt: '2030-01-01T00:00:00.000Z' }).execute();
    const store = outpaced(office.store, () => pause(office));
    expect(await correctDueTimes(store, { now: office.now, spreadSeconds: 60 })).toBe(0);
    expect(await dueTimes(office)).toEqual([{ nextDueAt: null }]);
  });

  it('while a person requests a check', async () => {
    const office = await openOffice();
    await syncWatches(office.store, office.parts().config, office.now);
    const store = outpaced(office.store, () => pause(office));
    expect(await act(checkNowAction, { ...office, store }, { id: 'widget' })).toMatchObject({ kind: 'refused' });
    expect(await dueTimes(office)).toEqual([{ nextDueAt: null }]);
  });
});

/** Runs an action of an admin on a page. */
function act(action: Action | undefined, office: Office, params: Record<string, string>, form = {}) {
  const { config } = office.parts();
  const sight = sightOf(config, localViewer);
  const visit = { viewer: localViewer, sight, now: office.now, timezone: 'UTC' } as Visit;
  const parts = { store: office.store, config, wholeConfig: config } as PageParts;
  return action?.act(parts, visit, params, form, {}).catch((error) => ({ kind: 'refused', why: error.message }));
}

describe('a user whom two processes handle at once', () => {
  const named = (verb: string) => userActions.find(({ path }) => path === verb || path === `/users/:name/${verb}`);
  const boss: User = { name: 'boss', role: 'admin', matters: undefined, confidential: true, password: 'scrypt$x' };
  const ed: User = { name: 'ed', role: 'reader', matters: undefined, confidential: false, password: 'scrypt$y' };
  const fields = { role: 'editor', sees: 'all' };

  async function withUsers() {
    const office = await openOffice();
    for (const user of [boss, ed]) await saveUser(office.store.db, user);
    const save = (user: User) => saveUser(office.store.db, user);
    const outpacedBy = (first: () => Promise<unknown>) => ({ ...office, store: outpaced(office.store, first) });
    return { office, save, outpacedBy, stored: () => findUser(office.store.db, 'ed') };
  }

  it('stays disabled when the other admin changes the role', async () => {
    const { save, outpacedBy, stored } = await withUsers();
    const other = outpacedBy(() => save({ ...ed, disabled: true, password: 'scrypt$z' }));
    expect(await act(named('save'), other, { name: 'ed' }, fields)).toMatchObject({ kind: 'done' });
    expect(await stored()).toMatchObject({ role: 'editor', disabled: true, password: 'scrypt$z' });
  });

  it('stays removed when the other admin sets a password', async () => {
    const { office, outpacedBy, stored } = await withUsers();
    const other = outpacedBy(() => removeUser(office.store.db, 'ed'));
    const done = await act(named('password'), other, { name: 'ed' }, { password: 'correct horse battery' });
    expect(done).toMatchObject({ kind: 'refused' });
    expect(await stored()).toBeUndefined();
  });

  it('is added once, and the second admin gets an error', async () => {
    const { office, save, outpacedBy } = await withUsers();
    const other = outpacedBy(() => save({ ...ed, name: 'new', role: 'reader' }));
    const added = await act(
      named('/users/add'),
      other,
      {},
      { name: 'new', ...fields, password: 'correct horse battery' },
    );
    expect(added).toMatchObject({ kind: 'refused', why: expect.stringContaining('already') });
    expect((await listUsers(office.store.db)).find(({ name }) => name === 'new')).toMatchObject({
      password: 'scrypt$y',
    });
  });

  it('cannot sign in with a password that was changed meanwhile', async () => {
    const { office, save } = await withUsers();
    const password = 'correct horse battery';
    await save({ ...ed, password: quickHash(password) });
    const { store, now } = office;
    let isChanged = false;
    const change = async () => {
      // The first transaction records the attempt.
      if (!isChanged) await save({ ...ed, password: 'scrypt$z' });
      if (!isChanged) await endAccessKeysOf(store.db, 'ed', 'session');
      isChanged = true;
    };
    const noted = store.db.selectFrom('signIns').select('id');
    const other = {
      ...store,
      transaction: async <T>(work: Parameters<typeof store.transaction<T>>[0]) => {
        if ((await noted.execute()).length > 0) await change();
        return store.transaction(work);
      },
    };
    expect(await signIn({ store: other }, { name: 'ed', password, address: '::1' }, now)).toHaveProperty('why');
    expect(await listAccessKeys(store.db, 'ed', now)).toEqual([]);
  });

  it('cannot try more passwords than allowed by trying them all at once', async () => {
    const { office } = await withUsers();
    const attempt = { name: 'ed', password: 'wrong', address: '127.0.0.1', purpose: 'sign-in' } as const;
    for (let nth = 0; nth < 8; nth += 1) {
      await noteSignIn(office.store.db, { userName: 'ed', address: '127.0.0.1', now: office.now });
    }
    const tries = Array.from({ length: 4 }, () => attemptPassword(office, attempt, undefined, office.now));
    const tried = await Promise.all(tries);
    expect(tried.toSorted()).toEqual(['locked', 'locked', 'refused', 'refused']);
  });
});
