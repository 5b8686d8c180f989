import { expect, it, onTestFinished, vi } from 'vitest';
import type { Role } from '../../src/store/processes.ts';
import { openEndpoint } from '../alerts/channels/endpoint.ts';
import { refusal } from '../check/service.ts';
import { openMachine } from '../e2e/machine.ts';
import { eventually } from '../eventually.ts';
import { startDaemonHere } from './daemonHere.ts';

const path = '/ping/0c3f-secret';

it('a daemon calls its watchdog while all is well, reports problems to it, and does not log its address', async () => {
  const asked: string[] = [];
  const { url, requests } = await openEndpoint((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(asked.length === 1 ? 503 : 200).end();
  });
  const machine = await openMachine({
    http: { host: '127.0.0.1', port: 0 },
    watchdog: { url: url + path, everySeconds: 1 },
    watches: [{ id: 'patent', dockets: { patentNumber: '6834603' }, schedule: '*/2 * * * * *' }],
  });
  const logged: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
  onTestFinished(() => write.mockRestore());
  await startDaemonHere(machine, { logLevel: 'info' });
  await eventually(() => expect(asked.length).toBeGreaterThanOrEqual(2));
  expect(new Set(asked)).toEqual(new Set([`POST ${path}`]));

  machine.service.reply = () => refusal(3000, 'no such token');
  await eventually(() => expect(asked.at(-1)).toBe(`POST ${path}/fail`));
  expect(requests.at(-1)?.body).toMatch(/^key-stopped: no calls to the service since/);
  expect(logged.join()).toContain('the watchdog refused the signal that all is well');
  expect(logged.join()).not.toContain('0c3f-secret');
  expect((await machine.run(['validate', '--show'])).stdout).not.toContain('0c3f-secret');
});

it('only a daemon with the role check calls the watchdog', async () => {
  const agents: string[] = [];
  const watch = async (name: string, roles: Role[]) => {
    const { url } = await openEndpoint((_request, response) => {
      agents.push(name);
      response.end();
    });
    const machine = await openMachine({
      http: { host: '127.0.0.1', port: 0 },
      watchdog: { url: url + path, everySeconds: 1 },
      watches: [{ id: 'patent', dockets: { patentNumber: '6834603' } }],
    });
    await startDaemonHere(machine, { roles });
  };
  await watch('serves', ['deliver', 'web']);
  await watch('checks', ['check']);
  await eventually(() => expect(agents.length).toBeGreaterThanOrEqual(3));
  expect(new Set(agents)).toEqual(new Set(['checks']));
});
