import { pino } from 'pino';
import { expect, it } from 'vitest';
import { runCheck } from '../../src/check/runCheck.ts';
import { refuseInserts } from '../store/refuseInserts.ts';
import { docketHit } from './hits.ts';
import { officeThatKnows } from './office.ts';
import { refusal } from './service.ts';

it('a crashed check writes the log line that its incident asks to report, and a failed check does not', async () => {
  const office = await officeThatKnows({ dockets: [docketHit()] });
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  let id = '';
  const check = async () => {
    const claim = await office.claim('widget');
    id = claim.queryId;
    const { outcome } = await runCheck({ ...office.parts(), log }, { claim });
    await office.store.queue.checks.release(claim);
    return outcome;
  };
  office.service.reply = () => refusal(1001, 'no');
  expect(await check()).toBe('failed');
  expect(lines.join('')).not.toContain('a check crashed');

  office.service.reply = () => undefined;
  office.service.dockets = [docketHit({ assignedTo: 'Alan Reyes' })];
  const forgive = await refuseInserts(office.store, 'changes', 'A mistake of ours.');
  expect(await check()).toBe('failed');
  await forgive();
  const last = office.store.db.selectFrom('checks').select('cause').orderBy('id', 'desc');
  expect(await last.executeTakeFirst()).toEqual({ cause: 'internal' });
  const crash = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'a check crashed');
  expect(crash).toMatchObject({ query: id, err: { message: expect.stringContaining('A mistake of ours.') } });
});
