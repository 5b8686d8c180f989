import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { openIncidents } from '../../src/outbox/incidentsTable.ts';
import { endRemovedWatches, noteRemovedWatches } from '../../src/program/removedWatches.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { openOffice } from '../check/office.ts';

const patent = { id: 'patent', dockets: { patentNumber: '6834603' } };
const rival = { id: 'rival', dockets: { companyName: 'Widget' } };

it('a daemon whose watch another config removed notifies its operators once, and again when it was started anew', async () => {
  const office = await openOffice({ watches: [patent, rival] });
  const daemon = office.parts();
  await syncWatches(office.store, daemon.config, office.now);
  await noteRemovedWatches(daemon);
  expect(await office.newAlerts()).toEqual([]);

  // The other process starts.
  await office.configure({ watches: [patent] });
  await syncWatches(office.store, office.parts().config, office.now);
  await noteRemovedWatches(daemon);
  await noteRemovedWatches(daemon);
  await noteRemovedWatches(office.parts());
  expect(await office.newAlerts()).toEqual(['ops: watches-removed began']);

  await syncWatches(office.store, daemon.config, office.now);
  await endRemovedWatches(daemon);
  await noteRemovedWatches(daemon);
  expect(await office.newAlerts()).toEqual(['ops: watches-removed ended']);
});

it('ends by itself where the watch was brought back without a start', async () => {
  const office = await openOffice({ watches: [patent, rival] });
  const daemon = office.parts();
  await office.configure({ watches: [patent] });
  await syncWatches(office.store, office.parts().config, office.now);
  const removed = await noteRemovedWatches(daemon);
  expect(await noteRemovedWatches(daemon, removed)).toBe('rival');
  expect(await office.newAlerts()).toEqual(['ops: watches-removed began']);
  // The other process starts anew.
  await endRemovedWatches(office.parts());
  expect(await noteRemovedWatches(daemon, removed)).toBe('rival');
  expect(await office.newAlerts()).toEqual(['ops: watches-removed began', 'ops: watches-removed ended']);
  // `tipstaff check` with the whole config.
  await syncWatches(office.store, daemon.config, office.now);
  expect(await noteRemovedWatches(daemon, removed)).toBeUndefined();
  expect(await office.newAlerts()).toEqual(['ops: watches-removed ended']);
  expect(await openIncidents(office.store.db)).toEqual([]);
});

it('names a confidential watch by its matter alone', async () => {
  const office = await openOffice({ watches: [patent, { ...rival, confidential: true, matter: 'M-7' }] });
  const daemon = office.parts();
  await office.configure({ watches: [patent] });
  await syncWatches(office.store, office.parts().config, office.now);
  await noteRemovedWatches(daemon);
  const [incident] = await openIncidents(office.store.db);
  expect(incident).toMatchObject({ kind: 'watches-removed', subject: 'matter M-7' });
  expect(incident?.detail).not.toContain('rival');
});

it('of hundreds of watches names some and counts the rest, and knows the incident again, on either database', async () => {
  // Nothing in these names compresses: Postgres would squeeze the same letters into one index row.
  const names = Array.from({ length: 300 }, (_, index) => hash('sha512', String(index), 'hex').slice(0, 99));
  const many = names.map((id) => ({ id, dockets: { patentNumber: '6834603' } }));
  const office = await openOffice({ watches: [patent, ...many] });
  const daemon = office.parts();
  await syncWatches(office.store, daemon.config, office.now);
  await office.configure({ watches: [patent] });
  await syncWatches(office.store, office.parts().config, office.now);
  const removed = await noteRemovedWatches(daemon);
  expect(await noteRemovedWatches(daemon, removed)).toBe(removed);
  const [incident, ...others] = await openIncidents(office.store.db);
  expect(others).toEqual([]);
  expect(incident?.detail).toContain(`${names.slice(0, 20).join(', ')} and 280 more, started`);
  expect(await office.newAlerts()).toEqual(['ops: watches-removed began']);
  await syncWatches(office.store, daemon.config, office.now);
  expect(await noteRemovedWatches(daemon, removed)).toBeUndefined();
  expect(await office.newAlerts()).toEqual(['ops: watches-removed ended']);
  expect(await openIncidents(office.store.db)).toEqual([]);
});
