import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { simpleParser } from 'mailparser';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sendForm } from '../web/sendForm.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

it('the demo names its sandbox, shows what matters on one screen, and ends with the page that shows every message', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-demo-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const demo = await promisify(execFile)(process.execPath, [main, 'demo'], { cwd: folder });
  const lines = demo.stdout.trim().split('\n');
  expect(lines[0]).toContain('The built-in sandbox serves made-up records');
  expect(lines.length).toBeLessThan(20);
  expect(demo.stdout).toContain('npx tipstaff demo --serve');
  expect(lines.at(-1)).toBe(join('demo-output', 'index.html'));
  const kinds = ['New case', 'Decision', 'Deadline', 'Renewal', 'Holder change', 'Picture change'];
  expect(lines.map((line) => line.split('  ')[0]).filter((start = '') => kinds.includes(start))).toEqual(kinds);

  const page = await readFile(join(folder, 'demo-output', 'index.html'), 'utf8');
  expect(page).toContain('TIPSTAFF_BASE_URL=sandbox');
  const mails = await textsIn(join(folder, 'demo-output', 'mail'));
  expect(mails.length).toBeGreaterThan(0);
  expect(page.match(/<iframe /g)).toHaveLength(mails.length);
  for (const mail of mails) expect((await simpleParser(mail)).subject).toMatch(/^\[SANDBOX\] /);
  const posts = await textsIn(join(folder, 'demo-output', 'slack'));
  expect(posts.length).toBeGreaterThan(0);
  // A long alert takes several posts; its text is whole.
  expect(page.match(/<article [^>]*class="slack"/g)).toHaveLength(2);
  expect(page.match(/<pre class="message"[^>]*>\[SANDBOX\] [^<]{500}/g)).toHaveLength(2);
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

it('with --serve it serves the pages over its world, pictures too, until Ctrl+C', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-demo-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const demo = spawn(process.execPath, [main, 'demo', '--serve', '--port', '0'], { cwd: folder });
  onTestFinished(() => void demo.kill('SIGKILL'));
  let printed = '';
  for await (const part of demo.stdout) {
    printed += String(part);
    if (/Ctrl\+C: http\S+/.test(printed)) break;
  }
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+(?=\/\n)/.exec(printed.slice(printed.indexOf('Ctrl+C'))) ?? [];
  expect(await (await fetch(url)).text()).toContain('<strong>5</strong>watches, all looked at');
  const gallery = await (await fetch(`${url}/designs`)).text();
  const [picture = ''] = /(?<=<img src=")[^"]+/.exec(gallery) ?? [];
  expect((await fetch(url + picture.replaceAll('&amp;', '&'))).headers.get('content-type')).toMatch(/^image\//);

  // Check now asks the sandbox of the demo, and what comes of it is on the page.
  const checks = async () =>
    (
      (await (await fetch(`${url}/api/v1/checks?watch=rival-cases`)).json()) as {
        items: { id: number; outcome: string }[];
      }
    ).items;
  const [before] = await checks();
  expect((await sendForm(url, '/watches/rival-cases/check', {})).status).toBe(303);
  await vi.waitFor(
    async () => {
      const [last] = await checks();
      expect(last?.id).toBeGreaterThan(before?.id ?? 0);
      expect(last?.outcome).toBe('complete');
    },
    { timeout: 20_000, interval: 100 },
  );
  demo.kill('SIGINT');
  expect(await once(demo, 'exit')).toEqual([0, null]);
}, 60_000);

it('where its port is taken, the demo serves on a free one, and says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-demo-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  // If somebody else has it already, that is as good.
  const other = createServer().listen(8080, '127.0.0.1');
  await Promise.race([once(other, 'listening'), once(other, 'error')]).catch(() => undefined);
  onTestFinished(() => void other.close());
  const demo = spawn(process.execPath, [main, 'demo', '--serve'], { cwd: folder });
  onTestFinished(() => void demo.kill('SIGKILL'));
  let printed = '';
  for await (const part of demo.stdout) {
    printed += String(part);
    if (/Ctrl\+C: http\S+/.test(printed)) break;
  }
  expect(printed).toContain('Port 8080 is taken: another one is used.');
  const [, url = ''] = /Ctrl\+C: (http\S+)/.exec(printed) ?? [];
  expect(url).not.toContain(':8080');
  expect((await fetch(`${url}healthz`)).status).toBe(200);
}, 60_000);
