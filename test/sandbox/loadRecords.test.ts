import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { ask, design, docket, entry } from './asking.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-records-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, lines: readonly unknown[]): Promise<string> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  await writeFile(join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text);
  return join(folder, name);
}

it('the sandbox loads dockets and designs from plain and gzipped files, and nothing else', async () => {
  const plain = await file('mixed.ndjson', [docket(1), '', design('DM/1'), design('DM/2')]);
  const packed = await file('more.ndjson.gz', [docket(2), { before: docket(3), after: docket(4), why: 'notices' }]);
  const sandbox = await startSandbox({ records: [plain, packed] });
  expect(sandbox.stats).toMatchObject({ dockets: 3, designs: 2 });
  expect((await ask(sandbox, 'pacer', { patentNumber: '7000001' })).body.data.total).toBe(3);
  await sandbox.close();
});

it('a loaded hit is served as it is, in the order of its entries', async () => {
  const hit = docket(1, { entries: [entry('2', 'Mar 9, 2024'), entry('1', 'Mar 5, 2024')], entryTotal: 9 });
  const sandbox = await startSandbox({ records: [await file('one.ndjson', [hit])] });
  expect((await ask(sandbox, 'pacer', { patentNumber: '7000001' })).body.data.hits).toEqual([hit]);
  const [cut] = (await ask(sandbox, 'pacer', { patentNumber: '7000001', entrySize: 1 })).body.data.hits;
  expect(cut.entries.map(({ documentNumber }: { documentNumber: string }) => documentNumber)).toEqual(['2']);
  await sandbox.close();
});

it('files are loaded on top of a world if both are given', async () => {
  const sandbox = await startSandbox({ records: [await file('top.ndjson', [docket(1)])], world: { size: 0 } });
  expect((await ask(sandbox, 'pacer', { patentNumber: '7000001' })).body.data.total).toBe(1);
  expect((await ask(sandbox, 'pacer', { patentNumber: '6834603' })).body.data.total).toBeGreaterThan(3);
  await sandbox.close();
});

it.each([
  ['a line that is no JSON', ['{"docketId":1}', '{oops']],
  ['a line that is no record', ['{"docketId":1}', '{"docket":"1"}']],
])('an error names the file and the line of %s', async (_what, lines) => {
  await expect(startSandbox({ records: [await file('bad.ndjson', lines)] })).rejects.toThrow(/bad\.ndjson, line 2/);
});

it('an error names a file that is missing', async () => {
  await expect(startSandbox({ records: [join(folder, 'absent.ndjson.gz')] })).rejects.toThrow(/absent\.ndjson\.gz/);
});
