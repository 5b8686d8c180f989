import SQLite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { beginHold } from '../../src/check/changeHolds.ts';
import { linesOf } from '../../src/cli/output.ts';
import { showAll } from '../../src/cli/status.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { lastCompletePerWatch, phasesOfWatches } from '../../src/schedule/watchStatusQueries.ts';
import { openStore } from '../../src/store/openStore.ts';
import { keepProcess } from '../../src/store/processes.ts';
import { designHit, docketHit } from '../check/hits.ts';
import { type Office, officeThatKnows, openOffice } from '../check/office.ts';
import { aHold } from '../schedule/holds/aHold.ts';

const statusOf = (office: Office) => showAll({ ...office.parts(), redact: (text) => text, close: async () => {} });

/** Returns what `tipstaff status` prints. */
const shown = async (office: Office): Promise<string> => linesOf((await statusOf(office)).words).join('\n');

it('status shows a watch of two registers as last complete when both were', async () => {
  const bottles = { id: 'bottles', announce: false, designs: { source: ['HAGUE', 'EMID'], holder: 'Rival' } };
  const office = await openOffice({ watches: [bottles] });
  const lastComplete = async (): Promise<unknown> => {
    const [first] = [(await statusOf(office)).json].flat();
    const { lastCompleteAt } = first as { lastCompleteAt: string | null };
    const asked = (await lastCompletePerWatch(office.store.db)).get('bottles');
    expect(asked).toBe(lastCompleteAt);
    return lastCompleteAt;
  };
  const down = { status: 503, body: '' };
  office.service.reply = ({ body }) => (body.source === 'EMID' ? down : undefined);
  await office.check();
  expect(await lastComplete()).toBeNull();
  office.service.reply = () => undefined;
  await office.check();
  office.service.reply = ({ body }) => (body.source === 'EMID' ? down : undefined);
  await office.check({ after: 1 });
  expect(await lastComplete()).toBe('2026-11-20T12:00:00.000Z');
  office.service.reply = ({ body }) => (body.source === 'HAGUE' ? down : undefined);
  await office.check({ after: 1 });
  expect(await lastComplete()).toBe('2026-11-21T12:00:00.000Z');
});

it('status says that checks are suspended, instead of when they are due', async () => {
  const office = await openOffice();
  await office.check();
  expect(await shown(office)).not.toContain('SUSPENDED');
  office.service.reply = () => ({ status: 401, body: '' });
  await office.check();
  const words = await shown(office);
  expect(words).toMatch(/^widget .* SUSPENDED /m);
  expect(words).toContain(
    '! SUSPENDED: no scheduled check until the service accepts calls again. Next try: 2026-11-20',
  );
  expect(words).toMatch(/^widget .* SUSPENDED +token refused$/m);
  expect(words.match(/Check the token/g)).toHaveLength(1);
});

it('status calls a check due now instead of naming a moment that has passed', async () => {
  const office = await officeThatKnows({ dockets: [docketHit()] });
  expect(await shown(office)).not.toMatch(/ now$/m);
  office.pass(4);
  expect(await shown(office)).toMatch(/^widget .* now$/m);
});

it('status counts the alerts that wait for their time, although all is well', async () => {
  const office = await officeThatKnows({ dockets: [docketHit()] });
  expect(await shown(office)).toMatch(/All else is well: .*, no alert late\./);
  office.service.dockets = [docketHit({ status: 'terminated' })];
  await office.check();
  expect(await shown(office)).toMatch(/All else is well: .*, no alert late \(1 alert waits to be sent\)\./);
});

it('status says nothing of a database that another process holds, except that', async () => {
  const office = await officeThatKnows({ dockets: [docketHit()] });
  const store = await openStore(office.store.name, { busySeconds: 0.2 });
  onTestFinished(() => store.close());
  const other = new SQLite(office.store.name);
  onTestFinished(() => void other.close());
  other.exec('begin immediate');
  const program = { ...office.parts(), store, redact: (text: string) => text, close: async () => {} };
  await expect(showAll(program)).rejects.toThrow('is locked. Another process has held it');
});

it('only a watch with one search for cases has a phase', async () => {
  const caseNumber = '1:20-cv-00168';
  const watches = [
    { id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival' } },
    { id: 'one', dockets: { caseNumber } },
    { id: 'two', dockets: { caseNumber: [caseNumber, '1:20-cv-00169'] } },
  ];
  const office = await officeThatKnows({ dockets: [docketHit()], designs: [designHit(1)] }, { watches });
  const { store, config } = office.parts();
  expect([...(await phasesOfWatches(store.db, config.watches)).keys()]).toEqual(['one']);
});

it('status says that a watch compares nothing with an own design until a watch finds that design', async () => {
  const similarTo = { registrations: ['DM/200 002'] };
  const bottles = { id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival' }, similarTo };
  const office = await openOffice({ watches: [bottles] });
  expect(await shown(office)).toContain('! bottles compares nothing with DM/200 002: no watch has found it yet.');
  office.service.designs = [designHit(2)];
  await office.check();
  expect(await shown(office)).not.toContain('compares nothing');
});

it('status says that no daemon is running', async () => {
  const office = await officeThatKnows({ dockets: [docketHit()] });
  const words = '! No daemon is running: nothing is checked or delivered until one starts (tipstaff run).';
  expect(await shown(office)).toContain(words);
  const own = { id: 'one', host: 'here', version: '1', roles: ['check'], config: '', startedAt: '' };
  await keepProcess(office.store.db, own, office.now);
  expect(await shown(office)).not.toContain('No daemon');
});

it('status says of a paused watch that nothing is known since its last complete check, not since the pause', async () => {
  const office = await officeThatKnows({ dockets: [docketHit()] });
  office.pass(6);
  const hold = aHold({
    watchId: 'widget',
    author: 'ann',
    reason: 'talks',
    beganAt: office.now.toISOString(),
    until: null,
  });
  await office.store.transaction((trx) => beginHold(trx, office.parts().config, hold));
  expect(await shown(office)).toMatch(
    /^~ PAUSED .*It is not checked: nothing is known since its last complete check, 2026-11-20 07:00 EST\.$/m,
  );
});

it('status of an older config says that a watch is not in force, and not that it was never checked', async () => {
  const [kept, dropped] = [
    { id: 'kept', dockets: { caseNumber: '1' } },
    { id: 'dropped', dockets: { caseNumber: '2' } },
  ];
  const office = await openOffice({ watches: [kept, dropped] });
  await office.check();
  await office.configure({ watches: [kept] });
  await syncWatches(office.store, office.parts().config, office.now);
  await office.configure({ watches: [kept, dropped] });
  const words = await shown(office);
  expect(words).toMatch(/^dropped +- +not in force /m);
  expect(words).toContain('Not well: not in the config in force: dropped');
  expect(words).not.toContain('never checked');
  expect(words).not.toContain('not checked yet');
});
