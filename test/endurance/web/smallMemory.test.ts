import { execFile } from 'node:child_process';
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { designHit, docketHit } from '../../check/hits.ts';
import { openMachine } from '../../e2e/machine.ts';
import { spawnDaemon } from '../../program.ts';
import { byNight } from '../../runs.ts';
import { loadForm } from '../../web/sendForm.ts';
import { upload } from '../../web/upload.ts';
import { sheetOf } from '../sheetOf.ts';

const limitMb = 512;
const limited = '/sys/fs/cgroup/memory/tipstaff-small-memory';

/** Makes a memory cgroup as `MemoryMax=512M` does. False if this user may not make one. */
function makeLimited(): boolean {
  try {
    mkdirSync(limited, { recursive: true });
    writeFileSync(`${limited}/memory.limit_in_bytes`, String(limitMb * 1024 * 1024));
    return true;
  } catch {
    return false;
  }
}

const sheets: readonly [string, () => Uint8Array | string][] = [
  ['a sheet with a value in its last cell', () => sheetOf('<row><c r="XFD1048576"><v>1</v></c></row>')],
  ['a sheet that unpacks to 100 MB', () => sheetOf(`<row><c><v>1</v></c></row>${' '.repeat(100_000_000)}`)],
  ['8 MB of commas', () => ','.repeat(8_000_000)],
  ['1.9 million lines', () => 'abc\n'.repeat(1_900_000)],
  ['300,000 headings', () => 'namf,nane,'.repeat(150_000)],
  ['60,000 rows of one name', () => `name\n${'Acme Holdings Limited\n'.repeat(60_000)}`],
];

const cases = 2000;

/** Sends from a process of its own, as the service is in this one. @returns the statuses */
async function floodFromOutside(url: string): Promise<number[]> {
  const script = `const body = Buffer.alloc(16_700_000, 'a');
    const init = { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' }, body };
    const sent = Array.from({ length: 90 }, () => fetch('${url}', init).then(({ status }) => status, () => 403));
    console.log(JSON.stringify(await Promise.all(sent)));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return JSON.parse(stdout) as number[];
}

async function installed() {
  const machine = await openMachine();
  machine.configure({
    database: machine.database,
    http: { host: '127.0.0.1', port: 0 },
    operators: [],
    spreadSeconds: 0,
    watches: [
      { id: 'tick', schedule: '* * * * * *', dockets: { caseNumber: '1:20-cv-00168' } },
      { id: 'large', schedule: '*/10 * * * * *', dockets: { patentNumber: '7000001' } },
      { id: 'many', announce: false, schedule: '0 7 1 1 *', dockets: { companyName: 'Rival' } },
      {
        id: 'designs',
        announce: false,
        schedule: '0 7 1 1 *',
        designs: { source: 'HAGUE', holder: 'Rival' },
        similarTo: { registrations: ['DM/200001'] },
      },
    ],
  });
  machine.service.dockets = Array.from({ length: cases }, (_, at) =>
    docketHit({
      docketId: 7001 + at,
      docketNumber: at === 0 ? '1:20-cv-00168' : `1:21-cv-${String(at).padStart(5, '0')}`,
      parties: ['Rival Inc.'],
    }),
  );
  machine.service.designs = [designHit(1)];
  return machine;
}

it.skipIf(!byNight || !makeLimited())(
  `with ${limitMb} MB the daemon survives hostile and large requests, and keeps checking`,
  async () => {
    onTestFinished(() => rmdirSync(limited));
    const machine = await installed();
    expect(await machine.run(['check'])).toMatchObject({ code: 0, stderr: '' });
    const ticks: number[] = [];
    const tooLarge = Buffer.from(`[${'{},'.repeat(21_000_000)}{}]`);
    machine.service.reply = ({ body }) => {
      if (body.caseNumber !== undefined) ticks.push(performance.now());
      return body.patentNumber === undefined ? undefined : { body: tooLarge };
    };
    const daemon = spawnDaemon(`${machine.folder}/watches.yaml`, { env: machine.env });
    writeFileSync(`${limited}/cgroup.procs`, String(daemon.child.pid));
    const url = await daemon.running;

    /** Does the work, then waits for the next checks. @param says the statuses with which the daemon may respond */
    const during = async (what: string, work: () => Promise<unknown>, says: readonly unknown[] = [undefined]) => {
      const from = ticks.length;
      const began = performance.now();
      const said = [await work()].flat();
      while (ticks.length < from + 2 && daemon.child.exitCode === null && daemon.child.signalCode === null)
        await pause(50);
      const log = () => daemon.lines.filter((line) => !line.includes('"level":30')).join('\n');
      expect([daemon.child.exitCode, daemon.child.signalCode], `${what}\n${log()}`).toEqual([null, null]);
      expect(
        said.filter((one) => !says.includes(one)),
        `${what}\n${log()}`,
      ).toEqual([]);
      const times = [began, ...ticks.slice(from)];
      const gapMs = Math.max(...times.slice(1).map((at, place) => at - (times[place] ?? 0)));
      process.stdout.write(`${what}: longest time without a check ${(gapMs / 1000).toFixed(1)} s\n`);
    };

    await during('a response of 63 MB every ten seconds', () => pause(22_000));
    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const post = async (path: string, init: RequestInit) => (await fetch(url + path, init)).status;
    await during('16 MB of fields', () => post('/import', { ...form, body: 'a&'.repeat(8_000_000) }), [403]);
    await during('90 forms of 16.7 MB at once', () => floodFromOutside(`${url}/import`), [403]);
    for (const [name, make] of sheets) {
      const bytes = make();
      await during(name, async () => (await upload(url, bytes as string)).status, [422]);
    }
    await during(
      '12 downloads at once',
      async () =>
        Promise.all(
          Array.from({ length: 12 }, async () => {
            const response = await fetch(`${url}/cases.xlsx`);
            await response.arrayBuffer();
            return response.status;
          }),
        ),
      [200, 503],
    );
    const gray = { create: { width: 4000, height: 4000, channels: 4, background: '#888' } } as const;
    const pictures: readonly [string, Buffer][] = [
      ['a picture of 16 million pixels', await sharp(gray).png().toBuffer()],
      ['an AVIF picture', await sharp(gray).avif({ effort: 0 }).toBuffer()],
    ];
    for (const [name, bytes] of pictures) {
      await during(name, async () => {
        const { cookie, formToken } = await loadForm(url, '/watches/designs/alike');
        const body = new FormData();
        body.set('formToken', formToken);
        body.set('own', name);
        body.set('picture1', new File([new Uint8Array(bytes)], 'one.png', { type: 'image/png' }));
        const headers = { cookie, 'sec-fetch-site': 'same-origin' };
        return post('/watches/designs/own/pictures', { method: 'POST', headers, body, redirect: 'manual' });
      }, [303]);
    }
    await during('220 slow forms', async () => {
      const { port, hostname } = new URL(url);
      const sockets = Array.from({ length: 220 }, () => {
        const socket = connect(Number(port), hostname).on('error', () => {});
        socket.write('POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n');
        return { socket, drip: setInterval(() => socket.write('a'), 500) };
      });
      await pause(15_000);
      for (const { socket, drip } of sockets) {
        clearInterval(drip);
        socket.destroy();
      }
    });
    daemon.child.kill('SIGTERM');
  },
);
