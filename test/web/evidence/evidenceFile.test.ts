import { hash } from 'node:crypto';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { beginHold, endHoldOn } from '../../../src/check/changeHolds.ts';
import { listAudit } from '../../../src/store/auditTable.ts';
import { fingerprintOf, makeEvidence, signingKey, verifyEvidence } from '../../../src/web/evidence/evidenceFile.ts';
import { docketHit, docketWith, entryHit } from '../../check/hits.ts';
import { type Office, officeThatKnows, openOffice } from '../../check/office.ts';
import { aHold } from '../../schedule/holds/aHold.ts';

const watches = [
  { id: 'widget', matter: 'M-1', dockets: { patentNumber: '6,834,603' } },
  { id: 'quiet', matter: 'M-1', confidential: true, dockets: { companyName: 'Secret Target' } },
  { id: 'elsewhere', matter: 'M-2', dockets: { companyName: 'Other Client' } },
];

/** Opens an office that found a new entry and an edited one on the day after its baseline. */
async function officeWithNews(): Promise<Office> {
  const office = await officeThatKnows({ dockets: [docketWith([entryHit(1), entryHit(2)])] }, { watches });
  const edited = entryHit(2, { description: 'COMPLAINT number 2 by the plaintiff <b>(Modified on 11/20/2026)</b>' });
  office.service.dockets = [
    docketWith([entryHit(1), edited, entryHit(3)]),
    docketHit({ docketId: 9, docketNumber: '9' }),
  ];
  await office.check({ ids: ['widget'], after: 1 });
  office.pass(0, 1);
  return office;
}

function make(office: Office, request: Partial<Parameters<typeof makeEvidence>[2]> = {}) {
  const whole = { matter: 'M-1', from: '2026-11-20', until: '2026-11-30', who: 'ann', confidential: true, ...request };
  return makeEvidence(office.store, office.parts().config, whole, office.now);
}

const filesOf = (zip: Uint8Array) => unzipSync(zip);
const jsonOf = (zip: Uint8Array, name: string) => JSON.parse(strFromU8(filesOf(zip)[name] ?? new Uint8Array()));

/** Returns the same ZIP with other files in it. */
function withFiles(zip: Uint8Array, change: (files: Record<string, Uint8Array>) => void): Uint8Array {
  const files = filesOf(zip);
  change(files);
  return zipSync(files);
}

it('an evidence file holds the watches, every check, the changes, the alerts and the responses', async () => {
  const office = await officeWithNews();
  const { zip, manifest, fingerprint } = await make(office);
  expect(verifyEvidence(zip)).toEqual({ manifest, fingerprint, problems: [] });

  const { watches: watched } = jsonOf(zip, 'watches.json');
  expect(watched).toMatchObject([
    { id: 'quiet', searches: 'dockets: company Secret Target' },
    {
      id: 'widget',
      searches: expect.stringContaining('6,834,603'),
      queries: [{ operation: 'pacer', body: { patentNumber: '6834603' } }],
    },
  ]);
  const checks = jsonOf(zip, 'checks.json');
  expect(checks.length).toBe(3);
  const responses = checks.flatMap((check: { responses: { path: string; sha256: string }[] }) => check.responses);
  expect(responses.length).toBeGreaterThan(0);
  for (const { path, sha256 } of responses) {
    const bytes = filesOf(zip)[path] ?? new Uint8Array();
    expect(hash('sha256', bytes, 'hex')).toBe(sha256);
    expect(strFromU8(bytes)).toContain('docketNumber');
  }
  const changes = jsonOf(zip, 'changes.json');
  expect(changes.map((change: { kind: string }) => change.kind)).toEqual(
    expect.arrayContaining(['entry.new', 'entry.updated', 'docket.new']),
  );
  const edit = changes.find((change: { kind: string }) => change.kind === 'entry.updated');
  expect(edit.redlines).toMatchObject([
    { field: 'description', pieces: expect.arrayContaining([expect.objectContaining({ mark: 'added' })]) },
  ]);
  const alerts = jsonOf(zip, 'deliveries.json');
  expect(
    alerts.some((alert: { kind: string; changes: number[] }) => alert.kind === 'changes' && alert.changes.length > 0),
  ).toBe(true);
  expect(alerts.some((alert: { kind: string }) => alert.kind === 'baseline')).toBe(true);
  const [audit] = await listAudit(office.store.db, { subject: 'M-1', limit: 1 });
  expect(audit).toMatchObject({
    who: 'ann',
    what: 'evidence.make',
    detail: expect.stringContaining(hash('sha256', zip, 'hex')),
  });
});

it('an evidence file names the records of the baseline, and says that no responses of it are kept', async () => {
  const office = await officeWithNews();
  const { zip } = await make(office);
  const watched = jsonOf(zip, 'watches.json').watches.find(({ id }: { id: string }) => id === 'widget');
  const [first] = jsonOf(zip, 'checks.json').filter(
    ({ queryId }: { queryId: string }) => queryId === watched.queries[0].id,
  );
  expect(first.responses).toEqual([]);
  // The docket that the second check found is a change, not part of the baseline.
  expect(watched.baseline).toEqual({
    count: 1,
    records: [expect.objectContaining({ type: 'docket', key: '7001', check: first.id, knownSince: first.endedAt })],
  });
  const readme = strFromU8(filesOf(zip)['README.txt'] ?? new Uint8Array()).replace(/\s+/g, ' ');
  expect(readme).toContain('The baseline: what the first check found');
  expect(readme).toContain('The first check of a watch has no news: its responses are not here');
});

it('an evidence file names no baseline that was taken after its period', async () => {
  const office = await officeWithNews();
  const { zip } = await make(office, { from: '2026-11-01', until: '2026-11-02' });
  const baselines = jsonOf(zip, 'watches.json').watches.map(({ baseline }: { baseline: object }) => baseline);
  expect(baselines).toEqual([
    { count: 0, records: [] },
    { count: 0, records: [] },
  ]);
});

it('an evidence file holds nothing of other matters, no secret, and nothing that its user may not see', async () => {
  const office = await officeWithNews();
  const { zip, manifest } = await make(office, { confidential: false });
  const all = Object.values(filesOf(zip))
    .map((bytes) => strFromU8(bytes))
    .join('\n');
  for (const hidden of [
    'Other Client',
    'elsewhere',
    'M-2',
    'Secret Target',
    'secret-token',
    'PRIVATE KEY',
    'http://127.0.0.1:9/counsel',
  ]) {
    expect(all, hidden).not.toContain(hidden);
  }
  expect(manifest.leftOut).toEqual(['1 confidential watch left out.']);
  await expect(make(office, { matter: 'M-3' })).rejects.toMatchObject({ code: 'usage.evidence' });
  for (const days of [
    { from: 'soon' },
    { until: '2026-11-19' },
    { from: '2027-01-01', until: '2027-01-02' },
    { from: '2026-02-31' },
  ]) {
    await expect(make(office, days)).rejects.toMatchObject({ code: 'usage.evidence' });
  }
});

it('an evidence file says when each watch was paused, and by whom, as silence then proves nothing', async () => {
  const office = await officeWithNews();
  const { config } = office.parts();
  const pause = (watchId: string, author: string) => {
    const made = aHold({ watchId, author, reason: 'talks <b>', beganAt: office.now.toISOString() });
    return office.store.transaction((trx) => beginHold(trx, config, made));
  };
  const begins = [office.now.toISOString()];
  await pause('widget', 'ann');
  await pause('elsewhere', 'eve');
  office.pass(2);
  const ended = office.now.toISOString();
  const edit = { who: 'bob', now: office.now };
  await office.store.transaction((trx) =>
    endHoldOn(trx, config, { watchId: 'widget', recordId: null, isChecked: false }, edit),
  );
  office.pass(1);
  begins.push(office.now.toISOString());
  await pause('widget', 'carl');
  office.pass(0, 1);
  const { zip } = await make(office);
  const watched = jsonOf(zip, 'watches.json').watches as { id: string; pauses: object[] }[];
  expect(watched.map(({ pauses }) => pauses)).toEqual([
    [],
    [
      { author: 'ann', reason: 'talks <b>', beganAt: begins[0], endedAt: ended, endedBy: 'bob' },
      { author: 'carl', reason: 'talks <b>', beganAt: begins[1], endedAt: null, endedBy: null },
    ],
  ]);
  // A pause that ended before the period or began after it is not listed.
  const { zip: before } = await make(office, { until: '2026-11-20' });
  expect(jsonOf(before, 'watches.json').watches[1].pauses).toEqual([]);
  const { zip: after } = await make(office, {
    from: ended.slice(0, 10).replace(/\d\d$/, (day) => String(Number(day) + 1)),
  });
  expect(jsonOf(after, 'watches.json').watches[1].pauses).toMatchObject([{ author: 'carl' }]);
});

it('an evidence file has every query that a watch ever had, with its checks until the watch was changed', async () => {
  const office = await openOffice({ watches });
  await office.check();
  const changedAt: string[] = [];
  const change = async (settings: object[]) => {
    office.pass(0, 1);
    changedAt.push(office.now.toISOString());
    await office.configure({ watches: settings });
    await office.check();
  };
  const other = { id: 'other', matter: 'M-2', dockets: { patentNumber: '6,834,603' } };
  await change([{ ...watches[0], dockets: { patentNumber: '7,000,000' } }, other]);
  await change([other]);
  office.pass(0, 1);
  const { zip } = await make(office);
  const { watches: watched } = jsonOf(zip, 'watches.json');
  const [widget] = watched.filter(({ id }: { id: string }) => id === 'widget');
  expect(widget.queries).toMatchObject([
    { body: { patentNumber: '6834603' }, until: changedAt[0] },
    { body: { patentNumber: '7000000' }, from: changedAt[0], until: changedAt[1] },
  ]);
  const asked = watched.flatMap((watch: { queries: { id: string }[] }) => watch.queries.map(({ id }) => id));
  expect(asked.length).toBe(3);
  // Nothing was ever found, and these checks prove it. The query that M-2 still has no longer belongs to this matter.
  const queryIds = jsonOf(zip, 'checks.json').map((check: { queryId: string }) => check.queryId);
  expect(queryIds.toSorted()).toEqual(asked.toSorted());
});

it('an evidence file has each period in which a watch had a query, and each check of it once', async () => {
  const office = await openOffice({ watches });
  const began = [office.now.toISOString()];
  await office.check();
  for (const settings of [[{ ...watches[0], dockets: { patentNumber: '7,000,000' } }], watches]) {
    office.pass(0, 1);
    began.push(office.now.toISOString());
    await office.configure({ watches: settings });
    await office.check();
  }
  office.pass(0, 1);
  const { zip } = await make(office);
  const { watches: watched } = jsonOf(zip, 'watches.json');
  const widget = watched.find(({ id }: { id: string }) => id === 'widget');
  expect(widget.queries).toMatchObject([
    { body: { patentNumber: '6834603' }, from: began[0], until: began[1] },
    { body: { patentNumber: '7000000' }, from: began[1], until: began[2] },
    { body: { patentNumber: '6834603' }, from: began[2], until: null },
  ]);
  const checks: { id: number; queryId: string }[] = jsonOf(zip, 'checks.json');
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  const had = watched.flatMap((watch: { queries: { id: string }[] }) => watch.queries.map(({ id }) => id));
  expect(new Set(checks.map(({ queryId }) => queryId))).toEqual(new Set(had));
});

it('an evidence file has no check that was made for another watch before the matter had the search', async () => {
  const other = { id: 'other', matter: 'M-2', dockets: { patentNumber: '6,834,603' } };
  const office = await openOffice({ watches: [other] });
  await office.check();
  office.pass(0, 1);
  const began = office.now.toISOString();
  await office.configure({ watches: [other, ...watches] });
  await office.check();
  office.pass(0, 1);
  const { zip } = await make(office);
  expect(jsonOf(zip, 'watches.json').watches[0].queries).toMatchObject([{ from: began, until: null }]);
  const ended: string[] = jsonOf(zip, 'checks.json').map(({ endedAt }: { endedAt: string }) => endedAt);
  expect(ended.length).toBeGreaterThan(0);
  expect(ended.filter((at) => at < began)).toEqual([]);
});

it('the verification finds every way to tamper with an evidence file', async () => {
  const office = await officeWithNews();
  const { zip, manifest } = await make(office);
  const problemsOf = (change: (files: Record<string, Uint8Array>) => void) =>
    verifyEvidence(withFiles(zip, change)).problems;
  const path = manifest.files.find((file) => file.path.startsWith('responses/'))?.path ?? '';
  expect(problemsOf(() => {})).toEqual([]);
  expect(problemsOf((files) => (files[path] = Buffer.from('{}')))).toEqual([`${path} was changed`]);
  expect(problemsOf((files) => delete files[path])).toEqual([`${path} is missing`]);
  expect(problemsOf((files) => (files['more.json'] = Buffer.from('{}')))).toEqual(['more.json was added']);
  const rewritten = Buffer.from(JSON.stringify({ ...manifest, until: '2026-12-31T00:00:00.000Z' }));
  expect(problemsOf((files) => (files['manifest.json'] = rewritten))).toEqual([expect.stringContaining('signature')]);
  expect(problemsOf((files) => delete files['manifest.sig'])).toEqual(['manifest.sig missing']);
  expect(problemsOf((files) => (files['public-key.pem'] = Buffer.from('none')))).not.toEqual([]);
  expect(verifyEvidence(Buffer.from('no zip')).problems).toEqual([expect.stringContaining('not a readable ZIP')]);
  expect(verifyEvidence(zip.subarray(0, zip.length / 2)).problems).not.toEqual([]);

  const forger = await openOffice();
  const key = await signingKey(forger.store);
  expect(fingerprintOf(key)).not.toBe(verifyEvidence(zip).fingerprint);
});
