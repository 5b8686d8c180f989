import { once } from 'node:events';
import { expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import { startProgram } from '../../program.ts';
import { ask, control } from '../../sandbox/asking.ts';

async function serving(...words: readonly string[]) {
  const child = startProgram(['sandbox', '--port', '0', ...words]);
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    printed += part;
  });
  const url = await eventually(() => /is running at (http:\S+)/.exec(printed)?.[1] ?? expect.fail(printed));
  return { url, ended: once(child, 'exit'), child };
}

it('tipstaff sandbox responds with the given token, credits and faults, and stops on SIGTERM', async () => {
  const given = ['--token', 'mine', '--credits', '14', '--starts-on', '2026-03-02', '--size', '10'];
  const sandbox = await serving(...given, '--fault', 'total-unknown', '--fault', 'page-clamped=2');
  const { body } = await ask(sandbox, 'pacer', { patentNumber: '6834603' }, 'mine');
  expect([body.code, body.data.total, body.data.hits.length]).toEqual([0, -1, 2]);
  expect((await ask(sandbox, 'pacer', { patentNumber: '6834603' }, 'mine')).body.code).toBe(2001);
  expect((await ask(sandbox, 'wipo', { source: 'HAGUE', hol: 'Rival' })).body.code).toBe(3001);
  expect((await control(sandbox, 'GET', 'state')).body).toMatchObject({
    today: '2026-03-02',
    creditsLeft: { mine: 2 },
  });
  sandbox.child.kill('SIGTERM');
  expect(await sandbox.ended).toEqual([0, null]);
});
