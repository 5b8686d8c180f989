import { request } from 'node:http';
import { connect } from 'node:net';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { suspendKey } from '../../src/check/admission/keySuspension.ts';
import { noteCheck } from '../../src/database/claims/queries.ts';
import { deleteSetting, readSetting, type Store } from '../../src/database/store.ts';
import { countFailure, noteRefusal } from '../../src/outbox/channelsTable.ts';
import { openIncident } from '../../src/outbox/incidentsTable.ts';
import { queriesOf } from '../../src/schedule/planSync.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { SearchError } from '../../src/service/http/searchError.ts';
import { insertCheck, type Outcome } from '../../src/snapshot/checksTable.ts';
import { recordSpending } from '../../src/snapshot/spendingTable.ts';
import { startMetrics } from '../../src/web/metrics.ts';
import { pages as allPages } from '../../src/web/pages.ts';
import { startWeb } from '../../src/web/startWeb.ts';
import { onPostgres } from '../database/database.ts';
import { connectionTo, pragma } from '../database/sqliteFile.ts';
import { eventually } from '../eventually.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { httpAt } from './httpAt.ts';
import { config, now, serve, token, webhookUrl } from './serve.ts';

/** Those without a name in their address. */
const pages = allPages.map((page) => page.path).filter((path) => !path.includes(':'));

async function putCheck(store: Store, name = 'Widget case'): Promise<void> {
  await syncWatches(store, { watches: [aWatch({ name })], spreadSeconds: 0 }, now);
  const { id } = await store.db.selectFrom('queries').select('id').executeTakeFirstOrThrow();
  await putCheckOf(store, id);
}

/** A complete check, just now. */
async function putCheckOf(store: Store, queryId: string): Promise<void> {
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

/** A check of the query that `putCheck` made. */
async function putCheckRow(
  store: Store,
  outcome: Outcome,
  ended: Date,
  reason = 'search.request: the service refused',
): Promise<void> {
  const { id: queryId } = await store.db.selectFrom('queries').select('id').executeTakeFirstOrThrow();
  const at = ended.toISOString();
  const counts = { requests: 1, credits: 0, hits: 0, total: null, evidence: {} };
  await insertCheck(store.db, { queryId, startedAt: at, endedAt: at, outcome, reason, ...counts });
}

/** The status of a GET that says it is for `host`; fetch does not let a caller choose that. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
}

describe('/healthz', () => {
  it('is alive while the process responds, with its database and without it', async () => {
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
  it('is ready when it can check and deliver', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/readyz`);
    expect([response.status, await response.json()]).toEqual([200, { ready: true, obstacles: [] }]);
  });

  it('is not ready while the key is stopped, and says since when and why', async () => {
    const { store, url } = await serve();
    const refused = new SearchError('account', 'the service refused the token', { requests: 1 });
    await suspendKey(store.db, config.service, refused, new Date('2026-05-04T11:00:00.000Z'));
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      ready: false,
      obstacles: [{ kind: 'key-stopped', reason: expect.stringContaining('the service refused the token') }],
    });
  });

  it('stays ready with one of two channels paused, and is not with both', async () => {
    const { store, url } = await serve();
    const pause = { since: now, until: new Date(now.getTime() + 60_000), reason: 'webhook revoked' };
    await noteRefusal(store.db, 'counsel', pause);
    const ready = await fetch(`${url}/readyz`);
    const channelsDown = [{ channel: 'counsel', state: 'paused', since: now.toISOString() }];
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true, obstacles: [], channelsDown }]);
    await noteRefusal(store.db, 'ops', pause);
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ obstacles: [{ kind: 'channels-paused' }] });
  });

  it('is not ready when every channel in use is paused, though one that nobody uses could deliver', async () => {
    const spare = { type: 'slack', name: 'spare', webhookUrl, timezone: 'UTC' } as const;
    const { store, url } = await serve({ channels: { ...config.channels, spare } });
    for (const channel of ['counsel', 'ops'])
      await noteRefusal(store.db, channel, { since: now, until: now, reason: 'webhook revoked' });
    expect(await obstaclesOf(url)).toMatchObject([{ kind: 'channels-paused' }]);
  });

  const obstaclesOf = async (url: string) => {
    const response = await fetch(`${url}/readyz`);
    const body = (await response.json()) as { obstacles: { kind: string; since: string | null; reason: string }[] };
    expect(response.status).toBe(body.obstacles.length === 0 ? 200 : 503);
    return body.obstacles;
  };
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

  it('is not ready when no check of any watch was complete for an hour, until one is', async () => {
    const { store, url } = await serve();
    await putCheck(store);
    await putCheckRow(store, 'failed', ago(59));
    expect(await obstaclesOf(url)).toEqual([]);
    await store.db
      .updateTable('checks')
      .set({ ended_at: ago(61).toISOString() })
      .where('outcome', '=', 'failed')
      .execute();
    const since = ago(61).toISOString();
    expect(await obstaclesOf(url)).toEqual([
      { kind: 'no-complete-check', since, reason: expect.stringContaining('the service refused') },
    ]);
    await putCheckRow(store, 'complete', ago(1));
    expect(await obstaclesOf(url)).toEqual([]);
  });

  it('is not ready when a check is overdue for an hour', async () => {
    const { store, url } = await serve();
    await syncWatches(store, { watches: [aWatch()], spreadSeconds: 0 }, ago(61));
    expect(await obstaclesOf(url)).toMatchObject([{ kind: 'checks-overdue', since: ago(61).toISOString() }]);
  });

  it('is not ready when every channel fails or is paused, each for a while', async () => {
    const { store, url } = await serve();
    await noteRefusal(store.db, 'counsel', { since: ago(30), until: now, reason: 'webhook revoked' });
    await countFailure(store.db, 'ops', ago(5));
    expect(await obstaclesOf(url)).toEqual([]);
    await store.db
      .updateTable('channels')
      .set({ failing_since: ago(11).toISOString() })
      .where('id', '=', 'ops')
      .execute();
    expect(await obstaclesOf(url)).toMatchObject([{ kind: 'channels-failing', since: ago(11).toISOString() }]);
  });

  it('is not ready when the budget pays no check any more', async () => {
    const { store, url } = await serve();
    const spending = { day: '2026-05-04', operation: 'pacer', requests: 8 } as const;
    await store.transaction((trx) => recordSpending(trx, { ...spending, credits: 95 }));
    expect(await obstaclesOf(url)).toEqual([]);
    await store.transaction((trx) => recordSpending(trx, { ...spending, credits: 1 }));
    expect(await obstaclesOf(url)).toMatchObject([
      { kind: 'budget-reached', reason: expect.stringContaining('96 of 100 credits') },
    ]);
  });

  it('writes to the database once in a while, however often it is asked', async () => {
    const { store, url } = await serve();
    await obstaclesOf(url);
    await deleteSetting(store.db, 'ready-probe');
    for (let asked = 0; asked < 20; asked += 1) await obstaclesOf(url);
    expect(await readSetting(store.db, 'ready-probe')).toBeUndefined();
  });

  // How SQLite's file is locked, or made to be read only; test/postgres has the like.
  it.skipIf(onPostgres)('responds, not ready, while another process has locked the database', async () => {
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

  it.skipIf(onPostgres)('is not ready when the database takes no writes', async () => {
    const { store, url } = await serve();
    await pragma(store, 'query_only = ON');
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ obstacles: [{ kind: 'database' }] });
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

  it('says how long the alerts and the queries have waited', async () => {
    const { store, url } = await serve();
    await syncWatches(store, { watches: [aWatch()], spreadSeconds: 0 }, new Date(now.getTime() - 90_000));
    const alert = { channel: 'counsel', kind: 'notice', state: 'waiting', last_answer: null, ended_at: null } as const;
    const leases = { claimed_by: null, lease_until: null, payload: null };
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

  it('says whether it can check and deliver, what keeps it from that, and when a check was last complete', async () => {
    const { store, url } = await serve();
    expect(await read(url)).toContain('tipstaff_ready 1\n');
    expect(await read(url)).not.toMatch(/^tipstaff_last_complete_check_timestamp_seconds/m);
    await syncWatches(store, { watches: [aWatch()], spreadSeconds: 0 }, now);
    expect(await read(url)).toContain('tipstaff_last_complete_check_timestamp_seconds 0\n');
    await putCheck(store);
    const refused = new SearchError('busy', 'the service was busy', { requests: 1, retryAfterMs: 21_600_000 });
    await suspendKey(store.db, config.service, refused, now);
    const text = await read(url);
    for (const line of [
      'tipstaff_ready 0',
      'tipstaff_obstacle{kind="key-stopped"} 1',
      'tipstaff_obstacle{kind="database"} 0',
      'tipstaff_key_suspended 1',
      `tipstaff_last_complete_check_timestamp_seconds ${now.getTime() / 1000}`,
      'tipstaff_daemons{role="check"} 0',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });

  it('responds while the database does not, with what needs none and nothing that may be out of date', async () => {
    const { store, url } = await serve();
    await putCheck(store);
    expect(await read(url)).toContain('tipstaff_due_lag_seconds ');
    await store.close();
    const response = await fetch(`${url}/metrics`);
    expect(response.status).toBe(200);
    const text = await response.text();
    for (const line of [
      'tipstaff_ready 0',
      'tipstaff_obstacle{kind="database"} 1',
      'tipstaff_checks_total{outcome="complete"} 1',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
    expect(text).not.toMatch(
      /^tipstaff_(due_lag|alert_oldest|alerts_waiting|credits_left|watch_last_complete|last_complete|daemons)/m,
    );
  });

  it('has every series from the start, so that the first event is an increase', async () => {
    const { store, url } = await serve();
    await putCheck(store);
    const fresh = await serve();
    const text = await read(fresh.url);
    for (const line of [
      'tipstaff_checks_total{outcome="failed"} 0',
      'tipstaff_checks_crashed_total 0',
      'tipstaff_requests_total{operation="wipo"} 0',
      'tipstaff_deliveries_total{channel="ops",outcome="failed"} 0',
      'tipstaff_changes_total{kind="docket.new"} 0',
      'tipstaff_alerts_failed{channel="counsel"} 0',
      'tipstaff_channel_paused{channel="counsel"} 0',
      'tipstaff_credits_left{period="day"} 100',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(text).not.toMatch(/^nodejs_active_\w+_total/m);
    expect(await read(url)).toContain(`{watch="${aWatch().id}"} ${now.getTime() / 1000}\n`);
  });

  it('shows failed alerts, paused channels, crashed checks and open incidents', async () => {
    const { store, url } = await serve();
    await putCheck(store);
    await putCheckRow(store, 'failed', now, 'internal: a table is missing');
    await noteRefusal(store.db, 'ops', { since: now, until: now, reason: 'webhook revoked' });
    await openIncident(store.db, { kind: 'check-crashed', subject: 'q', detail: '', now: now.toISOString() });
    const text = await read(url);
    expect(text).toContain('tipstaff_checks_crashed_total 1\n');
    expect(text).toContain('tipstaff_channel_paused{channel="ops"} 1\n');
    expect(text).toContain('tipstaff_incidents_open{kind="check-crashed"} 1\n');
  });

  it('gives the process and its event loop too', async () => {
    const { url } = await serve();
    const text = await read(url);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).toContain('process_resident_memory_bytes');
  });
});

describe('the page', () => {
  it('lists the watches with their last checks, what the config says escaped', async () => {
    const { store, url } = await serve({ watches: [aWatch({ name: '<script>alert(1)</script>' })] });
    await putCheck(store, '<script>alert(1)</script>');
    for (const path of ['/watches', '/watches/widget-case']) {
      const response = await fetch(url + path);
      const text = await response.text();
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(text).not.toContain('<script>');
      expect(text).toContain('title="2026-05-04 12:00:00 UTC"');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  it('says in the fourth figure alone that all is well, or in a line since when it is not', async () => {
    const { store, url } = await serve();
    expect(await (await fetch(url)).text()).toContain('1 of 1 watch not checked completely');
    await putCheck(store);
    const page = await (await fetch(url)).text();
    expect(page).toContain('<strong>1</strong>watch, all looked at');
    expect(page).not.toContain('checked completely');
  });

  it('names a confidential watch by its matter, or not at all', async () => {
    const secret = { ...aWatch({ name: 'Project Nightjar' }), confidential: true };
    for (const [matter, shown] of [
      ['M-2026-099', 'M-2026-099'],
      [undefined, 'a confidential watch'],
    ]) {
      const { store, url } = await serve({ watches: [{ ...secret, matter }] });
      await putCheck(store, 'Project Nightjar');
      for (const path of [...pages, `/watches/${secret.id}`, `/feeds/${secret.id}.atom`, '/metrics', '/readyz']) {
        const text = await (await fetch(url + path)).text();
        expect(text).not.toContain('Nightjar');
        expect(text).not.toContain('1:20-cv-00168');
      }
      for (const path of ['/watches', `/watches/${secret.id}`]) {
        expect(await (await fetch(url + path)).text()).toContain(shown);
      }
    }
  });

  it('distinguishes the registers of one watch, and leads to its feed', async () => {
    const searches = ['HAGUE', 'EUIPO'].map((source) => ({ type: 'designs', source, holder: 'Rival' }) as const);
    const watch = { ...aWatch({ name: 'Bottles by Rival' }), searches };
    const { store, url } = await serve({ watches: [watch] });
    await syncWatches(store, { watches: [watch], spreadSeconds: 0 }, now);
    for (const { id } of queriesOf(watch)) await putCheckOf(store, id);
    const text = await (await fetch(`${url}/watches/${watch.id}`)).text();
    expect(text).toContain('<td data-name="Register">HAGUE</td>');
    expect(text).toContain('<td data-name="Register">EUIPO</td>');
    expect(text.match(new RegExp(`rel="alternate"[^>]*/feeds/${watch.id}.atom`, 'g'))).toHaveLength(1);
    expect(text).toContain('<main');
  });

  it('distinguishes the searches of one watch where the register does not', async () => {
    const searches = ['1:20-cv-00168', '2:26-cv-00777'].map((caseNumber) => ({ type: 'dockets', caseNumber }) as const);
    const watch = { ...aWatch({ name: 'Our cases' }), searches };
    const { store, url } = await serve({ watches: [watch] });
    await syncWatches(store, { watches: [watch], spreadSeconds: 0 }, now);
    for (const { id } of queriesOf(watch)) await putCheckOf(store, id);
    const text = await (await fetch(`${url}/watches/${watch.id}`)).text();
    for (const { caseNumber } of searches)
      expect(text).toContain(`<td data-name="Search">dockets: case number ${caseNumber}</td>`);
  });

  it('says plainly what is not there', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/watches/of-nobody`);
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('Not found')]);
  });

  it('remembers when the last visit ended, and shows what is new since', async () => {
    const { url } = await serve();
    const first = await fetch(url);
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toContain('HttpOnly');
    const [seconds = 0] = [now.getTime() / 1000 - 7200];
    const text = await (await fetch(url, { headers: { cookie: `tipstaff-visit=${seconds}` } })).text();
    expect(text).toContain('New since <time datetime="2026-05-04T10:00:00.000Z"');
  });

  it('lets idle connections neither keep anybody out nor stay', async () => {
    const { url } = await serve({ http: httpAt({ maxConnections: 20 }) });
    const { port, hostname } = new URL(url);
    const idle = Array.from({ length: 100 }, () =>
      connect(Number(port), hostname)
        .on('error', () => {})
        .resume(),
    );
    onTestFinished(() => {
      for (const socket of idle) socket.destroy();
    });
    await eventually(() => expect(idle.filter((socket) => !socket.closed).length).toBeLessThanOrEqual(20));
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await eventually(() => expect(idle.every((socket) => socket.closed)).toBe(true));
  });

  it('shows no secret on any page', async () => {
    const { store, url } = await serve();
    await putCheck(store);
    for (const path of [...pages, '/healthz', '/readyz', '/metrics']) {
      const response = await fetch(`${url}${path}`);
      const whole = `${JSON.stringify([...response.headers])}${await response.text()}`;
      expect(whole).not.toContain(token);
      expect(whole).not.toContain('hooks.slack.example');
    }
  });

  it.each([
    ['127.0.0.1:8080', 200],
    ['localhost', 200],
    ['tipstaff.localhost', 200],
    // Where nobody signs in, the pages are for who sits at this machine.
    ['tipstaff:8080', 303],
    ['tipstaff.firm.example', 421],
    ['evil.example', 421],
    ['127.0.0.1.evil.example:80', 421],
  ])('responds to a request for %s with %i', async (host, status) => {
    const { url } = await serve();
    expect(await statusFor(url, host)).toBe(status);
  });
});

it('says what to do when its address is taken', async () => {
  const { store, url } = await serve();
  const http = httpAt({ port: Number(new URL(url).port) });
  const taken = { ...config, http };
  const metrics = await startMetrics(store, config, () => now);
  const starting = startWeb({ store, config: taken, metrics, clock: () => now, log: pino({ level: 'silent' }) });
  await expect(starting).rejects.toMatchObject({ code: 'web.listen', message: expect.stringContaining('http.port') });
});

describe('/feeds/NAME.atom', () => {
  it('is sent once: a reader that names its tag learns that there is nothing new, and by HEAD nothing is sent at all', async () => {
    const { store, url } = await serve();
    await syncWatches(store, { watches: config.watches, spreadSeconds: 0 }, now);
    const address = `${url}/feeds/${aWatch().id}.atom`;
    // As it is: what is compressed on its way has the same tag, as a weak one.
    const first = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
    const tag = first.headers.get('etag') ?? '';
    expect((await fetch(address)).headers.get('etag')).toBe(`W/${tag}`);
    const modified = 'Thu, 01 Jan 1970 00:00:00 GMT';
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('last-modified')).toBe(modified);
    expect(tag).toMatch(/^"[\w-]+"$/);
    for (const known of [tag, `"other", W/${tag}`, '*']) {
      const second = await fetch(address, { headers: { 'if-none-match': known, 'if-modified-since': modified } });
      expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([304, '', tag]);
    }
    expect((await fetch(address, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    // What was found before may come to a watch later: a time alone does not show it.
    expect((await fetch(address, { headers: { 'if-modified-since': modified } })).status).toBe(200);
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
  });
});

describe('/feeds/NAME.ics', () => {
  it('is sent once: when it was made is no news', async () => {
    const { url } = await serve();
    const first = await fetch(`${url}/feeds/${aWatch().id}.ics`);
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]+"$/)]);
    const second = await fetch(`${url}/feeds/${aWatch().id}.ics`, { headers: { 'if-none-match': tag } });
    expect([second.status, await second.text()]).toEqual([304, '']);
  });

  it('is an iCalendar of a watch or a channel, and of nobody else', async () => {
    const { url } = await serve();
    for (const name of [aWatch().id, 'counsel']) {
      const response = await fetch(`${url}/feeds/${name}.ics`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
      expect(await response.text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
    }
    expect((await fetch(`${url}/feeds/nobody.ics`)).status).toBe(404);
  });
});
