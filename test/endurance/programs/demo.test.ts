import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../eventually.ts';
import { startProgram } from '../../program.ts';
import { sendForm } from '../../web/sendForm.ts';

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-demo-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Where the program asks for port 8080 it gets this one, whoever has the real one here. */
const take = ({ port }: AddressInfo) =>
  `data:text/javascript,${encodeURIComponent(`
    import { Server } from 'node:net';
    const { listen } = Server.prototype;
    Server.prototype.listen = function (...args) {
      return listen.apply(this, args.map((arg) => (arg === 8080 ? ${port} : arg?.port === 8080 ? { ...arg, port: ${port} } : arg)));
    };`)}`;

it('with --serve it serves the pages over its world, pictures too, until Ctrl+C; on a free port where its own is taken', async () => {
  const folder = await emptyFolder();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const demo = startProgram(['demo', '--serve'], {
    folder,
    nodeArgs: ['--import', take(other.address() as AddressInfo)],
  });
  const ended = once(demo, 'exit');
  let printed = '';
  demo.stdout?.setEncoding('utf8').on('data', (part: string) => {
    printed += part;
  });
  const url = await eventually(() => /Ctrl\+C: (http:\/\/\S+?)\/\n/.exec(printed)?.[1] ?? expect.fail(printed));
  expect(printed).toContain('Port 8080 is taken: another one is used.');
  expect(url).not.toContain(':8080');
  expect(await (await fetch(url)).text()).toContain('href="/watches">5 watches</a> up to date; last check');
  const alerts = await eventually(() => /readers get it: (\S+)\n/.exec(printed)?.[1] ?? expect.fail(printed));
  expect(await (await fetch(alerts)).text()).toContain('[SANDBOX] NEW CASE: ');
  const gallery = await (await fetch(`${url}/designs`)).text();
  const [picture = ''] = /(?<=<img src=")[^"]+/.exec(gallery) ?? [];
  expect((await fetch(url + picture.replaceAll('&amp;', '&'))).headers.get('content-type')).toMatch(/^image\//);

  // Check now asks the sandbox of the demo, and what comes of it is on the page.
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
});
