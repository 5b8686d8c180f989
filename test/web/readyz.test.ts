import { describe, expect, it } from 'vitest';
import { countFailure } from '../../src/alerts/outbox/deliveriesTable.ts';
import { suspendKey } from '../../src/check/admission/serviceKey.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { SearchError } from '../../src/service/http/searchError.ts';
import { book } from '../../src/store/snapshot/ledgerTable.ts';
import { deleteSetting, readSetting } from '../../src/store/store.ts';
import { eventually } from '../eventually.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { onPostgres } from '../store/database.ts';
import { connectionTo, pragma } from '../store/sqliteFile.ts';
import { putCheck, putCheckRow } from './putCheck.ts';
import { config, now, serve, webhookUrl } from './serve.ts';

describe('/healthz', () => {
  it('responds that the process is alive, with and without its database', async () => {
    const { store, url } = await serve();
    const alive = async () => {
      const response = await fetch(`${url}/healthz`);
      return [response.status, await response.json()];
    };
    expect(await alive()).toEqual([200, { alive: true }]);
    await store.close();
    expect(await alive()).toEqual([200, { alive: true }]);
  });
});

describe('/readyz', () => {
  it('responds 200 while Tipstaff can check and deliver', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/readyz`);
    expect([response.status, await response.json()]).toEqual([200, { ready: true, obstacles: [] }]);
  });

  it('responds 503 while the key is suspended, with the time and the reason', async () => {
    const { store, url } = await serve();
    const refused = new SearchError('account', 'the service refused the token');
    const at = new Date('2026-05-04T11:59:00.000Z');
    await syncWatches(store, { watches: config.watches, spreadSeconds: 0 }, at);
    await suspendKey(store.db, config.service, refused, { startedAt: at, now: at });
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      ready: false,
      obstacles: [{ kind: 'key-stopped', reason: expect.stringContaining('the service refused the token') }],
    });
    expect(await (await fetch(`${url}/watches/${aWatch().id}`)).text()).toMatch(
      / · due now: token refused, so nothing is called until <time/,
    );
  });

  it('responds 200 while one of two channels is paused, and 503 when both are', async () => {
    const { store, url } = await serve();
    await countFailure(store.db, 'counsel', now, 'webhook revoked');
    const ready = await fetch(`${url}/readyz`);
    const channelsDown = [{ channel: 'counsel', state: 'paused', since: now.toISOString() }];
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true, obstacles: [], channelsDown }]);
    await countFailure(store.db, 'ops', now, 'webhook revoked');
    expect(await obstaclesOf(url)).toMatchObject([{ kind: 'channels-paused' }]);
  });

  it('responds 503 when every channel in use is paused, even if an unused channel could deliver', async () => {
    const spare = { type: 'slack', name: 'spare', webhookUrl, timezone: 'UTC' } as const;
    const { store, url } = await serve({ channels: { ...config.channels, spare } });
    for (const channel of ['counsel', 'ops']) await countFailure(store.db, channel, now, 'webhook revoked');
    expect(await obstaclesOf(url)).toMatchObject([{ kind: 'channels-paused' }]);
  });

  const obstaclesOf = async (url: string) => {
    const response = await fetch(`${url}/readyz`);
    const body = (await response.json()) as { obstacles: { kind: string; since: string | null; reason: string }[] };
    expect(response.status).toBe(body.obstacles.length === 0 ? 200 : 503);
    return body.obstacles;
  };
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

  it('responds 503 when no check was complete for an hour, until one is', async () => {
    const { store, url } = await serve();
    await putCheck(store);
    await putCheckRow(store, 'failed', ago(59));
    expect(await obstaclesOf(url)).toEqual([]);
    await store.db
      .updateTable('checks')
      .set({ endedAt: ago(61).toISOString() })
      .where('outcome', '=', 'failed')
      .execute();
    const since = ago(61).toISOString();
    expect(await obstaclesOf(url)).toEqual([
      { kind: 'no-complete-check', since, reason: expect.stringContaining('the service refused') },
    ]);
    await putCheckRow(store, 'complete', ago(1));
    expect(await obstaclesOf(url)).toEqual([]);
  });

  it('responds 503 when a check is overdue by an hour', async () => {
    const { store, url } = await serve();
    await syncWatches(store, { watches: [aWatch()], spreadSeconds: 0 }, ago(61));
    expect(await obstaclesOf(url)).toMatchObject([{ kind: 'checks-overdue', since: ago(61).toISOString() }]);
  });

  it('responds 503 when every channel has failed for ten minutes or is paused', async () => {
    const { store, url } = await serve();
    await countFailure(store.db, 'counsel', ago(30), 'webhook revoked');
    await countFailure(store.db, 'ops', ago(5));
    expect(await obstaclesOf(url)).toEqual([]);
    await store.db
      .updateTable('channels')
      .set({ failingSince: ago(11).toISOString() })
      .where('id', '=', 'ops')
      .execute();
    expect(await obstaclesOf(url)).toMatchObject([{ kind: 'channels-failing', since: ago(11).toISOString() }]);
  });

  it('responds 503 when the budget cannot pay another check', async () => {
    const { store, url } = await serve();
    const spending = { account: 'everything', day: '2026-05-04', operation: 'pacer', requests: 8 } as const;
    await store.transaction((trx) => book(trx, [{ ...spending, credits: 95 }]));
    expect(await obstaclesOf(url)).toEqual([]);
    await store.transaction((trx) => book(trx, [{ ...spending, credits: 1 }]));
    expect(await obstaclesOf(url)).toMatchObject([
      { kind: 'budget-reached', reason: expect.stringContaining('96 of 100 credits') },
    ]);
  });

  it('writes to the database at most once in a while, however often it is read', async () => {
    const { store, url } = await serve();
    await obstaclesOf(url);
    await deleteSetting(store.db, 'ready-probe');
    for (let asked = 0; asked < 20; asked += 1) await obstaclesOf(url);
    expect(await readSetting(store.db, 'ready-probe')).toBeUndefined();
  });

  // Locking the file and making it read-only are specific to SQLite. test/postgres has the equivalent tests.
  it.skipIf(onPostgres)('responds 503 while another process has locked the database', async () => {
    const { store, url } = await serve();
    const other = await connectionTo(store);
    other.exec('begin immediate');
    expect(await obstaclesOf(url)).toEqual([
      { kind: 'database', since: null, reason: expect.stringContaining('locked') },
    ]);
    other.exec('rollback');
    other.close();
    await eventually(async () => expect(await obstaclesOf(url)).toEqual([]));
  });

  it.skipIf(onPostgres)('responds 503 when the database refuses writes', async () => {
    const { store, url } = await serve();
    await pragma(store, 'query_only = ON');
    expect(await obstaclesOf(url)).toMatchObject([{ kind: 'database' }]);
    await pragma(store, 'query_only = OFF');
  });
});
