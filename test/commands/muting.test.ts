import { expect, it } from 'vitest';
import { mute, unmute } from '../../src/commands/muting.ts';
import type { Program } from '../../src/program/program.ts';
import { listAudit } from '../../src/store/audit.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { openOffice } from '../check/office.ts';

it('mutes from the command line stand in the audit log as those of the page do', async () => {
  const office = await openOffice();
  office.service.dockets = [docketWith([entryHit(1)])];
  await office.check();
  const program = office.parts() as unknown as Program;
  const wish = { until: '2026-12-01T00:00:00.000Z', why: 'settlement talks', author: 'ann' };
  await mute(program, 'widget', wish);
  await mute(program, '1:20-cv-00168', wish);
  await unmute(program, 'widget');
  // Nothing was muted any more, so nothing was done.
  await unmute(program, 'widget');
  const log = await listAudit(office.store.db, { limit: 10 });
  expect(log.map(({ what, subject, detail }) => [what, subject, detail])).toEqual([
    ['watch.unmute', 'widget', ''],
    ['record.mute', '1:20-cv-00168 Widget Co. v. Rival Inc.', 'until 2026-12-01T00:00:00.000Z: settlement talks'],
    ['watch.mute', 'widget', 'until 2026-12-01T00:00:00.000Z: settlement talks'],
  ]);
  expect(log.map(({ who }) => who).slice(1)).toEqual(['ann', 'ann']);
});
