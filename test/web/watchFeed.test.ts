import { describe, expect, it } from 'vitest';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { insertCheck } from '../../src/store/snapshot/checksTable.ts';
import { insertChanges } from '../../src/store/snapshot/storeChangesTable.ts';
import type { Store } from '../../src/store/store.ts';
import { watchFeed } from '../../src/web/watchFeed.ts';
import { anEntry } from '../records/diff/dockets.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { freshStore } from '../store/freshStore.ts';
import { insertRecord } from '../store/snapshot/insertRecord.ts';
import { httpAt } from './httpAt.ts';

const now = new Date('2026-05-04T12:00:00.000Z');

/** Opens a store with the watch and as many cases as asked, each with new entries from a single check. */
async function storeWith(cases: number, entriesEach = 1): Promise<Store> {
  const { store } = await freshStore();
  await syncWatches(store, { watches: [aWatch()], spreadSeconds: 0 }, now);
  await putCheck(store, cases, entriesEach);
  return store;
}

async function putCheck(store: Store, cases: number, entriesEach: number): Promise<void> {
  const { id: queryId } = await store.db.selectFrom('queries').select('id').executeTakeFirstOrThrow();
  const at = now.toISOString();
  const counts = { requests: 1, credits: 12, hits: 1, total: 1, reason: null, evidence: {} };
  const check = { queryId, startedAt: at, endedAt: at, outcome: 'complete' as const, ...counts };
  const checkId = await insertCheck(store.db, check);
  for (let index = 1; index <= cases; index += 1) {
    const docket = {
      type: 'docket',
      key: `case-${checkId}-${index}`,
      docketNumber: `1:26-cv-0000${index}`,
      caseName: 'Widget Co. v. <Rival>',
      courtId: 'ded',
      pacerCaseId: String(index),
    } as const;
    const recordId = await insertRecord(store.db, docket, 'hash', at);
    for (let number = 1; number <= entriesEach; number += 1) {
      await insertChanges(store.db, [
        {
          kind: 'entry.new',
          fields: [],
          rule: 'entry not known',
          entry: anEntry({
            documentNumber: String(number),
            description: `ORDER ${number} & more of case ${index}`,
            pdfUrl: `https://search.example.com/pdf/${index}-${number}.pdf`,
          }),
          checkId,
          recordId,
          detectedAt: at,
          watchIds: [aWatch().id],
        },
      ]);
    }
  }
}

describe('the feed of a watch', () => {
  const service = { baseUrl: 'https://search.example.com' };
  const config = { watches: [aWatch()], http: httpAt(), service };
  const feedOf = async (store: Store, more: Partial<typeof config> = {}) =>
    (await watchFeed(store, { ...config, ...more }, aWatch().id)) ?? expect.fail();
  const all = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].map(([, found = '']) => found);

  it('has an entry for each record and check, newest first, each with a permanent id', async () => {
    const store = await storeWith(2, 3);
    await putCheck(store, 1, 2);
    const { xml } = await feedOf(store);
    expect(all(xml, /<id>[^<]*:watch:[^<:]*:([^<]*)<\/id>/g)).toEqual([
      'check-2.change-7',
      'check-1.change-4',
      'check-1.change-1',
    ]);
    expect(xml).toContain('ORDER 3 &amp;amp; more');
    expect(xml).not.toContain('<Rival>');
  });

  it('gives each entry a time of its own, takes the newest as its own, and is the same at every request', async () => {
    const store = await storeWith(12);
    const { xml, updated } = await feedOf(store);
    const times = all(xml, /<updated>([^<]*)</g);
    expect(times[0]).toBe(updated);
    expect(new Set(times.slice(1)).size).toBe(12);
    expect(times.slice(1).sort().at(-1)).toBe(updated);
    expect((await feedOf(store)).xml).toBe(xml);
  });

  it('is as old as the first check if there is no news, and gets no newer at the next request', async () => {
    const { store } = await freshStore();
    await syncWatches(store, { watches: [aWatch()], spreadSeconds: 0 }, now);
    expect((await feedOf(store)).updated).toBe('1970-01-01T00:00:00.000Z');
    const began = '2026-05-01T07:00:00.000Z';
    await store.db.updateTable('watchQueries').set({ baselineStartedAt: began }).execute();
    expect((await feedOf(store)).updated).toBe(began);
  });

  it('links to the document of a single entry, and else to the court’s page', async () => {
    const entryLinks = async (store: Store) =>
      all((await feedOf(store)).xml, /<entry>.*?<link rel="alternate" href="([^"]*)"/g);
    expect(await entryLinks(await storeWith(1))).toEqual(['https://search.example.com/pdf/1-1.pdf']);
    expect(await entryLinks(await storeWith(1, 2))).toEqual(['https://ecf.ded.uscourts.gov/cgi-bin/DktRpt.pl?1']);
  });

  it('links to the page of the record, and takes its pictures from there, if there is a public address', async () => {
    const store = await storeWith(1);
    const http = { ...config.http, publicUrl: 'https://tipstaff.example' } as typeof config.http;
    const design = {
      type: 'design',
      key: 'HAGUE.DM/1',
      source: 'HAGUE',
      images: [{ filename: '1.jpg', url: 'https://search.example.com/images/DM1/1.jpg?sig=1' }],
    } as const;
    const recordId = await insertRecord(store.db, design, 'hash', now.toISOString());
    const found = { checkId: 1, recordId, detectedAt: now.toISOString(), watchIds: [aWatch().id] };
    await insertChanges(store.db, [{ ...found, kind: 'design.new', fields: [], rule: 'not known' }]);
    const { xml } = await feedOf(store, { http });
    expect(xml).toContain('<link rel="alternate" href="https://tipstaff.example/designs/HAGUE.DM%2F1"/>');
    expect(xml).toContain('https://tipstaff.example/designs/HAGUE.DM%2F1/picture?path=');
    expect((await feedOf(store)).xml).toContain('https://search.example.com/images/DM1/1.jpg');
  });

  it('names its own address and its language', async () => {
    const store = await storeWith(1);
    const publicUrl = 'https://tipstaff.example';
    const { xml } = await feedOf(store, { http: { ...config.http, publicUrl } as typeof config.http });
    expect(xml).toContain(
      `<link rel="self" type="application/atom+xml" href="${publicUrl}/feeds/${aWatch().id}.atom"/>`,
    );
    expect(xml).toContain('xml:lang="en"');
    // The address is relative to where the feed was found, which may be a secret address.
    expect((await feedOf(store)).xml).toContain(
      `<link rel="self" type="application/atom+xml" href="${aWatch().id}.atom"/>`,
    );
  });

  it('has at most fifty entries', async () => {
    const { xml } = await feedOf(await storeWith(60));
    expect(xml.match(/<entry>/g)).toHaveLength(50);
    expect(xml).toContain('change-60<');
  });

  it('names neither a party nor a case if the watch is confidential', async () => {
    const watch = aWatch({ name: 'Project Falcon', matter: 'M-2026-014', confidential: true });
    const http = { ...config.http, publicUrl: 'https://tipstaff.example' } as typeof config.http;
    const { xml } = await feedOf(await storeWith(1), { watches: [watch], http });
    expect(xml).toContain('M-2026-014');
    expect(xml).not.toMatch(/Falcon|Widget|Rival|ORDER|pdf|uscourts|case-1-1/);
  });

  it('does not exist for a watch that the config does not have', async () => {
    const { store } = await freshStore();
    expect(await watchFeed(store, config, 'nobody')).toBeUndefined();
  });

  it('leaves out the kinds that the watch does not report', async () => {
    const store = await storeWith(2);
    await store.db.updateTable('changeWatches').set({ filteredOut: 'report' }).where('changeId', '=', 1).execute();
    expect((await feedOf(store)).xml.match(/<entry>/g)).toHaveLength(1);
  });

  it('says in its title and in each entry that the sandbox made up the records', async () => {
    const { xml } = await feedOf(await storeWith(1), { service: { baseUrl: 'sandbox' } });
    expect(xml.match(/<title>(Tipstaff: )?\[SANDBOX\] /g)).toHaveLength(2);
  });
});
