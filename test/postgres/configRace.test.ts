import { expect, it, onTestFinished } from 'vitest';
import { noteOlderConfigs, startPresence } from '../../src/daemon/presence.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { watchIdsInForce } from '../../src/schedule/watchesTable.ts';
import { openStore } from '../../src/store/openStore.ts';
import { newestGeneration, watchesOfGeneration } from '../../src/store/processes.ts';
import { openOffice } from '../check/office.ts';

const watch = (id: string, companyName: string) => ({ id, dockets: { companyName } });

it('of configs that two machines bring at the same moment one comes after the other, and its watches are in force', async () => {
  const office = await openOffice({ watches: [watch('first', 'Acme')] });
  const one = office.parts();
  const other = await openStore(office.store.name);
  onTestFinished(() => other.close());
  for (let round = 1; round <= 5; round += 1) {
    await office.configure({ watches: [watch('common', 'Acme'), watch(`one-${round}`, `Rival ${round}`)] });
    const ours = office.parts().config;
    await office.configure({ watches: [watch('common', 'Acme'), watch(`other-${round}`, `Widget ${round}`)] });
    const theirs = office.parts().config;
    await Promise.all([syncWatches(one.store, ours, office.now), syncWatches(other, theirs, office.now)]);
    const newest = await newestGeneration(other.db);
    expect(newest?.number).toBe(2 * round);
    const ofNewest = newest && (await watchesOfGeneration(other.db, newest));
    expect([...(await watchIdsInForce(other.db))].sort()).toEqual([...(ofNewest ?? [])].sort());
  }
});

it('several that see an older config at the same moment notify the operators once', async () => {
  const office = await openOffice({ watches: [watch('first', 'Acme')] });
  const older = office.parts();
  const other = await openStore(office.store.name);
  onTestFinished(() => other.close());
  await syncWatches(office.store, older.config, office.now);
  const presence = await startPresence(older, ['check']);
  await office.configure({ watches: [watch('second', 'Acme')] });
  await syncWatches(other, office.parts().config, office.now);
  const both = () => Promise.all([noteOlderConfigs(older), noteOlderConfigs({ ...office.parts(), store: other })]);
  await both();
  expect(await office.newAlerts()).toEqual(['ops: config-older began']);
  await presence.stop();
  await both();
  expect(await office.newAlerts()).toEqual(['ops: config-older ended']);
});
