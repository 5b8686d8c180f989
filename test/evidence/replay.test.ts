import { describe, expect, it } from 'vitest';
import { beforePage } from '../../src/check/evidence/keepRawResponses.ts';
import { loadBundle, parseBundle } from '../../src/evidence/replayBundle.ts';
import { type Replay, replayCheck } from '../../src/evidence/replayCheck.ts';
import { insertRawResponses, packResponse } from '../../src/store/snapshot/rawResponses.ts';
import { designHit, docketHit, docketWith, entryHit } from '../check/hits.ts';
import { type Office, openOffice, wordChange } from '../check/office.ts';
import { type Reply, refusal, truth } from '../check/service.ts';

async function replay(office: Office, checkId: number): Promise<Replay> {
  const { config, watches } = office.parts();
  return replayCheck(config, watches, await loadBundle(office.store.db, checkId));
}

async function lastCheck(office: Office): Promise<number> {
  const row = await office.store.db.selectFrom('checks').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return row.id;
}

/** Replays the last check, and expects it to tell what the check told. */
async function expectSameNews(office: Office): Promise<Replay> {
  const checkId = await lastCheck(office);
  const then = (await office.changes()).filter((change) => change.checkId === checkId);
  const again = await replay(office, checkId);
  const told = ({ changes }: Pick<Replay, 'changes'>) =>
    changes.map((change) => [wordChange(change), change.fields, change.note, change.rule, change.watches]);
  expect(told(again)).toEqual(told({ changes: then }));
  return again;
}

const filed = { dateFiled: 'Nov 20, 2026' };

describe('the replay of a check', () => {
  it('tells what the check told: a new case, a case that ended, new, edited and unseen entries', async () => {
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
    const { reading, changes } = await expectSameNews(office);
    expect(changes.map((change) => change.kind).sort()).toEqual([
      'docket.new',
      'docket.status',
      'entry.new',
      'entry.unseen',
      'entry.updated',
    ]);
    expect(reading).toMatchObject({ outcome: 'complete', hits: 3, credits: 0 });
  });

  it('tells what is gone, and what is back', async () => {
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

  it('tells filings of a case that the check before was not shown', async () => {
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

  it('tells what is gone by an answer that was byte for byte the last one', async () => {
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

  it('tells what the check told of a design', async () => {
    const office = await openOffice({ watches: [{ id: 'rival', designs: { source: 'HAGUE', holder: 'Rival' } }] });
    office.service.designs = [designHit(1), designHit(2)];
    await office.check();
    office.service.designs = [designHit(1, { STATUS: 'EXP', ED: '2034-05-06' }), designHit(2)];
    office.pass(1);
    await office.check();
    expect((await expectSameNews(office)).changes).toHaveLength(2);
  });

  it('tells what the check told where hits that were known are kept by their names alone', async () => {
    const office = await openOffice();
    const others = [2, 3, 4].map((docketId) => docketWith([entryHit(1)], { docketId, docketNumber: `${docketId}` }));
    office.service.dockets = [...others.slice(0, 2), docketWith([entryHit(1)]), ...others.slice(2)];
    await office.check();
    const moved = docketWith([entryHit(1), entryHit(2, filed)], { status: 'terminated' });
    office.service.dockets = [...others.slice(0, 2), moved, ...others.slice(2)];
    office.pass(1);
    await office.check();
    const { pages } = await loadBundle(office.store.db, await lastCheck(office));
    const { data } = JSON.parse(pages[0]?.body ?? '') as { data: { hits: unknown[] } };
    const known = (key: string) => ({ asKnown: expect.objectContaining({ key }) });
    expect(data.hits).toEqual([known('2'), known('3'), moved, known('4')]);
    const { reading, changes } = await expectSameNews(office);
    expect(changes.map((change) => change.kind).sort()).toEqual(['docket.status', 'entry.new']);
    expect(reading).toMatchObject({ outcome: 'complete', hits: 4 });
  });

  it('tells what the check told where entries that were shown as they were stored are kept by their places', async () => {
    const office = await openOffice();
    const [first, second, third] = [entryHit(1), entryHit(2), entryHit(3)];
    office.service.dockets = [docketWith([first, second, third])];
    await office.check();
    const edited = { ...second, description: 'Another text altogether, in the place of the one before' };
    office.service.dockets = [docketWith([entryHit(4, filed), third, edited, first])];
    office.pass(1);
    await office.check();
    const checkId = await lastCheck(office);
    const bundle = await loadBundle(office.store.db, checkId);
    const [kept] = bundle.before?.records ?? [];
    expect(kept?.entries).toEqual([3, { seq: 2, entry: expect.objectContaining({ documentNumber: '2' }) }, 1]);
    const { changes } = await expectSameNews(office);
    expect(changes.map((change) => change.kind).sort()).toEqual(['entry.new', 'entry.updated']);
    const { config, watches } = office.parts();
    const shorter = bundle.pages.map((page) => ({
      ...page,
      body: page.body.replace(/,\{"documentNumber":"1".*?\}/, ''),
    }));
    await expect(replayCheck(config, watches, { ...bundle, pages: shorter })).rejects.toThrow(
      'The answer shows 4 entries of 1:20-cv-00168, of which today’s program reads 3',
    );
  });

  it('tells what the check told of so many designs that what they were is kept in parts', async () => {
    const office = await openOffice({ watches: [{ id: 'rival', designs: { source: 'HAGUE', holder: 'Rival' } }] });
    const numbers = Array.from({ length: 600 }, (_, index) => index);
    const products = Array.from({ length: 100 }, (_, index) => `Bottle of kind ${index}`);
    office.service.designs = numbers.map((number) => designHit(number, { PROD: products }));
    await office.check();
    office.service.designs = numbers.map((number) => designHit(number, { PROD: products, STATUS: 'EXP' }));
    office.pass(1);
    await office.check();
    const { db } = office.store;
    const kept = await db.selectFrom('raw_answers').select('page').where('page', '<', beforePage).execute();
    expect(kept.length).toBeGreaterThan(1);
    const { changes } = await expectSameNews(office);
    expect(changes).toHaveLength(600);
    expect(changes.every(({ fields }) => fields[0]?.before === 'ACT' && fields[0].after === 'EXP')).toBe(true);
  });

  it.each<[string, number]>([
    ['all of which changed', 1],
    ['of which every third changed', 3],
  ])('tells what the check told of so many designs that they were held packed, %s', async (_which, every) => {
    const office = await openOffice({ watches: [{ id: 'rival', designs: { source: 'HAGUE', holder: 'Rival' } }] });
    office.service.cap = 100;
    const details = { structured: { indication_of_products: 'Bottles, and stoppers for bottles; '.repeat(50) } };
    const shown = (status: string) =>
      Array.from({ length: 3300 }, (_, number) =>
        designHit(number, { DETAIL_DATA: details, STATUS: number % every === 0 ? status : 'ACT' }),
      );
    office.service.designs = shown('ACT');
    await office.check();
    office.service.designs = shown('EXP');
    office.pass(1);
    await office.check();
    const { changes } = await expectSameNews(office);
    const changed = Array.from({ length: 3300 / every }, (_, index) => `design.status DM/${200_000 + index * every}`);
    expect(changes.map((change) => wordChange(change).split(' ').slice(0, 2).join(' ')).sort()).toEqual(changed.sort());
  });

  it('reads what was kept when records were not yet kept apart', async () => {
    const office = await openOffice({ watches: [{ id: 'rival', designs: { source: 'HAGUE', holder: 'Rival' } }] });
    office.service.designs = [designHit(1)];
    await office.check();
    office.service.designs = [designHit(1, { STATUS: 'EXP' })];
    office.pass(1);
    await office.check();
    const { db } = office.store;
    const checkId = await lastCheck(office);
    const { before } = await loadBundle(db, checkId);
    const together = packResponse(beforePage, {}, Buffer.from(JSON.stringify(before)));
    await db.deleteFrom('raw_answers').where('page', '<=', beforePage).execute();
    await insertRawResponses(db, checkId, [together], '');
    expect((await expectSameNews(office)).changes.map((change) => change.kind)).toEqual(['design.status']);
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
    expect((await expectSameNews(office)).reading).toMatchObject({ outcome: 'complete', hits: 13 });
  });

  it('is partial with the same reason where the check was', async () => {
    const office = await openOffice();
    office.service.dockets = [docketHit()];
    await office.check();
    office.service.reply = () => ({
      body: { code: 0, data: { total: 2, hits: [docketHit({ status: 'terminated' }), { docketId: {} }] } },
    });
    const [check] = await office.check();
    const { reading } = await expectSameNews(office);
    expect(reading).toMatchObject({ outcome: 'partial', reason: check?.reason });
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

  it('says why a check cannot be replayed: it found nothing, no answer came, or it is not known', async () => {
    const office = await openOffice();
    await office.check();
    await expect(replay(office, 1)).rejects.toThrow('The answers of check 1 are not kept');
    office.service.reply = () => ({ status: 500, body: '' });
    await office.check();
    await office.store.db.deleteFrom('raw_answers').execute();
    await expect(replay(office, 2)).rejects.toThrow(/Check 2 failed without an answer .* HTTP 500/);
    await expect(replay(office, 99)).rejects.toThrow('There is no check 99');
  });

  it('leaves the store as it is, and tells nobody', async () => {
    const office = await openOffice();
    office.service.dockets = [docketHit()];
    await office.check();
    office.service.dockets = [docketHit({ status: 'terminated' })];
    await office.check();
    await office.told();
    const calls = office.service.calls.length;
    await replay(office, 2);
    expect(await office.told()).toEqual([]);
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
