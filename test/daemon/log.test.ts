import { expect, it, onTestFinished, vi } from 'vitest';
import { openLog } from '../../src/daemon/program.ts';

it('the log writes a repeated error once a minute', () => {
  let ms = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => ms);
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  const log = openLog('info', (text) => text);
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  for (; ms < 130_000; ms += 1000) log.child({ tick: 'a' }).error({ err: full }, 'the tick failed');
  log.error({ err: new Error('another') }, 'the tick failed');
  log.info('a line');
  log.info('a line');
  const lines = stderr.mock.calls.map(([line]) => JSON.parse(String(line)));
  const failed = 'the tick failed';
  expect(lines.map(({ msg }) => msg)).toEqual([failed, failed, failed, failed, 'a line', 'a line']);
  expect(lines[3].err.stack).toContain('another');
});
