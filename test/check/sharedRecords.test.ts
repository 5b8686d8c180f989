import { describe, expect, it } from 'vitest';
import { designHit, docketHit, docketWith, entryHit } from './hits.ts';
import { type Office, officeThatKnows, openOffice } from './office.ts';

const rival = { id: 'rival', designs: { source: ['HAGUE'], holder: 'Rival' } };
const inClass = { id: 'class', designs: { source: ['HAGUE'], locarno: '09-01' } };
const [patent, company] = [
  { id: 'patent', dockets: { patentNumber: '6834603' } },
  { id: 'company', dockets: { companyName: 'Widget' } },
];

/** Returns what a check of one watch reports, without the operators' lines. */
async function reportedBy(office: Office, id: string): Promise<string[]> {
  office.pass(1);
  await office.newAlerts();
  expect(await office.check({ ids: [id] })).toMatchObject([{ outcome: 'complete' }]);
  return (await office.newAlerts()).filter((line) => !line.startsWith('ops: '));
}

const officeShowing = (shown: Parameters<typeof officeThatKnows>[0], watches: readonly object[]) =>
  officeThatKnows(shown, { watches });

describe('a record that several queries return', () => {
  it('is compared even if it was the poorer of two copies, and is now the only one', async () => {
    const [act, exp, other] = [designHit(1), designHit(1, { STATUS: 'EXP' }), designHit(2)];
    const office = await officeShowing({ designs: [act, other, exp] }, [rival]);
    expect(await reportedBy(office, 'rival')).toEqual([]);
    office.service.designs = [other, exp];
    expect(await reportedBy(office, 'rival')).toEqual([expect.stringContaining('design.status')]);
    expect(await reportedBy(office, 'rival')).toEqual([]);
  });

  it('is compared when the copy with more entries has left', async () => {
    const ended = docketWith([entryHit(1), entryHit(2)], { status: 'terminated', dateTerminated: '2026-11-19' });
    const other = docketHit({ docketId: 2, docketNumber: '1:20-cv-00002' });
    const office = await officeShowing({ dockets: [docketHit(), ended, other] }, [company]);
    office.service.dockets = [docketHit(), other];
    expect(await reportedBy(office, 'company')).toEqual([expect.stringContaining('docket.status')]);
  });

  it('has the entries of both copies when one result returns it twice with different entries', async () => {
    const office = await officeShowing({ dockets: [docketWith([entryHit(1), entryHit(2)])] }, [company]);
    const filed = entryHit(3, { dateFiled: 'Nov 20, 2026' });
    const copies = [
      docketWith([entryHit(1), entryHit(2)], { entryTotal: 3 }),
      docketWith([entryHit(2), filed], { entryTotal: 3 }),
    ];
    for (const dockets of [copies, copies.toReversed()]) {
      office.service.dockets = dockets;
      const reported = await reportedBy(office, 'company');
      expect(reported).toEqual(dockets === copies ? ['counsel: entry.new 1:20-cv-00168 #3 [company]'] : []);
    }
  });

  it('has ended, once, when one of two copies with equally many entries shows its end', async () => {
    const office = await officeShowing({ dockets: [docketHit()] }, [company]);
    const copies = [docketHit(), docketHit({ status: 'terminated', dateTerminated: '2026-11-20' })];
    const news: string[] = [];
    for (const dockets of [copies, copies.toReversed(), copies]) {
      office.service.dockets = dockets;
      news.push(...(await reportedBy(office, 'company')));
    }
    expect(news).toEqual([expect.stringContaining('docket.status')]);
  });

  it('is compared when another watch saw it change meanwhile, though the own response is unchanged', async () => {
    const office = await officeShowing({ designs: [designHit(1), designHit(2)] }, [rival, inClass]);
    office.service.designs = [designHit(1, { STATUS: 'EXP' }), designHit(2)];
    expect(await reportedBy(office, 'class')).toHaveLength(1);
    office.service.designs = [designHit(1), designHit(2)];
    expect(await reportedBy(office, 'rival')).toEqual([expect.stringContaining('design.status')]);
    expect(await reportedBy(office, 'class')).toEqual([]);
    expect(await reportedBy(office, 'rival')).toEqual([]);
  });

  it('is compared when another watch saw its case end, and its result shows it open and another changed', async () => {
    const other = docketHit({ docketId: 2, docketNumber: '1:20-cv-00002' });
    const office = await officeShowing({ dockets: [docketHit(), other] }, [patent, company]);
    office.service.dockets = [docketHit({ status: 'terminated', dateTerminated: '2026-11-20' }), other];
    expect(await reportedBy(office, 'company')).toHaveLength(1);
    office.service.dockets = [docketHit(), { ...other, assignedTo: 'Alan Reyes' }];
    const reported = await reportedBy(office, 'patent');
    expect(reported.filter((line) => line.includes('docket.status'))).toHaveLength(1);
  });

  it('is compared when its watch was away while another watch saw it change', async () => {
    const office = await officeShowing({ designs: [designHit(1), designHit(2)] }, [rival, inClass]);
    await office.configure({ watches: [inClass] });
    office.service.designs = [designHit(1, { STATUS: 'EXP' }), designHit(2)];
    await reportedBy(office, 'class');
    office.service.designs = [designHit(1), designHit(2)];
    await office.configure({ watches: [rival] });
    await reportedBy(office, 'rival');
    const { body } = await office.store.db
      .selectFrom('records')
      .select('body')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(body)).toMatchObject({ status: 'ACT' });
  });

  it('is not reported as reverted by a response that was under way when another watch saw its case end', async () => {
    const [open, other] = [docketHit(), docketHit({ docketId: 2, docketNumber: '1:20-cv-00002' })];
    const [ended, moved] = [
      docketHit({ status: 'terminated', dateTerminated: '2026-11-20' }),
      { ...other, assignedTo: 'Alan Reyes' },
    ];
    const office = await officeShowing({ dockets: [open, other] }, [patent, company]);
    office.service.dockets = [ended, moved];
    office.service.reply = async ({ body }) => {
      if (body.patentNumber === undefined) return undefined;
      await office.check({ ids: ['company'] });
      return { body: { code: 0, data: { total: 2, hits: [open, moved] } } };
    };
    expect((await reportedBy(office, 'patent')).map((line) => line.split(' ')[1])).toEqual([
      'docket.status',
      'docket.updated',
    ]);
    office.service.reply = () => undefined;
    expect(await reportedBy(office, 'patent')).toEqual([]);
    expect(await reportedBy(office, 'company')).toEqual([]);
  });

  it('is not reported as reverted by the first response to contain it, under way when its case ended', async () => {
    const ended = docketHit({ status: 'terminated', dateTerminated: '2026-11-20' });
    const office = await officeShowing({ dockets: [docketHit()] }, [company]);
    await office.configure({ watches: [patent, company] });
    office.service.reply = async ({ body }) => {
      if (body.patentNumber === undefined) return undefined;
      office.service.dockets = [ended];
      expect(await reportedBy(office, 'company')).toEqual([expect.stringContaining('docket.status')]);
      return { body: { code: 0, data: { total: 1, hits: [docketHit()] } } };
    };
    await office.check({ ids: ['patent'] });
    office.service.reply = () => undefined;
    expect(await reportedBy(office, 'patent')).toEqual([]);
    expect(await reportedBy(office, 'company')).toEqual([]);
  });

  it('is reported as reverted at the next check when the case really is open again', async () => {
    const [open, other] = [docketHit(), docketHit({ docketId: 2, docketNumber: '1:20-cv-00002' })];
    const ended = docketHit({ status: 'terminated', dateTerminated: '2026-11-20' });
    const office = await officeShowing({ dockets: [open, other] }, [patent, company]);
    office.service.dockets = [open, { ...other, assignedTo: 'Alan Reyes' }];
    office.service.reply = async ({ body }) => {
      if (body.patentNumber === undefined) return { body: { code: 0, data: { total: 2, hits: [ended, other] } } };
      await office.check({ ids: ['company'] });
      return undefined;
    };
    await reportedBy(office, 'patent');
    office.service.reply = () => undefined;
    expect(await reportedBy(office, 'patent')).toEqual([expect.stringContaining('docket.status')]);
  });
});

it('a whole-word watch gets a new design whose new holder another watch saw first', async () => {
  const dok = { id: 'dok', designs: { source: ['HAGUE'], holder: 'dok', wholeWord: true } };
  const shown = [designHit(1, { HOL: ['Hatsudoki K.K.'] }), designHit(2, { HOL: ['Dok AG'] })];
  const office = await officeShowing({ designs: shown }, [dok, inClass]);
  office.service.designs = [designHit(1, { HOL: ['Dok FoundBy'] }), shown[1] ?? {}];
  await reportedBy(office, 'class');
  expect(await reportedBy(office, 'dok')).toEqual([expect.stringContaining('design.new')]);
});

it('a whole-word watch also gets such a design after the design was absent from its own result', async () => {
  const dok = { id: 'dok', designs: { source: ['HAGUE'], holder: 'dok', wholeWord: true } };
  const others = [2, 3].map((number) => designHit(number, { HOL: ['Dok AG'] }));
  const office = await officeShowing({ designs: [designHit(1, { HOL: ['Hatsudoki K.K.'] }), ...others] }, [
    dok,
    inClass,
  ]);
  const renamed = designHit(1, { HOL: ['Dok FoundBy'] });
  office.service.designs = [renamed, ...others];
  await reportedBy(office, 'class');
  office.service.designs = others;
  expect(await reportedBy(office, 'dok')).toEqual([]);
  office.service.designs = [renamed, ...others];
  expect(await reportedBy(office, 'dok')).toEqual([expect.stringContaining('design.new')]);
});

it('a report setting filters a change out of one watch, with the reason stored, and not out of another', async () => {
  const orders = { id: 'orders', dockets: { patentNumber: '6834603' }, report: { entries: ['order'] } };
  const all = { id: 'all', notify: ['brand'], dockets: { companyName: 'Widget' } };
  const office = await officeShowing({ dockets: [docketWith([entryHit(1)])] }, [orders, all]);
  office.pass(1);
  const filed = { dateFiled: 'Nov 21, 2026' };
  office.service.dockets = [
    docketWith([
      entryHit(1),
      { ...entryHit(2), ...filed, description: 'LETTER to Judge Stone' },
      { ...entryHit(3), ...filed, description: 'ORDER granting 2 Motion to Stay' },
    ]),
  ];
  await office.check();
  const lines = await office.newAlerts();
  expect(lines.filter((line) => line.startsWith('counsel: entry.new'))).toEqual([
    expect.stringContaining('#3 [orders]'),
  ]);
  expect(lines.filter((line) => line.startsWith('brand: entry.new'))).toHaveLength(2);
  const left = (await office.changes()).filter((change) => change.filteredOut !== undefined);
  expect(left.map((change) => change.filteredOut)).toEqual([{ orders: 'report.entries does not name it: letter' }]);
});

it('a filtered-out design stays filtered out when responses lack its holder, again and again', async () => {
  const office = await officeThatKnows(
    { designs: [designHit(1, { HOL: ['Hatsudoki KK'] })] },
    { watches: [{ id: 'dok', designs: { source: ['HAGUE'], holder: 'dok', wholeWord: true } }] },
  );
  for (const crawledAt of ['2026-11-21T01:00:00.000Z', '2026-11-22T01:00:00.000Z']) {
    office.pass(1);
    const hits = [designHit(1, { HOL: null, crawledAt })];
    office.service.reply = () => ({ body: { total: 1, hits } });
    expect(await office.alertsOfCheck()).toEqual([]);
  }
});

it('a design with a holder known from another watch is filtered out though the response has no holder', async () => {
  const dok = { id: 'dok', designs: { source: ['HAGUE'], holder: 'dok', wholeWord: true } };
  const office = await openOffice({ watches: [{ ...inClass, notify: ['brand'] }, dok] });
  const first = designHit(1, { HOL: ['Dok AG'] });
  office.service.designs = [first];
  await office.check();
  for (const HOL of [['Hatsudoki KK'], null]) {
    office.service.reply = () => ({ body: { total: 2, hits: [first, designHit(2, { HOL })] } });
    await office.check({ ids: ['class'] });
  }
  expect(await reportedBy(office, 'dok')).toEqual([]);
});

it.each([
  ['with', 'without', ['HAGUE.D200002', '']],
  ['without', 'with', ['', 'HAGUE.D200002']],
])('a new design that one result returns %s and %s its ID is one design', async (_one, _other, ids) => {
  const office = await officeShowing({ designs: [designHit(1)] }, [inClass]);
  office.service.designs = [designHit(1), ...ids.map((ID) => designHit(2, { ID }))];
  expect(await reportedBy(office, 'class')).toEqual(['counsel: design.new DM/200002 [class]']);
  office.service.designs = [designHit(1), ...ids.map((ID) => designHit(2, { ID, STATUS: 'EXP' }))];
  expect(await reportedBy(office, 'class')).toEqual(['counsel: design.status DM/200002 status [class]']);
  office.service.designs = [designHit(1), designHit(2, { ID: 'HAGUE.D200002', STATUS: 'ACT' })];
  expect(await reportedBy(office, 'class')).toEqual(['counsel: design.status DM/200002 status [class]']);
});

it('a change of a design that one result returns with and without its ID is reported once', async () => {
  const office = await officeThatKnows(
    { designs: [designHit(1, { ID: 'HAGUE.D200001' })] },
    { watches: [{ id: 'bottles', designs: { source: 'HAGUE', locarno: '09-01' } }] },
  );
  office.pass(1);
  const expired = designHit(1, { ID: 'HAGUE.D200001', STATUS: 'EXP' });
  office.service.designs = [expired, { ...expired, ID: '' }];
  expect(await office.alertsOfCheck()).toEqual(['counsel: design.status DM/200001 status [bottles]']);
});
