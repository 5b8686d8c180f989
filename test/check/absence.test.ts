import { describe, expect, it } from 'vitest';
import { docketHit, entryHit } from './hits.ts';
import { type Office, officeThatKnows, openOffice } from './office.ts';
import { refusal } from './service.ts';

const cases = Array.from({ length: 6 }, (_, index) =>
  docketHit({ docketId: 7001 + index, docketNumber: `1:20-cv-0000${index + 1}` }),
);

describe('a record that the service no longer returns', () => {
  it('is gone after three complete checks in a row, equal bytes or not, and back once it returns', async () => {
    const office = await officeThatKnows({ dockets: cases });
    office.service.dockets = cases.slice(1);
    await office.check();
    expect(await office.alertsOfCheck()).toEqual([]);
    expect(await office.alertsOfCheck()).toEqual(['counsel: docket.gone 1:20-cv-00001 [widget]']);
    await office.check();
    expect(await office.alertsOfCheck()).toEqual([]);
    office.service.dockets = cases;
    expect(await office.alertsOfCheck()).toEqual(['counsel: docket.back 1:20-cv-00001 [widget]']);
    expect(await office.alertsOfCheck()).toEqual([]);
  });

  it('is not reported when it returns before the third check, and the count of checks starts again', async () => {
    const office = await officeThatKnows({ dockets: cases });
    for (const shown of [cases.slice(1), cases.slice(1), cases, cases.slice(1), cases.slice(1)]) {
      office.service.dockets = shown;
      await office.check();
    }
    expect(await office.newAlerts()).toEqual([]);
    expect(await office.alertsOfCheck()).toEqual(['counsel: docket.gone 1:20-cv-00001 [widget]']);
  });

  it('is not counted as missing by a partial or a failed check', async () => {
    const office = await officeThatKnows({ dockets: cases });
    office.service.dockets = cases.slice(1);
    await office.check();
    await office.check();
    office.service.reply = () => ({ body: { code: 0, data: { total: 5, hits: [...cases.slice(2), {}] } } });
    expect(await office.check()).toMatchObject([{ outcome: 'partial' }]);
    office.service.reply = () => refusal(5000, 'down');
    expect(await office.check()).toMatchObject([{ outcome: 'failed' }]);
    expect((await office.newAlerts()).filter((line) => line.includes('gone'))).toEqual([]);
    office.service.reply = () => undefined;
    expect(await office.alertsOfCheck()).toContain('counsel: docket.gone 1:20-cv-00001 [widget]');
  });

  it('is reported as back together with what changed in the record meanwhile', async () => {
    const office = await officeThatKnows({ dockets: cases }, { goneAfterChecks: 1 });
    office.service.dockets = cases.slice(1);
    await office.alertsOfCheck();
    office.service.dockets = [
      { ...docketHit(), ...cases[0], docketId: 7001, assignedTo: 'Alan Reyes' },
      ...cases.slice(1),
    ];
    expect(await office.alertsOfCheck()).toEqual([
      'counsel: docket.back 1:20-cv-00001 [widget]',
      'counsel: docket.updated 1:20-cv-00001 assignedTo [widget]',
    ]);
  });

  it('is reported as back with a change that only the first check of another watch saw', async () => {
    const widget = { id: 'widget', dockets: { patentNumber: '6834603' } };
    const rival = { id: 'rival', dockets: { companyName: 'Rival' }, notify: ['brand'] };
    const office = await officeThatKnows({ dockets: cases.slice(0, 3) }, { goneAfterChecks: 1, watches: [widget] });
    office.service.dockets = cases.slice(1, 3);
    await office.alertsOfCheck();
    await office.configure({ goneAfterChecks: 1, watches: [widget, { ...rival, announce: false }] });
    office.service.dockets = [
      docketHit({ ...cases[0], docketId: 7001, assignedTo: 'Alan Reyes' }),
      ...cases.slice(1, 3),
    ];
    expect(await office.alertsOfCheck({ ids: ['rival'] })).toEqual([]);
    expect(await office.alertsOfCheck({ ids: ['widget'] })).toEqual([
      'counsel: docket.back 1:20-cv-00001 [widget]',
      'counsel: docket.updated 1:20-cv-00001 assignedTo [widget]',
    ]);
  });

  it('is reported as back with an entry that belongs to the partial baseline of another watch', async () => {
    const widget = { id: 'widget', dockets: { patentNumber: '6834603' } };
    const rival = { id: 'rival', dockets: { companyName: 'Rival' }, announce: false };
    const office = await officeThatKnows({ dockets: cases.slice(0, 3) }, { goneAfterChecks: 1, watches: [widget] });
    office.service.dockets = cases.slice(1, 3);
    await office.check();
    await office.configure({ goneAfterChecks: 1, watches: [widget, rival] });
    const more = docketHit({ ...cases[0], entryTotal: 2, entries: [entryHit(1), entryHit(2)] });
    for (const first of [cases[0], more]) {
      const hits = [first, ...cases.slice(1, 3), {}];
      office.service.reply = () => ({ body: { code: 0, data: { total: 4, hits } } });
      expect(await office.check({ ids: ['rival'] })).toMatchObject([{ outcome: 'partial' }]);
    }
    await office.newAlerts();
    office.service.dockets = [more, ...cases.slice(1, 3)];
    office.service.reply = () => undefined;
    expect(await office.alertsOfCheck({ ids: ['widget'] })).toEqual([
      'counsel: docket.back 1:20-cv-00001 [widget]',
      'counsel: entry.new 1:20-cv-00001 #2 [widget]',
    ]);
  });

  it('is gone only for the watch whose query lost it, and the other watch still gets its changes', async () => {
    const office = await officeThatKnows(
      { dockets: cases.slice(0, 3) },
      {
        goneAfterChecks: 1,
        watches: [
          { id: 'widget', dockets: { patentNumber: '6834603' } },
          { id: 'rival', dockets: { companyName: 'Rival' }, notify: ['brand'] },
        ],
      },
    );
    office.service.dockets = [
      docketHit({ ...cases[0], docketId: 7001, patentNumbers: [], assignedTo: 'Alan Reyes' }),
      ...cases.slice(1, 3),
    ];
    expect(await office.alertsOfCheck({ ids: ['widget'] })).toEqual(['counsel: docket.gone 1:20-cv-00001 [widget]']);
    expect(await office.alertsOfCheck({ ids: ['rival'] })).toEqual([
      'brand: docket.updated 1:20-cv-00001 assignedTo [rival]',
    ]);
  });

  it('is reported as new, not as back, to a watch whose baseline did not contain it', async () => {
    const office = await officeThatKnows({ dockets: cases }, { goneAfterChecks: 1 });
    office.service.dockets = cases.slice(1);
    await office.check();
    const patent = { dockets: { patentNumber: '6834603' } };
    await office.configure({
      goneAfterChecks: 1,
      watches: [
        { id: 'widget', ...patent },
        { id: 'later', ...patent, notify: ['brand'] },
      ],
    });
    await office.alertsOfCheck({ after: 1 });
    office.service.dockets = cases;
    expect(await office.alertsOfCheck({ after: 1 })).toEqual([
      'brand: docket.new 1:20-cv-00001 entries=1 [later]',
      'counsel: docket.back 1:20-cv-00001 [widget]',
    ]);
  });
});

describe('a record that is missing while another watch of the same search begins', () => {
  const patent = { dockets: { patentNumber: '6834603' } };
  const both = [
    { id: 'widget', ...patent },
    { id: 'later', ...patent, notify: ['brand'] },
  ];
  /** Begins `later` with a result that lacks the first case, and arrives an hour after the request. */
  async function beginLater(office: Office, ...others: object[]) {
    await office.configure({ watches: [...both, ...others] });
    office.service.dockets = cases.slice(1);
    office.service.reply = () => {
      office.pass(0, 1);
      return undefined;
    };
    return office.alertsOfCheck({ after: 1, ids: ['later', 'widget'] });
  }

  it('is new to the watch that begins when it returns, and nothing to the other watch', async () => {
    const office = await officeThatKnows({ dockets: cases });
    expect(await beginLater(office)).toEqual(['brand: baseline later 5']);
    office.service.dockets = cases;
    expect(await office.alertsOfCheck({ after: 1 })).toEqual(['brand: docket.new 1:20-cv-00001 entries=1 [later]']);
    expect(await office.alertsOfCheck({ after: 1 })).toEqual([]);
  });

  it('is neither gone nor changed for the watch that begins', async () => {
    const rival = { id: 'rival', dockets: { companyName: 'Rival' }, announce: false };
    const office = await officeThatKnows({ dockets: cases });
    await beginLater(office, rival);
    office.service.dockets = [docketHit({ ...cases[0], assignedTo: 'Alan Reyes' }), ...cases.slice(1)];
    expect(await office.alertsOfCheck({ ids: ['rival'] })).toEqual([
      'counsel: docket.updated 1:20-cv-00001 assignedTo [widget]',
    ]);
    office.service.dockets = cases.slice(1);
    await office.check({ after: 1, ids: ['later', 'widget'] });
    expect(await office.alertsOfCheck({ after: 1, ids: ['later', 'widget'] })).toEqual([
      'counsel: docket.gone 1:20-cv-00001 [widget]',
    ]);
  });
});

describe('a result with known records that is suddenly empty', () => {
  it('is one notice to the operators, and its records are gone only after three complete checks in a row', async () => {
    const office = await officeThatKnows({ dockets: cases });
    office.service.dockets = [];
    const [outcome] = await office.check();
    expect(outcome).toMatchObject({ outcome: 'complete', changes: 0 });
    expect(outcome?.reason).toMatch(/empty/);
    expect(await office.newAlerts()).toEqual(['ops: suspicious-result began']);
    expect(await office.alertsOfCheck()).toEqual([]);
    expect(await office.alertsOfCheck()).toEqual(
      cases.map((each) => `counsel: docket.gone ${each.docketNumber} [widget]`),
    );
    expect(await office.alertsOfCheck()).toEqual(['ops: suspicious-result ended']);
  });

  it('is only notified as begun and ended when the records return before the third check', async () => {
    const office = await officeThatKnows({ dockets: cases });
    office.service.dockets = [];
    await office.check();
    office.service.dockets = cases;
    expect(await office.alertsOfCheck()).toEqual(['ops: suspicious-result began', 'ops: suspicious-result ended']);
    expect(await office.changes()).toEqual([]);
  });

  it('remains an incident after a partial check', async () => {
    const office = await officeThatKnows({ dockets: cases });
    office.service.dockets = [];
    await office.alertsOfCheck();
    office.service.reply = () => ({ body: { code: 0, data: { total: 1, hits: [{}] } } });
    expect(await office.alertsOfCheck()).toEqual(['ops: unreadable-hits began']);
  });
});

it('a total above the hits shown is paid for twice only when something changed since the last check', async () => {
  const office = await openOffice({});
  let total = 3;
  office.service.reply = ({ body }) => {
    const hits = Number(body.from) === 0 ? office.service.dockets : [];
    return { body: { code: 0, message: 'success', data: { total, hits } } };
  };
  office.service.dockets = cases.slice(0, 2);
  const short = { outcome: 'partial', requests: 4 };
  expect(await office.check()).toMatchObject([short]);
  expect(await office.check()).toMatchObject([{ ...short, requests: 2 }]);
  expect(await office.check()).toMatchObject([{ ...short, requests: 2 }]);
  total = 4;
  expect(await office.check()).toMatchObject([short]);
  office.service.dockets = cases.slice(0, 2).map((one) => ({ ...one, assignedTo: 'Ann Other' }));
  expect(await office.check()).toMatchObject([{ ...short, changes: 2 }]);
  expect(await office.check()).toMatchObject([{ ...short, requests: 2 }]);
});

describe('a service that does not count its hits', () => {
  // The first page has 50 hits, which shows that the service grants pages of 50. The second page has 7.
  const many = Array.from({ length: 57 }, (_, index) =>
    docketHit({ docketId: 8001 + index, docketNumber: `1:21-cv-${String(index + 1).padStart(5, '0')}` }),
  );
  /** The largest number of hits on a page, by the offset at which the page begins. */
  let cut: (from: number) => number;

  async function uncounted(): Promise<Office> {
    const office = await openOffice({});
    cut = () => 50;
    office.service.reply = ({ body }) => {
      const from = Number(body.from);
      const hits = office.service.dockets.slice(from, from + cut(from));
      return { body: { code: 0, message: 'success', data: { total: -1, hits } } };
    };
    office.service.dockets = many;
    await office.alertsOfCheck();
    return office;
  }

  /** @returns how many pages each of so many checks requested */
  async function pagesOf(office: Office, checks: number): Promise<number[]> {
    const pages = [];
    for (let made = 0; made < checks; made += 1) {
      const before = office.service.calls.length;
      await office.check();
      pages.push(office.service.calls.length - before);
    }
    return pages;
  }

  it.each([
    0, 50,
  ])('is queried past a page that it cut short before a known case counts as missing (page from %i)', async (at) => {
    const office = await uncounted();
    cut = (from) => (from === at ? 3 : 50);
    await pagesOf(office, 4);
    expect(await office.newAlerts()).toEqual([]);
    const later = docketHit({ docketId: 9001, docketNumber: '1:26-cv-00001', dateFiled: '2026-11-20' });
    office.service.dockets = [...many, later];
    expect(await office.alertsOfCheck()).toEqual(['counsel: docket.new 1:26-cv-00001 entries=1 [widget]']);
  });

  it('gets no further request when no record is missing, and one further request when a record is', async () => {
    const office = await uncounted();
    expect(await pagesOf(office, 1)).toEqual([2]);
    const later = docketHit({ docketId: 9001, docketNumber: '1:26-cv-00001', dateFiled: '2026-11-20' });
    office.service.dockets = [later, ...many];
    expect(await pagesOf(office, 2)).toEqual([2, 2]);
    await office.newAlerts();
    office.service.dockets = [later, ...many.slice(1)];
    expect(await pagesOf(office, 5)).toEqual([3, 2, 2, 2, 2]);
    expect(await office.newAlerts()).toEqual(['counsel: docket.gone 1:21-cv-00001 [widget]']);
    office.service.dockets = many.slice(2);
    expect(await pagesOf(office, 1)).toEqual([3]);
  });
});
