import { request } from 'node:http';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { suspendKey } from '../../src/check/admission/keySuspension.ts';
import type { ServiceConfig } from '../../src/config/config.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { SearchError } from '../../src/search/http/searchError.ts';
import { insertCheck } from '../../src/store/ledger/checks.ts';
import { pauseChannel } from '../../src/store/outbox/channels.ts';
import { noteCheck } from '../../src/store/queue/queries.ts';
import type { Store } from '../../src/store/store.ts';
import type { WebParts } from '../../src/web/app.ts';
import { Metrics } from '../../src/web/metrics.ts';
import { startWeb } from '../../src/web/startWeb.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { freshStore } from '../store/freshStore.ts';
import { pragma } from '../store/sqliteFile.ts';

const now = new Date('2026-05-04T12:00:00.000Z');
const token = 'a-token-nobody-should-see';
const webhookUrl = 'https://hooks.slack.example/services/T0/B0/hidden';

const config: WebParts['config'] = {
  service: { baseUrl: 'https://search.example', token } as ServiceConfig,
  channels: {
    counsel: { type: 'slack', name: 'counsel', webhookUrl, timezone: 'UTC' },
    ops: { type: 'slack', name: 'ops', webhookUrl, timezone: 'UTC' },
  },
  http: { host: '127.0.0.1', port: 0, publicUrl: 'https://tipstaff.firm.example' },
  watches: [aWatch({ name: 'Widget <case>' })],
};

async function serve(): Promise<{ store: Store; url: string }> {
  const { store } = await freshStore();
  const metrics = await Metrics.start(store, () => now);
  const web = await startWeb({ store, config, metrics, clock: () => now, log: pino({ level: 'silent' }) });
  onTestFinished(() => web.close());
  return { store, url: web.url };
}

async function putCheck(store: Store, name = 'Widget case'): Promise<void> {
  await syncWatches(store, { watches: [aWatch({ name })], spreadSeconds: 0 }, now);
  const { id: queryId } = await store.db.selectFrom('queries').select('id').executeTakeFirstOrThrow();
  const at = now.toISOString();
  const counts = { requests: 3, credits: 36, hits: 7, total: 7 };
  const check = {
    queryId,
    startedAt: at,
    endedAt: at,
    outcome: 'complete',
    reason: null,
    ...counts,
    evidence: {},
  } as const;
  await noteCheck(store.db, queryId, { checkId: await insertCheck(store.db, check), complete: true, failures: 0 });
}

/** The status of a GET that says it is for `host`; fetch does not let a caller choose that. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
  });
}

describe('/healthz', () => {
  it('is alive while the database answers', async () => {
    const { url } = await serve();
    const answer = await fetch(`${url}/healthz`);
    expect([answer.status, await answer.json()]).toEqual([200, { alive: true, database: 'alive' }]);
  });

  it('is not alive when the database refuses', async () => {
    const { store, url } = await serve();
    await store.close();
    expect((await fetch(`${url}/healthz`)).status).toBe(503);
  });
});

describe('/readyz', () => {
  it('is ready when it can check and deliver', async () => {
    const { url } = await serve();
    const answer = await fetch(`${url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([200, { ready: true, obstacles: [] }]);
  });

  it('is not ready while the key is stopped, and says since when and why', async () => {
    const { store, url } = await serve();
    const refused = new SearchError('account', 'the service refused the token', { requests: 1 });
    await suspendKey(store.db, config.service, refused, new Date('2026-05-04T11:00:00.000Z'));
    const answer = await fetch(`${url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      ready: false,
      obstacles: [{ kind: 'key-stopped', reason: expect.stringContaining('the service refused the token') }],
    });
  });

  it('stays ready with one of two channels paused, and is not with both', async () => {
    const { store, url } = await serve();
    const pause = { since: now, until: new Date(now.getTime() + 60_000), reason: 'webhook revoked' };
    await pauseChannel(store.db, 'counsel', pause);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await pauseChannel(store.db, 'ops', pause);
    const answer = await fetch(`${url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ obstacles: [{ kind: 'channels-paused' }] });
  });

  it('is not ready when the database takes no writes', async () => {
    const { store, url } = await serve();
    await pragma(store, 'query_only = ON');
    const answer = await fetch(`${url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ obstacles: [{ kind: 'database' }] });
    await pragma(store, 'query_only = OFF');
  });
});

describe('/metrics', () => {
  const read = async (url: string) => (await fetch(`${url}/metrics`)).text();

  it('counts checks, requests and credits since the start, each once however often it is read', async () => {
    const { store, url } = await serve();
    await putCheck(store);
    await Promise.all([read(url), read(url)]);
    const text = await read(url);
    expect(text).toContain('tipstaff_checks_total{outcome="complete"} 1\n');
    expect(text).toContain('tipstaff_requests_total{operation="pacer"} 3\n');
    expect(text).toContain('tipstaff_credits_total{operation="pacer"} 36\n');
  });

  it('tells how long the alerts and the queries have waited', async () => {
    const { store, url } = await serve();
    await syncWatches(store, { watches: [aWatch()], spreadSeconds: 0 }, new Date(now.getTime() - 90_000));
    const alert = { channel: 'counsel', kind: 'notice', state: 'waiting', last_answer: null, ended_at: null } as const;
    const leases = { lease_owner: null, lease_until: null, payload: null };
    const createdAt = new Date(now.getTime() - 60_000).toISOString();
    await store.db
      .insertInto('alerts')
      .values({ ...alert, ...leases, created_at: createdAt, due_at: createdAt })
      .execute();
    const text = await read(url);
    expect(text).toContain('tipstaff_due_lag_seconds 90\n');
    expect(text).toContain('tipstaff_alerts_waiting{channel="counsel"} 1\n');
    expect(text).toContain('tipstaff_alert_oldest_waiting_seconds 60\n');
  });

  it('gives the process and its event loop too', async () => {
    const { url } = await serve();
    const text = await read(url);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).toContain('process_resident_memory_bytes');
  });
});

describe('the page', () => {
  it('lists the last checks, with what the config says escaped', async () => {
    const { store, url } = await serve();
    await putCheck(store, '<script>alert(1)</script>');
    const answer = await fetch(url);
    const text = await answer.text();
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script>');
    expect(text).toContain('2026-05-04 12:00');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('shows no secret on any page', async () => {
    const { store, url } = await serve();
    await putCheck(store);
    for (const path of ['/', '/healthz', '/readyz', '/metrics']) {
      const answer = await fetch(`${url}${path}`);
      const whole = `${JSON.stringify([...answer.headers])}${await answer.text()}`;
      expect(whole).not.toContain(token);
      expect(whole).not.toContain('hooks.slack.example');
    }
  });

  it.each([
    ['127.0.0.1:8080', 200],
    ['localhost', 200],
    ['tipstaff:8080', 200],
    ['tipstaff.firm.example', 200],
    ['evil.example', 421],
    ['127.0.0.1.evil.example:80', 421],
  ])('answers a request for %s with %i', async (host, status) => {
    const { url } = await serve();
    expect(await statusFor(url, host)).toBe(status);
  });
});

it('says what to do when its address is taken', async () => {
  const { store, url } = await serve();
  const taken = { ...config, http: { host: '127.0.0.1', port: Number(new URL(url).port) } };
  const metrics = await Metrics.start(store, () => now);
  const starting = startWeb({ store, config: taken, metrics, clock: () => now, log: pino({ level: 'silent' }) });
  await expect(starting).rejects.toMatchObject({ code: 'web.listen', message: expect.stringContaining('http.port') });
});

describe('/feeds/NAME.ics', () => {
  it('is an iCalendar of a watch or a channel, and of nobody else', async () => {
    const { url } = await serve();
    for (const name of [aWatch().id, 'counsel']) {
      const answer = await fetch(`${url}/feeds/${name}.ics`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
      expect(await answer.text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
    }
    expect((await fetch(`${url}/feeds/nobody.ics`)).status).toBe(404);
  });
});
