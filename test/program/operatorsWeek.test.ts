import { expect, it } from 'vitest';
import type { Notice } from '../../src/message/notice.ts';
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
  const [notice] = JSON.parse(message) as [Notice];
  expect(notice.headline).toMatch(/^1 of 1 watch checked, 1 alert undelivered in the week to 2026-/);
  const facts = new Map(notice.facts?.map(({ name, value }) => [name, value]));
  expect(facts.get('Watches')).toBe('1 of 1 checked completely in 7 days');
  expect(facts.get('Late')).toBe('none');
  expect(facts.get('Checks')).toBe('1 complete');
  expect(facts.get('Credits')).toMatch(/^12 spent, [\d,]+ to come in the next 30 days$/);
  expect(facts.get('Disk')).toMatch(/^[\d,]+ MB free/);
  // Programs that read the one text go on reading it.
  expect(notice.detail).toContain('Late: none. ');

  office.pass(8);
  await tellOperatorsOfWeek(office.parts());
  expect(await told()).toHaveLength(2);
});
