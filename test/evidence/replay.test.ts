import { describe, expect, it } from 'vitest';
import { beforePage } from '../../src/check/evidence/checkEvidence.ts';
import { loadBundle, parseBundle } from '../../src/evidence/replayBundle.ts';
import { type Replay, replayCheck } from '../../src/evidence/replayCheck.ts';
import { insertRawResponses } from '../../src/snapshot/rawResponsesTable.ts';
import { designHit, docketHit, docketWith, entryHit } from '../check/hits.ts';
import { type Office, openOffice, wordChange } from '../check/office.ts';
import { type Reply, refusal, truth } from '../check/service.ts';
import { onPostgres } from '../database/database.ts';

async function replay(office: Office, checkId: number): Promise<Replay> {
  const { config, watches } = office.parts();
  return replayCheck(config, watches, await loadBundle(office.store.db, checkId));
}

async function lastCheck(office: Office): Promise<number> {
  const row = await office.store.db.selectFrom('checks').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return row.id;
}

/** Replays the last check, and expects it to report what the check reported. */
async function expectSameNews(office: Office): Promise<Replay> {
  const checkId = await lastCheck(office);
  const then = (await office.changes()).filter((change) => change.checkId === checkId);
  const again = await replay(office, checkId);
  const reported = ({ changes }: Pick<Replay, 'changes'>) =>
    changes.map((change) => [wordChange(change), change.fields, change.note, change.rule, change.watches]);
  expect(reported(again)).toEqual(reported({ changes: then }));
  return again;
}

const filed = { dateFiled: 'Nov 20, 2026' };

describe('the replay of a check', () => {
  it('reports what the check reported: a new case, a case that ended, new, edited and unseen entries', async () => {
    const office = await openOffice();
    office.service.dockets = [docketWith([entryHit(1), entryHit(2)]), docketHit({ docketId: 2, docketNumber: '2' })];
    await office.check();
    const edited = entryHit(2, { description: 'COMPLAINT number 2 by the plaintiff (Modified on 11/20/2026)' });
    office.service.dockets = [
      docketWith([entryHit(1), edited, entryHit(3, filed)], {
        status: 'terminated',
        dateTerminated: '2026-11-20',
        entryTotal: 5,
      }),
      docketHit({ docketId: 2, docketNumber: '2' }),
      docketHit({ docketId: 3, docketNumber: '3', dateFiled: '2026-11-19' }),
    ];
    office.pass(1);
    await office.check();
    const { result, changes } = await expectSameNews(office);
    expect(changes.map((change) => change.kind).sort()).toEqual([
      'docket.new',
      'docket.status',
      'entry.new',
      'entry.unseen',
      'entry.updated',
    ]);
    expect(result).toMatchObject({ outcome: 'complete', hits: 3 });
  });

  it('reports what is gone, and what is back', async () => {
    const office = await openOffice({ goneAfterChecks: 1 });
    const [stays, goes] = [docketHit(), docketHit({ docketId: 2, docketNumber: '2' })];
    office.service.dockets = [stays, goes];
    await office.check();
    office.service.dockets = [stays];
    office.pass(1);
    await office.check();
    expect((await expectSameNews(office)).changes.map((change) => change.kind)).toEqual(['docket.gone']);
    office.service.dockets = [stays, goes];
    office.pass(1);
    await office.check();
    expect((await expectSameNews(office)).changes.map((change) => change.kind)).toEqual(['docket.back']);
  });

  it('reports filings of a case that the check before was not shown', async () => {
    const office = await openOffice();
    const stays = docketHit({ docketId: 2, docketNumber: '2' });
    const last = entryHit(1, filed);
    office.service.dockets = [docketWith([last]), stays];
    await office.check();
    office.service.dockets = [stays];
    office.pass(20);
    await office.check();
    const filings = [2, 3, 4].map((number) => entryHit(number, { dateFiled: 'Nov 19, 2026', documentNumber: '' }));
    office.service.dockets = [docketWith([last, ...filings]), stays];
    office.pass(20);
    await office.check();
    const { changes } = await expectSameNews(office);
    expect(changes.map((change) => change.kind)).toEqual(['entry.new', 'entry.new', 'entry.new']);
  });

  it('reports what is gone by a response that was byte for byte the last one', async () => {
    const office = await openOffice({ goneAfterChecks: 2 });
    const stays = docketHit();
    office.service.dockets = [stays, docketHit({ docketId: 2, docketNumber: '2' })];
    await office.check();
    office.service.dockets = [stays];
    await office.check();
    office.pass(1);
    await office.check();
    expect((await expectSameNews(office)).changes.map(wordChange)).toEqual(['docket.gone 2']);
  });

  it('reports what the check reported of a design', async () => {
    const office = await openOffice({ watches: [{ id: 'rival', designs: { source: 'HAGUE', holder: 'Rival' } }] });
    office.service.designs = [designHit(1), designHit(2)];
    await office.check();
    office.service.designs = [designHit(1, { STATUS: 'EXP', ED: '2034-05-06' }), designHit(2)];
    office.pass(1);
    await office.check();
    expect((await expectSameNews(office)).changes).toHaveLength(2);
  });

  it('reads what a version before 0.2.0 kept: entries by their places, records apart, and queries called ties', async () => {
    const office = await openOffice();
    const [first, second, third] = [entryHit(1), entryHit(2), entryHit(3)];
    office.service.dockets = [docketWith([first, second, third])];
    await office.check();
    const edited = { ...second, description: 'Another text altogether, in the place of the one before' };
    office.service.dockets = [docketWith([entryHit(4, filed), third, edited, first])];
    office.pass(1);
    await office.check();
    const { db } = office.store;
    const checkId = await lastCheck(office);
    const { before } = await loadBundle(db, checkId);
    if (before === undefined) throw new Error('nothing was kept');
    const { watchQueries: ties, records, ...rest } = before;
    const inPlaces = records.map((record) => ({ ...record, entriesShown: 4, entries: [3, record.entries[1], 1] }));
    await db.deleteFrom('raw_answers').where('page', '=', beforePage).execute();
    const kept = [
      { page: beforePage, request: {}, bytes: Buffer.from(JSON.stringify({ ...rest, ties, records: [] })) },
      { page: beforePage - 1, request: {}, bytes: Buffer.from(JSON.stringify(inPlaces)) },
    ];
    await insertRawResponses(db, checkId, kept, '');
    const { changes } = await expectSameNews(office);
    expect(changes.map((change) => change.kind).sort()).toEqual(['entry.new', 'entry.updated']);
  });

  it('says so where a version before 0.2.0 left out the hits that it knew', async () => {
    const office = await openOffice();
    office.service.dockets = [docketWith([entryHit(1)])];
    await office.check();
    office.service.dockets = [docketWith([entryHit(1), entryHit(2, filed)])];
    office.pass(1);
    await office.check();
    const { config, watches } = office.parts();
    const bundle = await loadBundle(office.store.db, await lastCheck(office));
    const body = JSON.stringify({ code: 0, data: { total: 1, hits: [{ asKnown: { key: '1', shownHash: '' } }] } });
    const replaying = replayCheck(config, watches, { ...bundle, pages: [{ from: 0, body }] });
    await expect(replaying).rejects.toThrow('kept by a version before 0.2.0');
  });

  it.each<[string, number]>([
    ['all of which changed', 1],
    ['of which every third changed', 3],
  ])('reports what the check reported of thousands of designs, %s', async (_which, every) => {
    // On Postgres as many as make several pages.
    const designs = onPostgres ? 330 : 3300;
    const office = await openOffice({ watches: [{ id: 'rival', designs: { source: 'HAGUE', holder: 'Rival' } }] });
    office.service.cap = 100;
    const details = { structured: { indication_of_products: 'Bottles, and stoppers for bottles; '.repeat(50) } };
    const shown = (status: string) =>
      Array.from({ length: designs }, (_, number) =>
        designHit(number, { DETAIL_DATA: details, STATUS: number % every === 0 ? status : 'ACT' }),
      );
    office.service.designs = shown('ACT');
    await office.check();
    office.service.designs = shown('EXP');
    office.pass(1);
    await office.check();
    const { changes } = await expectSameNews(office);
    const changed = Array.from(
      { length: designs / every },
      (_, index) => `design.status DM/${200_000 + index * every}`,
    );
    expect(changes.map((change) => wordChange(change).split(' ').slice(0, 2).join(' ')).sort()).toEqual(changed.sort());
  });

  it('is as complete as the check was, where the service does not count and the page size was known before', async () => {
    const office = await openOffice();
    office.service.cap = 10;
    office.service.reply = (call) => {
      const { data } = truth(office.service, call) as { data: { hits: unknown[] } };
      return { body: { code: 0, data: { total: -1, hits: data.hits } } };
    };
    const cases = Array.from({ length: 13 }, (_, index) =>
      docketHit({ docketId: index + 1, docketNumber: `${index}` }),
    );
    office.service.dockets = cases.slice(0, 12);
    await office.check();
    office.service.dockets = cases;
    office.pass(1);
    await office.check();
    expect((await expectSameNews(office)).result).toMatchObject({ outcome: 'complete', hits: 13 });
  });

  it('is partial with the same reason where the check was', async () => {
    const office = await openOffice();
    office.service.dockets = [docketHit()];
    await office.check();
    office.service.reply = () => ({
      body: { code: 0, data: { total: 2, hits: [docketHit({ status: 'terminated' }), { docketId: {} }] } },
    });
    const [check] = await office.check();
    const { result } = await expectSameNews(office);
    expect(result).toMatchObject({ outcome: 'partial', reason: check?.reason });
  });

  it.each<[string, Reply]>([
    ['a refusal', refusal(1001, 'no such field')],
    ['an HTML page', { status: 503, body: '<html>down</html>' }],
  ])('of a failed one is its error: %s', async (_what, reply) => {
    const office = await openOffice();
    office.service.reply = () => reply;
    const [check] = await office.check();
    expect(check?.outcome).toBe('failed');
    await expect(replay(office, await lastCheck(office))).rejects.toThrow(check?.reason ?? '');
  });

  it('says why a check cannot be replayed: it found nothing, no response came, or it is not known', async () => {
    const office = await openOffice();
    await office.check();
    await expect(replay(office, 1)).rejects.toThrow('The responses of check 1 are not kept');
    office.service.reply = () => ({ status: 500, body: '' });
    await office.check();
    await office.store.db.deleteFrom('raw_answers').execute();
    await expect(replay(office, 2)).rejects.toThrow(/Check 2 failed without a response .* HTTP 500/);
    await expect(replay(office, 99)).rejects.toThrow('There is no check 99');
  });

  it('leaves the store as it is, and notifies nobody', async () => {
    const office = await openOffice();
    office.service.dockets = [docketHit()];
    await office.check();
    office.service.dockets = [docketHit({ status: 'terminated' })];
    await office.check();
    await office.newAlerts();
    const calls = office.service.calls.length;
    await replay(office, 2);
    expect(await office.newAlerts()).toEqual([]);
    expect(await office.changes()).toHaveLength(1);
    expect(office.service.calls).toHaveLength(calls);
  });
});

describe('an exported replay', () => {
  it('reports the same elsewhere, where nothing else is known of the case, also one of an earlier version', async () => {
    const office = await openOffice();
    office.service.dockets = [docketWith([entryHit(1)])];
    await office.check();
    office.service.dockets = [docketWith([entryHit(1), entryHit(2, filed)], { assignedTo: 'Edith Brandt' })];
    office.pass(1);
    await office.check();
    const bundle = JSON.stringify(await loadBundle(office.store.db, 2));
    expect(bundle).not.toContain('secret-token');
    const elsewhere = await openOffice();
    const { config, watches } = elsewhere.parts();
    const { changes } = await replayCheck(config, watches, parseBundle(bundle));
    expect(changes.map(wordChange)).toEqual((await office.changes()).map(wordChange));
    expect(await elsewhere.changes()).toEqual([]);
    const former = bundle.replace('"watchQueries":', '"ties":');
    const again = await replayCheck(config, watches, parseBundle(former));
    expect(again.changes.map(wordChange)).toEqual(changes.map(wordChange));
  });

  it('that is no such file is refused in words', () => {
    expect(() => parseBundle('{"check":1}')).toThrow('not what tipstaff replay --export writes');
    expect(() => parseBundle('no JSON')).toThrow('not what tipstaff replay --export writes');
  });
});
