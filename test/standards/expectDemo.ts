import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { expect, onTestFinished } from 'vitest';
import { eventually } from '../eventually.ts';
import { startProgram } from '../program.ts';
import { sendForm } from '../web/sendForm.ts';

/** Gives the program this port when it binds port 8080, which may be in use here. */
const take = ({ port }: AddressInfo) =>
  `data:text/javascript,${encodeURIComponent(`
    import { Server } from 'node:net';
    const { listen } = Server.prototype;
    Server.prototype.listen = function (...args) {
      return listen.apply(this, args.map((arg) => (arg === 8080 ? ${port} : arg?.port === 8080 ? { ...arg, port: ${port} } : arg)));
    };`)}`;

/**
 * Checks that `tipstaff demo --serve` shows its story and serves its pages and pictures until Ctrl+C, on a free port if
 * its own is taken. @param main the program, for `node`
 */
export async function expectServedDemo(main: string, folder: string): Promise<void> {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const demo = startProgram(['demo', '--serve'], {
    main,
    folder,
    nodeArgs: ['--import', take(other.address() as AddressInfo)],
  });
  const ended = once(demo, 'exit');
  let printed = '';
  demo.stdout?.setEncoding('utf8').on('data', (part: string) => {
    printed += part;
  });
  const url = await eventually(() => /Ctrl\+C: (http:\/\/\S+?)\/\n/.exec(printed)?.[1] ?? expect.fail(printed));
  await expectDemo(printed, folder);
  expect(printed).toContain('Port 8080 is taken: another one is used.');
  expect(url).not.toContain(':8080');
  for (const post of textsIn(join(folder, 'demo-output', 'slack'))) expect(post).toContain(`${url}/designs/`);
  expect(await (await fetch(url)).text()).toContain('href="/watches">5 watches</a> up to date; last check');
  const alerts = await eventually(() => /Every alert: (\S+)\n/.exec(printed)?.[1] ?? expect.fail(printed));
  expect(await (await fetch(alerts)).text()).toContain('[SANDBOX] NEW CASE: ');
  const gallery = await (await fetch(`${url}/designs`)).text();
  const [picture = ''] = /(?<=<img src=")[^"]+/.exec(gallery) ?? [];
  expect((await fetch(url + picture.replaceAll('&amp;', '&'))).headers.get('content-type')).toMatch(/^image\//);

  // "Check now" calls the demo's sandbox, and its result is on the page.
  const checks = async () => {
    const response = await fetch(`${url}/api/v1/checks?watch=rival-cases`);
    return ((await response.json()) as { items: { id: number; outcome: string }[] }).items;
  };
  const [before] = await checks();
  expect((await sendForm(url, '/watches/rival-cases/check', {})).status).toBe(303);
  await eventually(async () => {
    const [last] = await checks();
    expect(last?.id).toBeGreaterThan(before?.id ?? 0);
    expect(last?.outcome).toBe('complete');
  });
  demo.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
}

/** Checks that `tipstaff demo` names its sandbox, shows its alerts on one screen, and keeps its messages. */
export async function expectDemo(stdout: string, folder: string): Promise<void> {
  const lines = stdout.trim().split('\n');
  expect(lines.find((line) => !line.startsWith('Port '))).toContain('The built-in sandbox serves made-up records');
  expect(lines.length).toBeLessThan(20);
  expect(stdout).toContain('TIPSTAFF_BASE_URL=sandbox');
  expect(lines.filter((line) => /^(counsel|brand) +\[SANDBOX\] /.test(line))).toHaveLength(4);

  const mails = textsIn(join(folder, 'demo-output', 'mail'));
  expect(mails).toHaveLength(2);
  for (const mail of mails) expect((await simpleParser(mail)).subject).toMatch(/^\[SANDBOX\] /);
  const posts = textsIn(join(folder, 'demo-output', 'slack'));
  expect(posts.length).toBeGreaterThan(0);
  for (const post of posts) expect(post).toContain('[SANDBOX] ');
}

function textsIn(folder: string): string[] {
  return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
}
