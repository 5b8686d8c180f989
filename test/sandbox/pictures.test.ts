import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { ask, design } from './asking.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ world: { startsOn: '2026-03-02', size: 0 } });
});
afterAll(() => sandbox.close());

async function picture(url: string) {
  const response = await fetch(url);
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
}

async function addresses(request: object): Promise<string[]> {
  const { body } = await ask(sandbox, 'wipo', request);
  return body.hits.flatMap((hit: { IMG_DATA: { url: string }[] }) => hit.IMG_DATA.map(({ url }) => url));
}

it('pictures are served at the addresses in the responses, as real PNGs', async () => {
  const [url = ''] = await addresses({ source: 'HAGUE', hol: 'Rival' });
  expect(url.startsWith(`${sandbox.url}/images/HAGUE/`)).toBe(true);
  const { type, bytes } = await picture(url);
  expect(type).toBe('image/png');
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const length = bytes.readUInt32BE(33);
  expect(inflateSync(bytes.subarray(41, 41 + length))).toHaveLength((width + 1) * height);
});

it('a picture is the same each time, and differs from the other views', async () => {
  const [first = '', second = ''] = await addresses({ source: 'HAGUE', hol: 'Rival' });
  expect((await picture(first)).bytes.equals((await picture(first)).bytes)).toBe(true);
  expect((await picture(first)).bytes.equals((await picture(second)).bytes)).toBe(false);
});

it("pictures of loaded records get an address of the sandbox in place of the register's", async () => {
  const url = 'https://designs.example/images/EMID/001/099000100-0001/view-1.jpg';
  sandbox.put(
    design('099000100-0001', {
      SOURCE: 'EMID',
      ID: 'EMID.099000100-0001',
      IMG_DATA: [{ filename: 'view-1.jpg', url }],
    }),
  );
  const [served = ''] = await addresses({ source: 'EMID', irn: '099000100-0001' });
  expect(served).toBe(`${sandbox.url}/images/EMID/001/099000100-0001/view-1.jpg`);
  expect((await picture(served)).type).toBe('image/png');
});

it('pictures at other addresses keep these addresses', async () => {
  const url = 'https://elsewhere.example/a.png';
  sandbox.put(design('DM/5', { IMG_DATA: [{ filename: 'a.png', url }] }));
  expect(await addresses({ source: 'HAGUE', irn: 'DM/5' })).toEqual([url]);
});

it('pictures can have another public address', async () => {
  const behind = await startSandbox({ publicUrl: 'https://sandbox.example' });
  const { body } = await ask(behind, 'wipo', { source: 'HAGUE', hol: 'Rival' });
  await behind.close();
  expect(body.hits[0].IMG_DATA[0].url).toMatch(/^https:\/\/sandbox\.example\/images\//);
});
