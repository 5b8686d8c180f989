import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { simpleParser } from 'mailparser';
import { expect, it, onTestFinished } from 'vitest';

const main = join(import.meta.dirname, '../../src/main.ts');

it('the demo names its sandbox, and every message that it sends says that the records are made up', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-demo-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const output = join(folder, 'output');
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'demo', '--folder', output]);
  expect(stdout).toContain('The built-in sandbox serves made-up records');
  expect(stdout).toContain('TIPSTAFF_BASE_URL=sandbox');
  const mails = await textsIn(join(output, 'mail'));
  expect(mails.length).toBeGreaterThan(0);
  for (const mail of mails) expect((await simpleParser(mail)).subject).toMatch(/^\[SANDBOX\] /);
  const posts = await textsIn(join(output, 'slack'));
  expect(posts.length).toBeGreaterThan(0);
  for (const post of posts) expect(post).toContain('[SANDBOX] ');
}, 60_000);

async function textsIn(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
}

it('a demo that cannot write says where, and what to do', async () => {
  const demo = promisify(execFile)(process.execPath, [main, 'demo', '--folder', join(main, 'demo-output')]);
  const words = /^The demo cannot write: .*demo-output.*\. Choose a folder that you can write to with --folder\.\n$/;
  await expect(demo).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(words) });
});
