import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DesignHit, DocketHit } from '../../sandbox/hits.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { byNight } from '../runs.ts';
import { ask } from '../sandbox/asking.ts';
import { absence } from './realData.ts';

/** The nightly run requests each docket. */
const oneIn = byNight ? 1 : 5;

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

  it('loads all records unchanged', () => {
    expect(sandbox.stats).toMatchObject({ dockets: 396, designs: 5515 });
  });

  it('serves each docket as in the file, except for entries beyond the cap', async () => {
    let entries = 0;
    for (const [place, line] of linesOf(files[0] ?? '').entries()) {
      const hit = JSON.parse(line) as DocketHit;
      entries += hit.entries?.length ?? 0;
      if (place % oneIn !== 0) continue;
      const { body } = await ask(sandbox, 'pacer', { caseNumber: hit.docketNumber, size: 50, entrySize: 200 });
      const served = body.data.hits.find(({ docketId }: DocketHit) => docketId === hit.docketId);
      if ((hit.entries?.length ?? 0) <= 200) expect(served).toEqual(hit);
      else expect(served.entries).toHaveLength(200);
    }
    expect(entries).toBe(13_465);
  });

  it('serves each design as in the file, except for the addresses of its pictures', async () => {
    const all = designHits();
    for (const [source, hits] of Map.groupBy(all, ({ SOURCE }) => String(SOURCE))) {
      const served: DesignHit[] = [];
      for (let from = 0; from < hits.length; from += 100) {
        const { body } = await ask(sandbox, 'wipo', { source, id_search: `${source}.`, from, num: 100 });
        served.push(...body.hits);
      }
      expect(served.map(pictureless).sort(byId)).toEqual(hits.map(pictureless).sort(byId));
    }
  });

  it('serves a design by its id, with its pictures', async () => {
    for (const hit of designHits().filter((_, place) => place % 250 === 0)) {
      const { body } = await ask(sandbox, 'wipo', { source: hit.SOURCE, id: hit.ID });
      expect(body.hits.map(pictureless)).toEqual([pictureless(hit)]);
      const [image] = body.hits[0].IMG_DATA ?? [];
      if (image) expect((await fetch(image.url)).headers.get('content-type')).toBe('image/png');
    }
  });
});

function designHits(): DesignHit[] {
  return linesOf(files[1] ?? '').map((line) => JSON.parse(line));
}

/** Returns the hit with the number of its pictures instead of the pictures. */
function pictureless({ IMG_DATA: images, ...rest }: DesignHit) {
  return { ...rest, images: images?.length };
}

function byId(one: Pick<DesignHit, 'ID'>, other: Pick<DesignHit, 'ID'>): number {
  return String(one.ID) < String(other.ID) ? -1 : 1;
}
