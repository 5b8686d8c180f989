import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createFetchPicture } from '../../../src/service/http/client.ts';
import { openEndpoint } from '../../alerts/channels/endpoint.ts';
import { openMachine } from '../../e2e/machine.ts';

/** Opens a proxy that passes every call to one port of this machine, and records the requested hosts. */
async function openProxy(port: number): Promise<{ url: string; hosts: string[] }> {
  const hosts: string[] = [];
  const server = createServer((asked, reply) => {
    const { host, pathname } = new URL(asked.url ?? '');
    hosts.push(host);
    const { method, headers } = asked;
    const forwarded = request({ port, host: '127.0.0.1', path: pathname, method, headers }, (response) => {
      reply.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(reply);
    });
    asked.pipe(forwarded);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hosts };
}

it('calls to the service use the proxy of the environment, and calls to the built-in sandbox do not', async () => {
  const machine = await openMachine();
  const proxy = await openProxy(Number(new URL(machine.service.url).port));
  const baseUrl = 'http://search.example';
  const env = { HTTP_PROXY: proxy.url, TIPSTAFF_BASE_URL: baseUrl };
  expect((await machine.run(['check', '--dry-run'], { env })).code).toBe(0);
  expect([...new Set(proxy.hosts)]).toEqual(['search.example']);
  expect(machine.service.calls).toHaveLength(2);
  const direct = { ...env, TIPSTAFF_BASE_URL: 'sandbox' };
  expect((await machine.run(['check', '--dry-run'], { env: direct })).code).toBe(0);
  expect([...new Set(proxy.hosts)]).toEqual(['search.example']);
});

it('pictures are fetched through the same proxy', async () => {
  const pictures = await openEndpoint((_, reply) => reply.setHeader('content-type', 'image/png').end('a picture'));
  const proxy = await openProxy(Number(new URL(pictures.url).port));
  vi.stubEnv('HTTP_PROXY', proxy.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const fetchPicture = createFetchPicture({ baseUrl: 'http://search.example', token: 'any', inTurn: (call) => call() });
  const picture = await fetchPicture('http://search.example/a.png', new AbortController().signal);
  expect([picture.contentType, Buffer.from(picture.bytes).toString()]).toEqual(['image/png', 'a picture']);
  expect(proxy.hosts).toEqual(['search.example']);
});
