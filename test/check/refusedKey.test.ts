import { describe, expect, it } from 'vitest';
import { loadKeySuspension } from '../../src/check/admission/serviceKey.ts';
import { runCheck } from '../../src/check/runCheck.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { listWatchStatus } from '../../src/schedule/watchStatusQueries.ts';
import { standingOf } from '../../src/store/snapshot/checksTable.ts';
import { eventually } from '../eventually.ts';
import { letTimePass } from '../schedule/letTimePass.ts';
import { docketHit } from './hits.ts';
import { officeThatKnows, openOffice } from './office.ts';
import { refusal } from './service.ts';
import { openKinds, three } from './threeWatches.ts';

describe('a token that the service refuses', () => {
  it.each([
    ['token-refused', refusal(1004, 'invalid token')],
    ['token-refused', { status: 401, body: 'no' }],
    ['credits-gone', refusal(2001, 'no credits')],
    ['credits-gone', { status: 402, body: '' }],
  ])('is reported once as %s; other watches are skipped, and a check on demand calls again', async (kind, reply) => {
    const office = await openOffice({ watches: three });
    await office.check();
    office.service.reply = () => reply;
    const asked = office.service.calls.length;
    const outcomes = await office.check();
    expect(outcomes.map((outcome) => outcome.outcome)).toEqual(['failed', 'skipped', 'skipped']);
    const status = await listWatchStatus(office.store.db);
    expect(status.map((each) => each.lastOutcome)).toEqual(['failed', 'skipped', 'skipped']);
    expect(office.service.calls.length - asked).toBe(1);
    expect(await office.newAlerts()).toEqual([`ops: ${kind} began`]);
    await office.check();
    expect(office.service.calls.length - asked).toBe(2);
    expect(await office.newAlerts()).toEqual([]);
    office.service.reply = () => undefined;
    expect((await office.check()).map((outcome) => outcome.outcome)).toEqual(['complete', 'complete', 'complete']);
    expect(await office.newAlerts()).toEqual([`ops: ${kind} ended`]);
    expect(await openKinds(office)).toEqual([]);
  });

  it('gives a watch of two registers one reason, although its second search is skipped for the first', async () => {
    const office = await openOffice({
      watches: [{ id: 'bottles', designs: { source: ['HAGUE', 'EMID'], holder: 'Rival' } }],
    });
    office.service.reply = () => refusal(1004, 'invalid token');
    const [bottles] = await office.check();
    expect(bottles?.reason).toMatch(/^search\.account: /);
    expect(bottles?.reason?.match(/invalid token/g)).toHaveLength(1);
    const status = await listWatchStatus(office.store.db);
    expect(status.map(({ lastOutcome }) => lastOutcome).sort()).toEqual(['failed', 'skipped']);
    expect(standingOf(status).reason).toBe(bottles?.reason);
  });

  it('is probed by the daemon after 5 minutes, then at growing intervals up to 6 hours', async () => {
    const office = await openOffice({ watches: three });
    office.service.reply = () => refusal(1004, 'invalid token');
    expect(await office.daemonCheck('case1')).toMatchObject({ outcome: 'failed' });
    expect(await office.daemonCheck('case2')).toMatchObject({ outcome: 'skipped', requests: 0 });
    const probes: number[] = [];
    // The minutes of each probe. The test checks one minute before each of them, too.
    const gaps = [5, 10, 20, 40, 80, 160, 320, 360, 360];
    const wanted = gaps.map((_, index) => gaps.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0));
    let minutes = 0;
    for (const next of wanted.flatMap((probe) => [probe - 1, probe])) {
      office.pass(0, (next - minutes) / 60);
      minutes = next;
      if ((await office.daemonCheck('case2')).outcome === 'failed') probes.push(minutes);
    }
    expect(probes).toEqual(wanted);
    office.service.reply = () => undefined;
    office.pass(1);
    expect(await office.daemonCheck('case2')).toMatchObject({ outcome: 'complete' });
    expect(await office.daemonCheck('case3')).toMatchObject({ outcome: 'complete' });
  });

  it('is probed after 5 minutes even if several checks were under way when it was refused', async () => {
    const office = await openOffice({ watches: three });
    await syncWatches(office.store, office.parts().config, office.now);
    office.service.reply = async () => {
      await eventually(() => expect(office.service.calls).toHaveLength(3));
      office.pass(0, 1 / 3600);
      return refusal(1004, 'invalid token');
    };
    const claims = await Promise.all(three.map(({ id }) => office.claim(id)));
    const outcomes = await Promise.all(claims.map((claim) => runCheck(office.parts(), { claim })));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
    const suspension = await loadKeySuspension(office.store.db, office.parts().config.service);
    expect(Date.parse(suspension?.nextProbeAt ?? '') - Date.parse(suspension?.since ?? '')).toBe(5 * 60_000);
  });

  it('is no longer suspended after a change of the token', async () => {
    const office = await openOffice({ watches: three });
    office.service.reply = ({ token }) => (token === 'good' ? undefined : { status: 401, body: '' });
    await office.daemonCheck('case1');
    await office.configure({ watches: three, service: { token: 'good' } });
    expect(await office.daemonCheck('case2')).toMatchObject({ outcome: 'complete' });
  });

  it('suspends the other watches even if only a later page was refused', async () => {
    const office = await openOffice({ watches: [{ id: 'widget', dockets: { patentNumber: '6834603' } }, ...three] });
    office.service.cap = 1;
    office.service.dockets = [docketHit(), docketHit({ docketId: 2 })];
    office.service.reply = ({ body }) => (body.from === 1 ? refusal(2001, 'no credits') : undefined);
    expect(await office.daemonCheck('widget')).toMatchObject({ outcome: 'partial' });
    expect(await office.daemonCheck('case1')).toMatchObject({ outcome: 'skipped' });
  });
});

describe('a service that sends a Retry-After longer than a call waits', () => {
  const busyFor = (seconds: number) => ({ status: 429, headers: { 'retry-after': String(seconds) }, body: '' });

  it('gets no request of any query until then', async () => {
    const office = await openOffice({ watches: three });
    office.service.reply = () => busyFor(3600);
    expect(await office.daemonCheck('case1')).toMatchObject({ outcome: 'failed' });
    expect(office.service.calls).toHaveLength(1);
    office.service.reply = () => undefined;
    for (const id of ['case2', 'case3', 'case1']) {
      expect(await office.daemonCheck(id)).toMatchObject({ outcome: 'skipped', requests: 0 });
    }
    office.pass(0, 59 / 60);
    expect(await office.daemonCheck('case2')).toMatchObject({ outcome: 'skipped' });
    expect(office.service.calls).toHaveLength(1);
    office.pass(0, 2 / 60);
    // The pace follows the clock of the database, which has not moved.
    await letTimePass(office.store.db, 3_600_000);
    expect(await office.daemonCheck('case2')).toMatchObject({ outcome: 'complete' });
    expect(await office.daemonCheck('case3')).toMatchObject({ outcome: 'complete' });
  });
});

describe('a token that works again', () => {
  it('is not assumed when an earlier call succeeds: of two at once, the first took the last credits', async () => {
    const office = await officeThatKnows({}, { watches: three });
    office.pass(3);
    const refused = Promise.withResolvers<void>();
    office.service.reply = async ({ body }) => {
      if (body.caseNumber === '1:20-cv-00002') return refusal(2001, 'no credits');
      await refused.promise;
      return undefined;
    };
    const earlier = office.daemonCheck('case1');
    await eventually(() => expect(office.service.calls).toHaveLength(4));
    office.pass(0, 1 / 3600);
    await office.daemonCheck('case2');
    refused.resolve();
    expect(await earlier).toMatchObject({ outcome: 'complete' });
    const { store, config } = office.parts();
    expect(await loadKeySuspension(store.db, config.service)).toMatchObject({ errorClass: 'credits' });
    expect(await office.newAlerts()).toEqual(['ops: credits-gone began']);
    office.pass(0, 0.1);
    office.service.reply = () => undefined;
    expect(await office.daemonCheck('case1')).toMatchObject({ outcome: 'complete' });
    expect(await office.newAlerts()).toEqual(['ops: credits-gone ended']);
  });

  it('resumes at the first success even if it was suspended by a clock that was ahead', async () => {
    const office = await officeThatKnows({}, { watches: three });
    office.pass(30);
    office.service.reply = () => refusal(2001, 'no credits');
    await office.daemonCheck('case1');
    office.service.reply = () => undefined;
    office.pass(-20);
    expect(await office.daemonCheck('case1')).toMatchObject({ outcome: 'complete' });
    const ofKey = (await office.newAlerts()).filter((line) => line.startsWith('ops: '));
    expect(ofKey).toEqual(['ops: credits-gone began', 'ops: credits-gone ended']);
  });

  it('makes every watch that waited for it due', async () => {
    const office = await openOffice({ watches: three });
    await office.check();
    office.pass(3);
    office.service.reply = () => refusal(1004, 'invalid token');
    await office.daemonCheck('case1');
    await office.daemonCheck('case2');
    office.service.reply = () => undefined;
    office.pass(0, 0.1);
    await office.check({ ids: ['case3'] });
    const rows = await office.store.db.selectFrom('watchQueries').select(['watchId', 'nextDueAt']).execute();
    const due = rows.filter((row) => (row.nextDueAt ?? '') <= office.now.toISOString());
    expect(due.map((row) => row.watchId).sort()).toEqual(['case1', 'case2']);
  });
});
