import { expect, it } from 'vitest';
import { daysAgo } from '../../../src/base/time.ts';
import { queriesOf, syncWatches } from '../../../src/schedule/syncWatches.ts';
import { aWatch } from '../../schedule/aWatch.ts';
import { putCheckOf } from '../putCheck.ts';
import { now, serve } from '../serve.ts';

it('a watch that takes over a known search has no check that ended before the watch was made', async () => {
  const old = aWatch({ id: 'old', name: 'Known before' });
  const young = aWatch({ id: 'young', name: 'Made later' });
  const queryId = queriesOf(old)[0]?.id ?? '';
  const { url, store } = await serve({ watches: [old, young] }, async (opened) => {
    await syncWatches(opened, { watches: [old], spreadSeconds: 0 }, new Date(daysAgo(now, 3)));
    await putCheckOf(opened, queryId, new Date(daysAgo(now, 2)));
    await syncWatches(opened, { watches: [old, young], spreadSeconds: 0 }, new Date(daysAgo(now, 1)));
  });
  const text = async (path: string) => (await fetch(url + path)).text();
  const namesOn = async () => {
    const { rows } = JSON.parse(await text('/checks.json')) as { rows: { watchNames: string }[] };
    return rows.map(({ watchNames }) => watchNames);
  };
  expect(await namesOn()).toEqual(['Known before']);
  expect(await text('/checks/1')).not.toContain('Made later');
  expect(await text('/watches/young')).toContain('not checked yet');
  expect(await text('/watches/young')).toContain('the first check starts by itself');
  expect(await text('/watches/young')).toContain('Not checked yet.');
  await putCheckOf(store, queryId, now);
  expect(await namesOn()).toEqual(['Known before; Made later', 'Known before']);
  expect(await text('/checks/2')).toContain('Made later');
  expect(await text('/watches/young')).not.toContain('ot checked yet');
});
