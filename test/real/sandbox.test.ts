import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DesignHit, DocketHit } from '../../src/sandbox/hits.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { startSandbox } from '../../src/sandbox/startSandbox.ts';
import { ask } from '../sandbox/asking.ts';
import { absence } from './realData.ts';

if (absence) process.stdout.write(`${absence}\n`);

const folder = path.resolve(import.meta.dirname, '../../../shared/data');
const files = ['dockets.ndjson.gz', 'designs.ndjson.gz'].map((name) => path.join(folder, name));

function linesOf(file: string): string[] {
  return gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
}

describe.skipIf(absence)('the sandbox over real records', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ records: files });
  });
  afterAll(() => sandbox.close());

  it('loads all of them as they are', () => {
    expect(sandbox.stats).toMatchObject({ dockets: 396, designs: 5515 });
  });

  it('serves each docket as it is in the file, but for entries beyond the cap', async () => {
    let entries = 0;
    for (const line of linesOf(files[0] ?? '')) {
      const hit = JSON.parse(line) as DocketHit;
      const { body } = await ask(sandbox, 'pacer', { caseNumber: hit.docketNumber, size: 50, entrySize: 200 });
      const served = body.data.hits.find(({ docketId }: DocketHit) => docketId === hit.docketId);
      entries += hit.entries?.length ?? 0;
      if ((hit.entries?.length ?? 0) <= 200) expect(served).toEqual(hit);
      else expect(served.entries).toHaveLength(200);
    }
    expect(entries).toBe(13_465);
  });

  it('serves each design by its id, with its pictures here', async () => {
    for (const line of linesOf(files[1] ?? '').filter((_, place) => place % 25 === 0)) {
      const hit = JSON.parse(line) as DesignHit;
      const { body } = await ask(sandbox, 'wipo', { source: hit.SOURCE, id: hit.ID });
      expect(body.total).toBe(1);
      const { IMG_DATA: images, ...rest } = body.hits[0];
      const { IMG_DATA: before, ...same } = hit;
      expect(rest).toEqual(same);
      const [image] = images ?? [];
      if (image) expect((await fetch(image.url)).headers.get('content-type')).toBe('image/png');
      expect(images?.length).toBe(before?.length);
    }
  });
});
