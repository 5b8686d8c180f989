import { expect, it } from 'vitest';
import { nearMisses } from '../../src/alerts/message/gatherCoverage.ts';
import { silencesOf } from '../../src/check/audience/announceBaseline.ts';
import { listWatchStatus } from '../../src/schedule/watchStatusQueries.ts';
import { designHit, docketHit } from './hits.ts';
import { type Office, openOffice } from './office.ts';

async function silencesIn(office: Office) {
  return silencesOf(office.parts().config.watches, await listWatchStatus(office.store.db));
}

it('a value of a list that finds nothing is named, though the rest of the watch finds something', async () => {
  const office = await openOffice({
    watches: [
      { id: 'portfolio', dockets: { patentNumber: ['6,834,603', '6,834,630'] } },
      { id: 'classes', designs: { source: ['HAGUE', 'EMID'], locarno: ['09-01', '09-03'] } },
    ],
  });
  office.service.reply = ({ body }) =>
    body.patentNumber === '6834630' ? { body: { code: 0, data: { total: 0, hits: [] } } } : undefined;
  office.service.dockets = [docketHit()];
  office.service.designs = [designHit(1)];
  expect(await silencesIn(office)).toEqual([]);
  await office.check();
  expect(await silencesIn(office)).toMatchObject([
    { watchId: 'portfolio', isPart: true, asks: 'dockets: patent number 6,834,630', since: office.now.toISOString() },
  ]);
});

it('a query without hits gets suggestions from stored records: similar numbers, parties and holders', async () => {
  const office = await openOffice({
    watches: [
      { id: 'all', dockets: { patentNumber: '6,834,603' } },
      { id: 'designs', designs: { source: 'HAGUE', locarno: '09-01' } },
    ],
  });
  office.service.dockets = [docketHit({ parties: ['Widget Co.', 'Rival, Inc.'], patentNumbers: ['6834603'] })];
  office.service.designs = [designHit(1, { HOL: ['Müller Söhne GmbH'] })];
  await office.check();
  const meant = async (search: Parameters<typeof nearMisses>[1][number]) =>
    (await nearMisses(office.store.db, [search])).get(search);
  expect(await meant({ type: 'dockets', companyName: 'Rival Inc' })).toBe('Did you mean: Rival, Inc. (1 case).');
  expect(await meant({ type: 'dockets', companyName: 'The Widget Company' })).toBe(
    'Did you mean: Widget Co. (1 case).',
  );
  expect(await meant({ type: 'dockets', patentNumber: '6,834,630' })).toBe('Did you mean: 6834603 (1 case).');
  expect(await meant({ type: 'dockets', caseNumber: 'C.A. No. 20-168-MN' })).toContain(
    '1:20-cv-00168, D. Del. (1 case)',
  );
  expect(await meant({ type: 'designs', source: 'HAGUE', holder: 'Mueller' })).toBe(
    'Did you mean: Müller Söhne GmbH (1 design).',
  );
  expect(await meant({ type: 'designs', source: 'EMID', holder: 'Mueller' })).toBeUndefined();
  expect(await meant({ type: 'dockets', companyName: 'Quarmore' })).toBeUndefined();
});
