import { expect, it, onTestFinished } from 'vitest';
import { dayMs, hourMs } from '../../src/base/time.ts';
import { openService } from '../../src/cli/withProgram.ts';
import { openClockTrust } from '../../src/daemon/clockQueries.ts';
import { startDaemon } from '../../src/daemon/daemon.ts';
import { maintenanceJobs } from '../../src/daemon/maintenance.ts';
import { makeAccessKey } from '../../src/people/accessKeysTable.ts';
import { saveUser } from '../../src/people/usersTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import type { Role } from '../../src/store/processes.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { type Office, officeThatKnows } from '../check/office.ts';
import { eventually } from '../eventually.ts';

const running = new AbortController().signal;

/** Returns the retention of a daemon whose clock has been right for an hour, or has not. */
function retentionOf(office: Office, { mayDelete = true } = {}): () => Promise<void> {
  const parts = { ...office.parts(), signal: running, mayDelete: () => mayDelete };
  const job = maintenanceJobs(parts).find(({ name }) => name === 'retention') ?? expect.fail();
  return async () => void (await job.work());
}

/** Returns an office with one raw response, and with an API key that is valid for a year. */
async function withEvidence() {
  const office = await officeThatKnows({ dockets: [docketWith([])] }, { http: { port: 0 }, retainRawDays: 30 });
  // Only a response with changes is kept.
  office.service.dockets = [docketWith([entryHit(1)])];
  await office.check();
  const { db } = office.store;
  const ann = { name: 'ann', role: 'reader', matters: undefined, confidential: false, password: undefined } as const;
  await saveUser(db, ann);
  const expiresAt = new Date(office.now.getTime() + 365 * dayMs).toISOString();
  await makeAccessKey(db, { kind: 'api', userName: 'ann', label: '', path: undefined, expiresAt }, office.now);
  const left = async () => ({
    responses: (await db.selectFrom('rawResponses').select('receivedAt').execute()).length,
    keys: (await db.selectFrom('accessKeys').select('digest').execute()).length,
    audit: (await listAudit(db, { limit: 9, what: 'retention' })).map(({ detail }) => detail),
  });
  expect(await left()).toEqual({ responses: 1, keys: 1, audit: [] });
  return { office, left };
}

it('retention deletes raw responses after retainRawDays and keys 30 days after expiry, and is audited', async () => {
  const { office, left } = await withEvidence();
  await office.check({ after: 29 });
  await retentionOf(office)();
  expect(await left()).toMatchObject({ responses: 1 });
  await office.check({ after: 2 });
  await retentionOf(office)();
  const before = new Date(office.now.getTime() - 30 * dayMs).toISOString();
  expect(await left()).toEqual({ responses: 0, keys: 1, audit: [`1 raw response before ${before}`] });
  office.pass(365 + 29 - 31);
  await office.check();
  await retentionOf(office)();
  expect(await left()).toMatchObject({ keys: 1 });
  await office.check({ after: 2 });
  await retentionOf(office)();
  expect(await left()).toMatchObject({ keys: 0 });
});

it('retention deletes nothing until the clock was right for an hour and a check was complete', async () => {
  const { office, left } = await withEvidence();
  office.pass(400);
  await retentionOf(office)();
  await office.check();
  await retentionOf(office, { mayDelete: false })();
  expect(await left()).toEqual({ responses: 1, keys: 1, audit: [] });
  await retentionOf(office)();
  expect(await left()).toMatchObject({ responses: 0, keys: 0 });
});

const parts: readonly (readonly Role[])[] = [['check', 'deliver', 'web'], ['web']];

it.each(
  parts.map((roles) => ({ roles })),
)('a daemon ($roles) reads old entries at its start and deletes nothing, though its clock is ahead', async ({
  roles,
}) => {
  const { office, left } = await withEvidence();
  const { db } = office.store;
  await db.updateTable('entries').set({ reading: '{}', entryType: null, readingVersion: 0 }).execute();
  office.pass(400);
  const program = { ...office.parts(), redact: (text: string) => text, close: async () => {} };
  const daemon = await startDaemon(program, { open: openService, roles });
  onTestFinished(() => daemon.stop());
  const unread = () => db.selectFrom('entries').select('seq').where('reading', 'is', null).execute();
  await eventually(async () => expect(await unread()).toEqual([]));
  expect(await left()).toEqual({ responses: 1, keys: 1, audit: [] });
});

it('a clock is proven after an hour of agreement, and again after it was set or disagreed', () => {
  let ms = 0;
  const trust = openClockTrust(() => ms);
  const agreed = { agrees: true, wasSet: false };
  expect([trust.isRight, trust.isProven]).toEqual([false, false]);
  expect(trust.note(agreed)).toBe(true);
  ms += hourMs - 1;
  expect(trust.note(agreed)).toBe(false);
  expect([trust.isRight, trust.isProven]).toEqual([true, false]);
  ms += 1;
  expect(trust.isProven).toBe(true);
  for (const compared of [
    { agrees: true, wasSet: true },
    { agrees: false, wasSet: false },
  ]) {
    trust.note(compared);
    trust.note(agreed);
    expect([trust.isRight, trust.isProven]).toEqual([true, false]);
    ms += hourMs;
    expect(trust.isProven).toBe(true);
  }
});
