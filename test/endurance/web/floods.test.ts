import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../eventually.ts';
import { startDaemon } from '../../program.ts';
import { byNight } from '../../runs.ts';
import { tempFolder } from '../../tempFolder.ts';

async function startOne() {
  const folder = tempFolder();
  const file = join(folder, 'watches.yaml');
  // With a public address, everyone has to sign in.
  const http = { port: 0, publicUrl: 'https://tipstaff.firm.example', signIn: { oidc } };
  const config = {
    service: { baseUrl: 'http://127.0.0.1:9', token: 'nobody-asks' },
    database: join(folder, 'tipstaff.db'),
    operators: [],
    watches: [],
    http,
  };
  writeFileSync(file, JSON.stringify(config));
  return startDaemon(file);
}

const oidc = { issuer: 'http://127.0.0.1:9', clientId: 'tipstaff', groups: [{ group: 'all', role: 'reader' }] };
const megabyte = 1024 * 1024;
const urlencoded = 'application/x-www-form-urlencoded';

/** Sends the head of a form. */
function open(url: string, path: string, type: string, length: number): Socket {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const cookie = '__Host-tipstaff-form=a-token-of-this-browser-alone';
  const headers = ['Host: localhost', `Cookie: ${cookie}`, `Content-Type: ${type}`, `Content-Length: ${length}`];
  socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Sends a form. @returns the start of the first response, or '' if the connection ends */
function flood(url: string, path: string, type: string, part: Buffer, times: number): Promise<string> {
  const socket = open(url, path, type, part.length * times);
  for (let time = 0; time < times; time += 1) socket.write(part);
  return new Promise((resolve) => {
    socket.once('data', (said) => resolve(said.toString().slice(0, 12)));
    socket.once('close', () => resolve(''));
  });
}

it('a flood of large, many-field or slow forms from strangers does not stop the daemon', async () => {
  const { url, stop } = await startOne();
  const probes: number[] = [];
  const isUnderWay = { now: true };
  const probing = (async () => {
    // A kept connection that the server closes during a request is tried again, as every health check does.
    for (; isUnderWay.now; )
      await fetch(`${url}/healthz`).then(
        ({ status }) => probes.push(status),
        () => {},
      );
  })();
  const fields = Buffer.alloc(megabyte, 'a&');
  const said = [
    ...(await Promise.all([4, 8, 16].map((times) => flood(url, '/import', urlencoded, fields, times)))),
    ...(await Promise.all(
      Array.from({ length: byNight ? 90 : 12 }, () =>
        flood(url, '/import', 'multipart/form-data; boundary=b', fields, 16),
      ),
    )),
  ];
  expect(new Set(said.filter((one) => one !== ''))).toEqual(new Set(['HTTP/1.1 403']));

  // One byte at a time, and each sender comes back when its connection is closed.
  const ended: Promise<unknown>[] = [];
  let closed = 0;
  const sendSlowly = () => {
    const socket = open(url, '/sign-in', urlencoded, 9000);
    const drip = setInterval(() => socket.write('a'), 500);
    ended.push(
      new Promise<void>((resolve) => {
        socket.once('close', () => {
          clearInterval(drip);
          closed += 1;
          if (isUnderWay.now) setTimeout(sendSlowly, 50);
          resolve();
        });
      }),
    );
  };
  for (let one = 0; one < 220; one += 1) sendSlowly();
  const before = probes.length;
  await eventually(() => expect([closed > 300, probes.length > before + 50]).toEqual([true, true]));
  isUnderWay.now = false;
  await probing;
  expect(new Set(probes)).toEqual(new Set([200]));
  await stop();
});
