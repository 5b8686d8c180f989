import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('the pace of calls keeps a process running while a call waits for its turn, and not otherwise', () => {
  const turnsFile = new URL('../../../src/service/http/turns.ts', import.meta.url).href;
  const script = `import { openTurns } from ${JSON.stringify(turnsFile)};
    const given = { kind: 'given', waitMs: 0, slowed: false };
    const pace = (gapMs) => ({ concurrency: 2, gapMs, start: async () => given, startAgain: async () => undefined });
    const take = async (turns) => (await turns.take(new AbortController().signal)).leave();
    const turns = openTurns(pace(300));
    await take(turns);
    await take(turns);
    await take(openTurns(pace(36_000_000)));
    console.log('all three');`;
  // If an unused turn kept the process running, it would end in ten hours.
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(child).toMatchObject({ status: 0, stdout: 'all three\n' });
});
