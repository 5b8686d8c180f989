import { describe, expect, it } from 'vitest';
import { putHold } from '../../../src/schedule/holds/holdsTable.ts';
import { whyChange } from '../../../src/web/evidence/whyChange.ts';
import { designHit, docketHit, docketWith, entryHit } from '../../check/hits.ts';
import { type Office, officeThatKnows, openOffice } from '../../check/office.ts';
import { idOfRecord, newestChanges } from '../../check/stored.ts';
import { aHold } from '../../schedule/holds/aHold.ts';
import { whyOf } from './whyOf.ts';

async function stepsOf(office: Office, changeId: number): Promise<string[]> {
  const steps = await whyChange(office.store.db, office.parts().config, changeId);
  return (steps ?? []).map(({ step, what }) => `${step}: ${what}`);
}

const patent = { patentNumber: '6834603' };
const filed = { dateFiled: 'Nov 20, 2026' };

describe('the explanation of a change', () => {
  it('names its request, page, hit, field, rule, watches and alert', async () => {
    const office = await officeThatKnows(
      { dockets: [docketHit({ docketId: 2, docketNumber: '2' }), docketHit()] },
      {
        watches: [
          { id: 'widget', dockets: patent },
          { id: 'company', dockets: { companyName: 'Widget' }, tell: ['entry.new'], notify: ['brand'] },
        ],
      },
    );
    office.service.dockets = [docketHit({ docketId: 2, docketNumber: '2' }), docketHit({ status: 'terminated' })];
    await office.check({ ids: ['widget'], after: 1 });
    const steps = await stepsOf(office, 1);
    expect(steps).toEqual([
      'change: 1 docket.status, detected at 2026-11-21T12:00:00.000Z',
      'record: docket 7001: 1:20-cv-00168 Widget Co. v. Rival Inc.',
      'check: 3, complete',
      'request: pacer {"patentNumber":"6834603"}',
      'hit: page 1, hits[1] of the response to {"operation":"pacer","patentNumber":"6834603","from":0}',
      'field: status: "open" → "terminated"',
      'rule: status',
      expect.stringContaining('its "tell" leaves docket.status out: no alert'),
      expect.stringContaining('widget (dockets: patent number 6,834,603): its query found it; notifies counsel'),
      expect.stringMatching(/^alert: \d+ on counsel: waiting, due 2026-11-21T12:01:00.000Z$/),
    ]);
  });

  it('names its entry, and its deliveries with the server’s responses', async () => {
    const office = await officeThatKnows({ dockets: [docketWith([entryHit(1)])] });
    office.service.dockets = [docketWith([entryHit(1), entryHit(2, filed)])];
    await office.check({ after: 1 });
    const { id } = await newestChanges(office.store);
    await office.store.db
      .insertInto('deliveries')
      .values({ alertId: id, attemptedAt: '2026-11-21T12:00:01.000Z', outcome: 'sent', response: '250 queued' })
      .execute();
    const steps = await stepsOf(office, 1);
    expect(steps).toContain('entry: 2, 2026-11-20');
    expect(steps).toContain('rule: entry not known');
    expect(steps).toContain('delivery: 2026-11-21T12:00:01.000Z sent: 250 queued');
  });

  it('names the user who muted the watch, rather than saying that no channel is notified', async () => {
    const office = await officeThatKnows({ dockets: [docketHit()] });
    await mute(office);
    office.service.dockets = [docketHit({ status: 'terminated' })];
    await office.check();
    const steps = await stepsOf(office, 1);
    expect(steps.at(-1)).toBe(
      'mute: kept from counsel for widget until 2026-12-01T00:00:00.000Z: Ada muted widget (settlement talks)',
    );
  });

  it('says if its responses are no longer kept, or if it was reported for an absence', async () => {
    const office = await openOffice({ goneAfterChecks: 1 });
    const [stays, goes] = [docketHit(), docketHit({ docketId: 2, docketNumber: '2' })];
    office.service.dockets = [stays, goes];
    await office.check();
    office.service.dockets = [stays];
    await office.check();
    expect(await stepsOf(office, 1)).toContain(
      'hit: not in the responses of this check: it is reported for its absence',
    );
    await office.store.db.deleteFrom('rawResponses').execute();
    expect(await stepsOf(office, 1)).toContain('hit: the responses of this check are no longer kept');
    expect(await whyChange(office.store.db, office.parts().config, 99)).toBeUndefined();
  });
});

describe('the explanation of a record', () => {
  it('says since which check a watch counts what its filter left out at first', async () => {
    const office = await openOffice({
      watches: [{ id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival', wholeWord: true } }],
    });
    office.service.designs = [designHit(1, { HOL: ['Rivalry Sports'] })];
    await office.check();
    office.service.designs = [designHit(1, { HOL: ['Rivalry Sports', 'Rival AG'] })];
    await office.check({ after: 1 });
    const why = await whyOf(office, 'DM/200001');
    expect(why).toMatch(/found it in check 1 \(\S+\), and counts it since check 2/);
    expect(why).not.toContain('reports nothing as new');
  });

  it('does not say that a watch counts a record since before it found it, if it shares the news of another', async () => {
    const holder = { id: 'holder', designs: { source: 'HAGUE', holder: 'Rival' } };
    const office = await openOffice({
      watches: [holder, { id: 'class', designs: { source: 'HAGUE', locarno: '09-01' } }],
    });
    await office.check();
    office.service.designs = [designHit(1)];
    await office.check({ ids: ['holder'], after: 1 });
    await office.check({ ids: ['class'] });
    const why = await whyOf(office, 'DM/200001');
    expect(why).toMatch(/found it in check 4 \(\S+\)/);
    expect(why).not.toContain('counts it since');
  });

  it('lists for an unknown record every watch that searches for it, with the result of its last check', async () => {
    const rival = { id: 'rival', dockets: { companyName: 'Rival' } };
    const office = await openOffice({ watches: [{ id: 'widget', dockets: patent }, rival] });
    expect(await whyOf(office, 'Rival Toys')).toContain('It has never been checked completely.');
    await office.check();
    const why = await whyOf(office, 'Rival Toys');
    expect(why).toContain('Your watches have found nothing with this name or number.');
    expect(why).toContain(
      'rival (dockets: company Rival) searches for it. Last complete check: 2026-11-20T12:00:00.000Z: the service ' +
        'showed 0 records, but not this one.',
    );
    expect(await whyOf(office, '1:99-cv-00001')).toContain('None of your 2 watches searches for “1:99-cv-00001”.');
  });

  it('finds the record by its key or its number, and says that it was part of the baseline', async () => {
    const office = await officeThatKnows({ dockets: [docketHit()] });
    const why = await whyOf(office, '1:20-cv-00168');
    expect(why).toContain('its first check, which reports nothing as new');
    expect(why).toContain('It has not changed since.');
    expect(await whyOf(office, '7001')).toBe(why);
  });

  it.each([
    '1:20-cv-168',
    '20-168',
    'C.A. No. 20-168-MN',
    '1:2020cv00168',
    '1:20-CV-00168-MN',
  ])('finds the record by its case number in another spelling: %s', async (spelled) => {
    const office = await officeThatKnows({
      dockets: [docketHit(), docketHit({ docketId: 2, docketNumber: '1:20-cv-01680' })],
    });
    expect(await whyOf(office, spelled)).toBe(await whyOf(office, '7001'));
    expect(await whyOf(office, '1:20-cr-168')).toContain('found nothing with this name');
    expect(await whyOf(office, '2:20-cv-168')).toContain('found nothing with this name');
  });

  it('finds the record by its name, and by the names of its parties and holders', async () => {
    const bottles = { id: 'bottles', designs: { source: 'HAGUE', holder: 'Kelmont' } };
    const office = await officeThatKnows(
      {
        dockets: [docketHit({ caseName: 'Widget Co. v. Kelmont Devices LLC', parties: ['Müller & Söhne'] })],
        designs: [designHit(1, { HOL: ['Kelmont AG'] })],
      },
      { watches: [{ id: 'widget', dockets: patent }, bottles] },
    );
    const why = await whyOf(office, 'kelmont');
    expect(why).toContain('1:20-cv-00168, key 7001) has been known since');
    expect(why).toContain('HAGUE DM/200001');
    expect(why).not.toContain('found nothing');
    expect(await whyOf(office, 'MÜLLER')).toContain('key 7001');
    expect(await whyOf(office, 'Quarmore')).toContain('Your watches have found nothing with this name or number.');
  });

  it('says that a record was filtered out whose match was only inside a longer word', async () => {
    const watch = { id: 'dok', designs: { source: 'HAGUE', holder: 'dok', wholeWord: true } };
    const office = await openOffice({ watches: [watch] });
    await office.check();
    office.service.designs = [designHit(1, { HOL: ['Hatsudoki KK'] })];
    await office.check({ after: 1 });
    const why = await whyOf(office, 'DM/200001');
    expect(why).toMatch(/dok found it in check 2 \(\S+\)/);
    expect(why).toContain('filtered out: the name was only inside a longer word');
    const inside = 'in which the searched name is only inside a longer word (1 so far).';
    expect(await whyOf(office, 'Hatsudoki')).toContain(inside);
    expect(await office.changes()).toEqual([]);
  });

  it('says first that the last check did not show the record, and later that the record is gone', async () => {
    const office = await openOffice({ goneAfterChecks: 2 });
    const stays = docketHit({ docketId: 2, docketNumber: '2' });
    office.service.dockets = [docketHit(), stays];
    await office.check();
    office.service.dockets = [stays];
    await office.check();
    expect(await whyOf(office, '7001')).toContain('it was not shown by the last 1 complete check');
    await office.check();
    const why = await whyOf(office, '7001');
    expect(why).toContain('the service no longer shows it, since check 3');
    expect(why).toMatch(/ Alert \d+ to counsel reports it \((sent|waiting)\)\.$/m);
    expect(why).toMatch(/change: Change \d+ was found .*\. Rule: /);
  });

  it('names the kinds that the watch reports, and the user who muted it', async () => {
    const office = await officeThatKnows(
      { dockets: [docketHit()] },
      { watches: [{ id: 'widget', dockets: patent, tell: ['docket.status'] }] },
    );
    await mute(office);
    const why = await whyOf(office, '7001');
    expect(why).toContain('the watch reports only this: cases that end or are reopened');
    expect(why).toContain('Ada muted it until 2026-12-01T00:00:00.000Z, because: settlement talks');
  });

  it('calls a case muted only if its own record is muted, not if another match of its watch is', async () => {
    const office = await officeThatKnows({ dockets: [docketHit(), docketHit({ docketId: 2, docketNumber: '2' })] });
    const recordId = await idOfRecord(office.store, '2');
    await putHold(office.store.db, aHold({ recordId, reason: 'another Rival', isChecked: true }));
    expect(await whyOf(office, '2')).toContain('ann muted it for good, because: another Rival');
    expect(await whyOf(office, '7001')).not.toContain('muted');
  });
});

async function mute(office: Office): Promise<void> {
  const until = '2026-12-01T00:00:00.000Z';
  const why = { label: 'widget', author: 'Ada', reason: 'settlement talks', beganAt: office.now.toISOString(), until };
  await putHold(office.store.db, aHold({ ...why, isChecked: true }));
}
