import { expect, it } from 'vitest';
import { z } from 'zod';
import type { PageParts } from '../../src/web/frame/page.ts';
import { listing } from '../../src/web/lists/listing.ts';
import { listDownloads } from '../../src/web/lists/xlsxFile.ts';
import type { Visit } from '../../src/web/visit/visit.ts';

it('files are made one at a time, without aborted requests, and an eleventh request is refused as busy', async () => {
  const gates = Array.from({ length: 10 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const load = async (_parts: PageParts, _visit: Visit, { index = '' }: Readonly<Record<string, string>>) => {
    begun.push(Number(index));
    await gates[Number(index)]?.promise;
    return { items: [] };
  };
  const [csv] = listDownloads(listing({ name: 'some', item: z.object({}), file: { path: '/some', load } }));
  const save = (index: number, signal = new AbortController().signal) =>
    csv?.respond({} as PageParts, { now: new Date() } as Visit, { index: String(index) }, signal);
  const files = gates.map((_, index) => save(index, index === 1 ? AbortSignal.abort() : undefined));
  await expect(save(10)).rejects.toMatchObject({ code: 'web.busy' });
  expect(begun).toEqual([0]);
  for (const [index, gate] of gates.entries()) {
    gate.resolve();
    expect(await files[index]).toEqual(index === 1 ? undefined : expect.objectContaining({ body: '\uFEFF\r\n' }));
    expect(begun.length).toBeLessThanOrEqual(Math.max(1, index + 1));
  }
  expect(await save(10)).toBeDefined();
});
