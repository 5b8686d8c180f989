import { expect, it } from 'vitest';
import { docketHit } from './hits.ts';
import { type Office, openOffice } from './office.ts';

const daily = { schedule: '0 18 * * *', timezone: 'UTC', announce: false };
const caseOf = (id: string, number: number, more: object = {}) => ({
  id,
  ...daily,
  dockets: { caseNumber: `1:20-cv-0000${number}` },
  ...more,
});
const vital = caseOf('vital', 1, { priority: 'high', schedule: '0 */6 * * *' });
const usual = caseOf('usual', 2);
const spare = caseOf('spare', 3, { priority: 'low', notify: ['brand'] });

/** Returns an office that checked all its watches the evening before, before their first slot. */
async function officeOf({
  watches = [vital, usual, spare],
  ...settings
}: Readonly<Record<string, unknown>>): Promise<Office> {
  const office = await openOffice({ watches });
  office.service.dockets = [docketHit()];
  office.now = new Date('2026-11-19T23:00:00.000Z');
  await office.alertsOfCheck();
  await office.configure({ watches, ...settings });
  return office;
}

async function at(office: Office, moment: string, ...ids: string[]): Promise<string[]> {
  office.now = new Date(moment);
  const outcomes: string[] = [];
  for (const id of ids) outcomes.push((await office.daemonCheck(id)).outcome);
  return outcomes;
}

async function lastCause({ store }: Office): Promise<string | null> {
  const last = store.db.selectFrom('checks').select('cause').orderBy('id', 'desc').limit(1);
  return (await last.executeTakeFirstOrThrow()).cause;
}

it('when a day is short of credits, low gives way to higher priority, and its readers are notified once', async () => {
  // The high watch needs 48 credits on that day, and the normal watch 12.
  const office = await officeOf({ budget: { perDay: 60 } });
  expect(await at(office, '2026-11-20T00:00:00.000Z', 'vital')).toEqual(['complete']);
  expect(await at(office, '2026-11-20T06:00:00.000Z', 'vital')).toEqual(['complete']);
  expect(await at(office, '2026-11-20T12:00:00.000Z', 'vital')).toEqual(['complete']);
  office.now = new Date('2026-11-20T18:00:00.000Z');
  const skipped = await office.daemonCheck('spare');
  expect(skipped).toMatchObject({ outcome: 'skipped' });
  expect(skipped.reason).toContain('36 of 60 credits are spent, watches of higher priority need 24 more, and');
  expect(await lastCause(office)).toBe('priority');
  expect(await office.newAlerts()).toEqual(['brand: watch-unwatched began', 'ops: budget-reached began']);
  expect(await at(office, '2026-11-20T18:00:00.000Z', 'vital', 'usual')).toEqual(['complete', 'complete']);
  expect(await office.newAlerts()).toEqual([]);
});

it.each([
  ['of a day', { budget: { perDay: 72 } }],
  ['of a month, for the days that are left', { budget: { perMonth: 36 + 11 * 72 } }],
])('no watch is skipped when the credits are enough for all: %s', async (_, settings) => {
  const office = await officeOf(settings);
  expect(await at(office, '2026-11-20T00:00:00.000Z', 'vital')).toEqual(['complete']);
  expect(await at(office, '2026-11-20T06:00:00.000Z', 'vital')).toEqual(['complete']);
  expect(await at(office, '2026-11-20T12:00:00.000Z', 'vital')).toEqual(['complete']);
  expect(await at(office, '2026-11-20T18:00:00.000Z', 'spare', 'usual', 'vital')).toEqual(Array(3).fill('complete'));
});

it('an adaptive watch of high priority gets all credits of its pace, not only a check each atLeastEvery', async () => {
  const bounds = { schedule: 'adaptive', atMostEvery: '1h', atLeastEvery: '24h' };
  const low = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => caseOf(`low${n}`, n, { priority: 'low', schedule: '0 13 * * 5' }));
  const high = { id: 'high', ...bounds, priority: 'high', announce: false, dockets: { patentNumber: '6834603' } };
  const office = await openOffice({ watches: [high, ...low], budget: { perDay: 1000 } });
  office.service.dockets = [docketHit()];
  office.now = new Date('2026-11-19T12:00:00.000Z');
  await office.check();
  await office.configure({ watches: [high, ...low], budget: { perDay: 120 } });
  expect(await at(office, '2026-11-20T00:10:00.000Z', 'high')).toEqual(['complete']);
  await at(office, '2026-11-20T13:00:00.000Z', ...low.map(({ id }) => id));
  for (const hour of [14, 15, 16, 17, 18, 19, 20, 21])
    expect(await at(office, `2026-11-20T${hour}:00:00.000Z`, 'high')).toEqual(['complete']);
  // The high watch needs far less than this in the rest of the day.
  await office.configure({ watches: [high, ...low], budget: { perDay: 1000 } });
  expect(await at(office, '2026-11-20T22:00:00.000Z', 'low1')).toEqual(['complete']);
});

it('a skip because a day has no credits left is not caused by priority', async () => {
  const office = await officeOf({ budget: { perDay: 12 } });
  expect(await at(office, '2026-11-20T00:00:00.000Z', 'vital')).toEqual(['complete']);
  expect(await at(office, '2026-11-20T18:00:00.000Z', 'spare')).toEqual(['skipped']);
  expect(await lastCause(office)).toBe('budget');
});

it('a month that is short of credits keeps them for watches of higher priority until its end', async () => {
  // From 18:00 on, 41 checks of the high watch and 11 of the normal watch remain.
  const office = await officeOf({ budget: { perMonth: 36 + (41 + 11) * 12 + 11 } });
  expect(await at(office, '2026-11-20T18:00:00.000Z', 'spare', 'usual')).toEqual(['skipped', 'complete']);
});

it('a check under way reserves nothing beyond its own cost', async () => {
  const office = await officeOf({ budget: { perDay: 24 }, watches: [{ ...vital, ...daily }, spare] });
  office.now = new Date('2026-11-20T18:00:00.000Z');
  let low: Promise<unknown> | undefined;
  office.service.reply = ({ body }) => {
    if (body.caseNumber === '1:20-cv-00001') low ??= office.daemonCheck('spare');
    return undefined;
  };
  expect(await office.daemonCheck('vital')).toMatchObject({ outcome: 'complete' });
  expect(await low).toMatchObject({ outcome: 'complete' });
});

it('within a matter, the budget also keeps the shares of watches of higher priority', async () => {
  const ofMatter = [
    { ...vital, ...daily, matter: 'M-1' },
    // Another matter pays the other half.
    { ...vital, ...daily, id: 'other', matter: 'M-2' },
    { ...spare, matter: 'M-1' },
  ];
  const office = await officeOf({ watches: ofMatter, matters: { 'M-1': { budget: { perDay: 18 } } } });
  expect(await at(office, '2026-11-20T18:00:00.000Z', 'spare', 'vital')).toEqual(['complete', 'complete']);
  const short = await officeOf({ watches: ofMatter, matters: { 'M-1': { budget: { perDay: 17 } } } });
  expect(await at(short, '2026-11-20T18:00:00.000Z', 'spare', 'vital')).toEqual(['skipped', 'complete']);
});

it('a changed priority is stored, and changes no due time', async () => {
  const office = await openOffice({ watches: [usual] });
  await office.check();
  const due = () => office.store.db.selectFrom('watchQueries').select(['nextDueAt', 'priority']).execute();
  const [before] = await due();
  await office.configure({ watches: [{ ...usual, priority: 'high' }] });
  office.pass(0, 1);
  await office.check();
  expect(before?.priority).toBe(1);
  expect(await due()).toEqual([{ ...before, priority: 2 }]);
});
