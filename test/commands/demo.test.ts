import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const main = join(import.meta.dirname, '../../src/main.ts');

it('a demo that cannot write says where, and what to do', async () => {
  const demo = promisify(execFile)(process.execPath, [main, 'demo', '--folder', join(main, 'demo-output')]);
  const words = /^The demo cannot write: .*demo-output.*\. Choose a folder of yours with --folder\.\n$/;
  await expect(demo).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(words) });
});
