import { expect, it } from 'vitest';
import { queriesOf, syncWatches } from '../../../src/schedule/syncWatches.ts';
import { bulks, type Store } from '../../../src/store/store.ts';
import { cursorAt } from '../../../src/web/lists/list.ts';
import { pages } from '../../../src/web/pages.ts';
import { aWatch } from '../../schedule/aWatch.ts';
import { config, now, serve } from '../../web/serve.ts';

const count = 10_000;
const bytesAtMost = 300_000;

const watches = Array.from({ length: count }, (_, index) => {
  const companyName = `Company ${index}`;
  return aWatch({
    id: `watch-${index}`,
    name: `Company number ${index} in court`,
    matter: `M-2026-${index % 500}`,
    searches: [{ type: 'dockets', companyName }],
  });
});

const defaults = { schedule: '0 7 * * *', timezone: 'UTC', announce: true };

const at = new Date(now.getTime() - 3_600_000).toISOString();

/** Pages outside the navigation: further pages of lists, filters, and one of each kind. */
const others = [
  `/watches?after=${cursorAt('watches.page', ['watch-5498'])}`,
  '/watches?state=nothing',
  '/watches?state=incident',
  '/watches/watch-77',
  '/new-watch',
  `/cases?after=${cursorAt('cases.page', [at, 9000])}`,
  '/cases/700001',
  '/credits?after=watch-4000',
  '/matters?after=M-2026-250',
  '/matters/M-2026-77',
  '/search?q=Company%2077',
  '/users',
  '/audit',
];

/** Each watch was checked an hour ago. Every second one holds a case, and the others never found anything. */
async function fill(store: Store): Promise<void> {
  await syncWatches(store, { ...config, watches, spreadSeconds: 0 }, new Date(at));
  const ids = watches.map((watch) => queriesOf(watch)[0]?.id ?? '');
  await store.transaction(async (trx) => {
    for (const part of bulks([...ids.entries()], 12)) {
      const each = part.map(([index, queryId]) => ({ index, queryId, id: index + 1 }));
      await trx
        .insertInto('checks')
        .values(
          each.map(({ id, queryId }) => {
            const spent = { requests: 1, credits: 12, hits: 1, total: 1, evidence: null };
            return { id, queryId, startedAt: at, endedAt: at, outcome: 'complete', reason: null, ...spent };
          }),
        )
        .execute();
      await trx
        .insertInto('records')
        .values(
          each.map(({ id }) => {
            const key = String(700_000 + id);
            const body = { type: 'docket', key, docketNumber: `1:26-cv-${id}`, caseName: `Company ${id} v. Rival` };
            const hash = String(id).padStart(22, '0');
            return {
              id,
              type: 'docket',
              key,
              body: JSON.stringify(body),
              shownHash: hash,
              firstSeenAt: at,
              changedAt: at,
            };
          }),
        )
        .execute();
      const held = each.filter(({ index }) => index % 2 === 0);
      await trx
        .insertInto('memberships')
        .values(held.map(({ id, queryId }) => ({ queryId, recordId: id })))
        .execute();
    }
    const { ref } = trx.dynamic;
    const last = trx.selectFrom('checks').select('id').whereRef('queryId', '=', ref('queries.id'));
    await trx.updateTable('queries').set({ lastCheck: last, lastCompleteCheck: last }).execute();
    const nextDue = new Date(now.getTime() + 3_600_000).toISOString();
    await trx.updateTable('watchQueries').set({ baselineStartedAt: at, baselineAt: at, nextDueAt: nextDue }).execute();
  });
}

it('with 10,000 watches every page responds and stays small', async () => {
  const { url } = await serve({ watches, defaults }, fill);
  const named = pages.flatMap(({ path, name }) => (name === undefined ? [] : [path]));
  const wrong: object[] = [];
  for (const path of [...named, ...others]) {
    const response = await fetch(url + path);
    const bytes = (await response.text()).length;
    if (response.status !== 200 || bytes > bytesAtMost) wrong.push({ path, status: response.status, bytes });
  }
  expect(wrong).toEqual([]);
});
