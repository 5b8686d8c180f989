import { describe, expect, it } from 'vitest';
import { countFailure } from '../../src/alerts/outbox/deliveriesTable.ts';
import { openIncident } from '../../src/alerts/outbox/incidentsTable.ts';
import { suspendKey } from '../../src/check/admission/serviceKey.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { SearchError } from '../../src/service/http/searchError.ts';
import { lastBackupSetting } from '../../src/store/condition.ts';
import { writeSetting } from '../../src/store/store.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { putCheck, putCheckRow } from './putCheck.ts';
import { config, now, serve } from './serve.ts';

describe('/metrics', () => {
  const read = async (url: string) => (await fetch(`${url}/metrics`)).text();

  it('counts each check, request and credit once, however often it is read', async () => {
    const { store, url } = await serve();
    await putCheck(store);
    await Promise.all([read(url), read(url)]);
    const text = await read(url);
    expect(text).toContain('tipstaff_checks_total{outcome="complete"} 1\n');
    expect(text).toContain('tipstaff_requests_total{operation="pacer"} 3\n');
    expect(text).toContain('tipstaff_credits_total{operation="pacer"} 36\n');
  });

  it('has the age of the last backup, and no such series before the first backup', async () => {
    const { store, url } = await serve();
    expect(await read(url)).not.toMatch(/^tipstaff_backup_age_seconds/m);
    const last = { at: new Date(now.getTime() - 90_000).toISOString(), file: '/backups/tipstaff.db' };
    await store.transaction((trx) => writeSetting(trx, lastBackupSetting, last));
    expect(await read(url)).toContain('tipstaff_backup_age_seconds 90\n');
  });

  it('has the time that the oldest query and the oldest alert have waited', async () => {
    const { store, url } = await serve();
    await syncWatches(store, { watches: [aWatch()], spreadSeconds: 0 }, new Date(now.getTime() - 90_000));
    const alert = { channel: 'counsel', kind: 'notice', state: 'waiting', lastResponse: null, endedAt: null } as const;
    const leases = { claimedBy: null, leaseUntil: null, payload: null };
    const createdAt = new Date(now.getTime() - 60_000).toISOString();
    await store.db
      .insertInto('alerts')
      .values({ ...alert, ...leases, createdAt, dueAt: createdAt })
      .execute();
    const text = await read(url);
    expect(text).toContain('tipstaff_due_lag_seconds 90\n');
    expect(text).toContain('tipstaff_alerts_waiting{channel="counsel"} 1\n');
    expect(text).toContain('tipstaff_alert_oldest_waiting_seconds 60\n');
  });

  it('says whether Tipstaff can check and deliver, what prevents it, and when a check was last complete', async () => {
    const { store, url } = await serve();
    expect(await read(url)).toContain('tipstaff_ready 1\n');
    expect(await read(url)).not.toMatch(/^tipstaff_last_complete_check_timestamp_seconds/m);
    await syncWatches(store, { watches: [aWatch()], spreadSeconds: 0 }, now);
    expect(await read(url)).toContain('tipstaff_last_complete_check_timestamp_seconds 0\n');
    await putCheck(store);
    const refused = new SearchError('busy', 'the service was busy', { retryAfterMs: 21_600_000 });
    await suspendKey(store.db, config.service, refused, { startedAt: now, now });
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

  it('responds without the database, and leaves out every series that needs it', async () => {
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
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds \d/m);
    expect(text).not.toMatch(
      /^tipstaff_(due_lag|alert_oldest|alerts_waiting|credits_left|watch_last_complete|last_complete|daemons)/m,
    );
  });

  it('has every series from the start, so that the first event counts as an increase', async () => {
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

  it('shows crashed checks, paused channels and open incidents', async () => {
    const { store, url } = await serve();
    await putCheck(store);
    await putCheckRow(store, 'failed', now, 'internal: a table is missing', 'internal');
    await countFailure(store.db, 'ops', now, 'webhook revoked');
    await openIncident(store.db, { kind: 'check-crashed', subject: 'q', detail: '', now: now.toISOString() });
    const text = await read(url);
    expect(text).toContain('tipstaff_checks_crashed_total 1\n');
    expect(text).toContain('tipstaff_channel_paused{channel="ops"} 1\n');
    expect(text).toContain('tipstaff_incidents_open{kind="check-crashed"} 1\n');
  });
});
