import { describe, expect, it } from 'vitest';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { insertCheck } from '../../src/store/ledger/checks.ts';
import { insertChange } from '../../src/store/snapshot/changes.ts';
import { insertRecord } from '../../src/store/snapshot/records.ts';
import type { Store } from '../../src/store/store.ts';
import { watchFeed } from '../../src/web/watchFeed.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { freshStore } from '../store/freshStore.ts';

const now = new Date('2026-05-04T12:00:00.000Z');

async function putEntries(store: Store, count: number): Promise<void> {
  await syncWatches(store, { watches: [aWatch()], spreadSeconds: 0 }, now);
  const { id: queryId } = await store.db.selectFrom('queries').select('id').executeTakeFirstOrThrow();
  const at = now.toISOString();
  const counts = { requests: 1, credits: 12, hits: 1, total: 1, reason: null, evidence: {} };
  const check = { queryId, startedAt: at, endedAt: at, outcome: 'complete' as const, ...counts };
  const checkId = await insertCheck(store.db, check);
  const docket = {
    type: 'docket',
    key: '7',
    docketNumber: '1:26-cv-00001',
    caseName: 'Widget Co. v. <Rival>',
  } as const;
  const recordId = await insertRecord(store.db, docket, 'hash', at);
  for (let number = 1; number <= count; number += 1) {
    await insertChange(store.db, {
      kind: 'entry.new',
      fields: [],
      rule: 'entry not known',
      entry: {
        documentNumber: String(number),
        dateFiled: '2026-05-01',
        description: `ORDER ${number} & more`,
        documentHref: null,
        pdfUrl: '',
        patentNumbers: [],
        extraDocument: [],
      },
      checkId,
      recordId,
      detectedAt: at,
      watchIds: [aWatch().id],
    });
  }
}

describe('the feed of a watch', () => {
  const service = { baseUrl: 'https://search.example.com' };
  const config = { watches: [aWatch()], http: { host: '127.0.0.1', port: 0 }, service };

  it('tells its last changes, newest first, each with an id that stays', async () => {
    const { store } = await freshStore();
    await putEntries(store, 3);
    const feed = (await watchFeed(store, config, aWatch().id, now)) ?? '';
    expect(feed.match(/<id>[^<]*change:\d+<\/id>/g)?.map((id) => id.match(/change:(\d+)/)?.[1])).toEqual([
      '3',
      '2',
      '1',
    ]);
    expect(feed).toContain('ORDER 3 &amp; more');
    expect(feed).not.toContain('<Rival>');
  });

  it('holds fifty at most', async () => {
    const { store } = await freshStore();
    await putEntries(store, 60);
    const feed = (await watchFeed(store, config, aWatch().id, now)) ?? '';
    expect(feed.match(/<entry>/g)).toHaveLength(50);
    expect(feed).toContain('change:60<');
  });

  it('names nobody where the watch is confidential', async () => {
    const { store } = await freshStore();
    await putEntries(store, 1);
    const watch = aWatch({ name: 'Project Falcon', matter: 'M-2026-014', confidential: true });
    const feed = (await watchFeed(store, { ...config, watches: [watch] }, watch.id, now)) ?? '';
    expect(feed).toContain('M-2026-014');
    expect(feed).not.toMatch(/Falcon|Widget|Rival|ORDER/);
  });

  it('is of no watch that the config does not have', async () => {
    const { store } = await freshStore();
    expect(await watchFeed(store, config, 'nobody', now)).toBeUndefined();
  });

  it('says in its title and in each entry that the sandbox made it up', async () => {
    const { store } = await freshStore();
    await putEntries(store, 1);
    const feed = await watchFeed(store, { ...config, service: { baseUrl: 'sandbox' } }, aWatch().id, now);
    expect(feed?.match(/<title>(Tipstaff: )?\[SANDBOX\] /g)).toHaveLength(2);
  });
});
