import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/loadConfig.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { openStore } from '../../src/store/openStore.ts';
import { loadEntries } from '../../src/store/snapshot/entriesTable.ts';
import { loadRecords } from '../../src/store/snapshot/recordsTable.ts';
import { fillPages } from './parts/fillPages.ts';
import { fillStore } from './parts/fillStore.ts';
import { newFolder, writeConfig } from './parts/workshop.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const watches = [
  { id: 'cases', dockets: { companyName: 'Rival' } },
  { id: 'designs', designs: { source: 'HAGUE', holder: 'Rival' } },
  { id: 'small-0', dockets: { companyName: 'Company 0' } },
];

async function emptyStore() {
  const folder = newFolder();
  const config = loadConfig({ file: writeConfig(folder, 'http://127.0.0.1:1', { watches }), env: {}, cwd: folder });
  const store = await openStore(config.database);
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  await syncWatches(store, config, now);
  return { config, store };
}

it('the dockets that fillStore adds can be read from the store with their entries', async () => {
  const { config, store } = await emptyStore();
  fillStore(config.database, 200);
  const [last] = [...(await loadRecords(store.db, [1_000_200])).values()];
  expect(last?.record).toMatchObject({ type: 'docket', caseName: 'Filler Co. v. Filling Inc.' });
  expect(await loadEntries(store.db, 1_000_200)).toHaveLength(10);
});

it('the cases and designs that fillPages adds can be read from the store with their entries', async () => {
  const { config, store } = await emptyStore();
  fillPages(config, 600, now);
  const records = await loadRecords(store.db, [1, 601]);
  expect([...records.values()].map(({ record }) => record.type)).toEqual(['docket', 'design']);
  expect(await loadEntries(store.db, 1)).toHaveLength(10);
});
