import { expect, it, onTestFinished } from 'vitest';
import { configDigest } from '../../src/config/config.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { watchIdsInForce } from '../../src/schedule/watchesTable.ts';
import { openStore } from '../../src/store/openStore.ts';
import { configInForce } from '../../src/store/processes.ts';
import { openOffice } from '../check/office.ts';

const watch = (id: string, companyName: string) => ({ id, dockets: { companyName } });

it('of two configs that two machines load at the same time one comes last, and its watches are in force', async () => {
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
    const known = await configInForce(other.db);
    const newest = [ours, theirs].find((config) => configDigest(config) === known?.digest);
    expect([...(await watchIdsInForce(other.db))].sort()).toEqual(newest?.watches.map(({ id }) => id).sort());
  }
});
