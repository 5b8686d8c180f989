import { expect, it } from 'vitest';
import { designHit, docketHit } from './hits.ts';
import { newestMessage } from './newestMessage.ts';
import { type Office, openOffice } from './office.ts';

const suit = {
  caseId: '7001',
  docketNumber: '1:20-cv-00168',
  caseName: 'Widget Co. v. Rival Inc.',
  court: 'District Court, D. Delaware',
  status: 'open',
  dateFiled: '2020-02-03',
  parties: ['Widget Co.', 'Rival Inc.'],
  patentNumbers: ['DM/200001'],
  entries: [],
};

/** A case that counsel watches by number, and a design that it concerns, whose cases counsel and brand both watch. */
async function openBoth(designs: Record<string, unknown> = {}): Promise<Office> {
  const office = await openOffice({
    watches: [
      { id: 'case', announce: false, dockets: { caseNumber: '1:20-cv-00168' } },
      {
        id: 'bottles',
        announce: false,
        notify: ['counsel', 'brand'],
        designs: { source: 'HAGUE', holder: 'Rival', litigation: true },
        ...designs,
      },
    ],
  });
  world(office, 'open');
  await office.alertsOfCheck();
  return office;
}

function world(office: Office, status: string, more: readonly object[] = []): void {
  office.service.dockets = [docketHit({ status, dateTerminated: status === 'open' ? '' : '2026-11-20' })];
  const cases = [{ ...suit, status }, ...more];
  office.service.designs = [designHit(1, { litigationStatus: 'success', caseTotal: cases.length, cases })];
}

const docket = 'counsel: docket.status 1:20-cv-00168 status dateTerminated [case]';

it('a channel notified of the docket is not notified again of the design, and another channel is', async () => {
  const office = await openBoth();
  world(office, 'terminated');
  await office.check({ ids: ['case'] });
  expect(await office.alertsOfCheck({ ids: ['bottles'], after: 1 })).toEqual([
    'brand: design.litigation DM/200001 litigation [bottles]',
    docket,
  ]);
});

it('a case that the channel does not watch is reported with the design', async () => {
  const office = await openBoth();
  const other = { ...suit, caseId: '7009', docketNumber: '6:26-cv-00009', status: 'open' };
  world(office, 'terminated', [other]);
  await office.check({ ids: ['case'] });
  expect(await office.alertsOfCheck({ ids: ['bottles'] })).toContain(
    'counsel: design.litigation DM/200001 litigation [bottles]',
  );
});

it('a docket change reported long ago does not suppress the report of the design', async () => {
  const office = await openBoth();
  world(office, 'terminated');
  await office.check({ ids: ['case'] });
  expect(await office.alertsOfCheck({ ids: ['bottles'], after: 30 })).toContain(
    'counsel: design.litigation DM/200001 litigation [bottles]',
  );
});

it('a watch without litigation does not report the litigation of another, unless `tell` names it', async () => {
  const plain = { announce: false, notify: ['brand'], designs: { source: 'HAGUE', holder: 'Rival' } };
  const asking = { source: 'HAGUE', holder: 'Rival', litigation: true };
  const office = await openOffice({
    watches: [
      { id: 'cases', announce: false, designs: asking },
      { id: 'plain', ...plain },
      { id: 'named', ...plain, notify: ['ops'], tell: ['design.litigation'] },
    ],
  });
  world(office, 'open');
  await office.alertsOfCheck();
  world(office, 'terminated');
  expect(await office.alertsOfCheck()).toEqual([
    'counsel: design.litigation DM/200001 litigation [cases]',
    'ops: design.litigation DM/200001 litigation [named]',
  ]);
});

it('a case found by the design first is one item of the alert in which the docket reports it', async () => {
  const office = await openBoth();
  world(office, 'terminated');
  await office.check({ ids: ['bottles'] });
  await office.check({ ids: ['case'] });
  const { content } = await newestMessage(office, 'counsel');
  expect(content.kind === 'changes' && content.changes.map((change) => change.kind)).toEqual(['docket.status']);
});
