import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dueQueries } from '../../src/store/claims/due.ts';
import { openStore } from '../../src/store/openStore.ts';
import { spentInAll } from '../../src/store/snapshot/ledgerTable.ts';
import type { Store } from '../../src/store/store.ts';
import { onPostgres } from '../store/database.ts';
import { fileOf } from '../store/sqliteFile.ts';
import { docketHit } from './hits.ts';
import { type Office, openOffice } from './office.ts';

/** Returns an office whose only watch has its baseline and is due again, with an unchanged response. */
async function officeOf(): Promise<Office> {
  const office = await openOffice();
  office.service.dockets = [docketHit()];
  await office.daemonCheck('widget');
  await office.newAlerts();
  office.pass(7);
  return office;
}

/** Returns a copy of the database files as a power failure at this moment would leave them. */
async function copyOf(store: Store): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-power-'));
  const file = join(folder, 'tipstaff.db');
  for (const part of ['', '-wal']) copyFileSync(`${await fileOf(store)}${part}`, `${file}${part}`);
  const copy = await openStore(file);
  onTestFinished(async () => {
    await copy.close();
    rmSync(folder, { recursive: true });
  });
  return copy;
}

describe('a check without changes', () => {
  it('stores itself and its cost, moves its watch to the next slot, releases its claim and sends nothing', async () => {
    const { store, now, daemonCheck, newAlerts } = await officeOf();
    expect(await dueQueries(store.db, now, 1)).toHaveLength(1);
    expect(await daemonCheck('widget')).toMatchObject({ checkId: 2, outcome: 'complete', hits: 1, changes: [] });
    expect(await dueQueries(store.db, now, 1)).toEqual([]);
    expect((await spentInAll(store.db, now.toISOString().slice(0, 10))).today).toBe(12);
    expect(await store.db.selectFrom('queries').selectAll().execute()).toMatchObject([
      { lastCheck: 2, lastCompleteCheck: 2, failures: 0, claimedBy: null, leaseUntil: null, reserved: null },
    ]);
    expect(await newAlerts()).toEqual([]);
  });

  // This copies the file of SQLite. The tests of Postgres cover a killed Postgres.
  it.skipIf(onPostgres)('is due again in a copy of the files from before its commit', async () => {
    const { store, now, daemonCheck } = await officeOf();
    const left = await copyOf(store);
    await daemonCheck('widget');
    expect(await dueQueries(store.db, now, 1)).toEqual([]);
    expect(await dueQueries(left.db, now, 1)).toHaveLength(1);
  });

  it.skipIf(onPostgres)('is stored in a copy of the files from after its commit', async () => {
    const { store, now, daemonCheck } = await officeOf();
    await daemonCheck('widget');
    const left = await copyOf(store);
    expect(await dueQueries(left.db, now, 1)).toEqual([]);
  });
});
