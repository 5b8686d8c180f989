import { expect, it } from 'vitest';
import { tellOperatorsOfWeek } from '../../src/program/operatorsWeek.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { openOffice } from '../check/office.ts';

it('once a week, the operators are told what was checked, delivered and spent; nothing in the first week', async () => {
  const office = await openOffice({ operators: ['ops'] });
  const told = async () => {
    const rows = await office.store.db.selectFrom('alerts').select('payload').where('channel', '=', 'ops').execute();
    return rows.map((row) => row.payload ?? '').filter((payload) => payload.includes('"week"'));
  };
  office.service.dockets = [docketWith([entryHit(1)])];
  await office.check();
  await tellOperatorsOfWeek(office.parts());
  expect(await told()).toEqual([]);

  office.pass(8);
  await office.check();
  await tellOperatorsOfWeek(office.parts());
  await tellOperatorsOfWeek(office.parts());
  const [message = '', ...others] = await told();
  expect(others).toEqual([]);
  expect(message).toContain(
    'Watches: 1 of 1 were checked completely in the last 7 days; late 0; partial or failed last 0; on hold 0',
  );
  expect(message).toContain('Checks: 1 complete.');
  expect(message).toMatch(/Credits: 12 spent, [\d,]+ to come in the next 30 days\. Disk: [\d,]+ MB free/);

  office.pass(8);
  await tellOperatorsOfWeek(office.parts());
  expect(await told()).toHaveLength(2);
});
