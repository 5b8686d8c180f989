import { describe, expect, it, onTestFinished } from 'vitest';
import type { DesignHit, DocketHit } from '../../sandbox/hits.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox/sandbox.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import type { ChangeKind } from '../../src/records/diff/change.ts';
import type { StoredChange } from '../../src/store/snapshot/changesTable.ts';
import { type Office, openOffice } from '../check/office.ts';
import { byNight } from '../runs.ts';
import { absence, type PairKind, readHits } from './realData.ts';

if (absence) process.stdout.write(`${absence}\n`);

/** A patent that no real docket names, by which all of them are found. */
const marker = '99000001';
const found = (hit: DocketHit): DocketHit => ({ ...hit, patentNumbers: [marker, ...(hit.patentNumbers ?? [])] });

/** The nightly run takes all dockets, designs and pairs. The gate takes some, as a check treats all alike. */
const oneIn = byNight ? { dockets: 1, designs: 1, pairs: 1 } : { dockets: 10, designs: 32, pairs: 3 };
const someOf = (what: 'dockets' | 'designs') =>
  byNight ? `any of all ${what}` : `any of one in ${oneIn[what]} ${what}`;

interface HitPair {
  /** The `docketId` here, as the pairs have some dockets more than once. */
  readonly key: string;
  readonly why: string;
  readonly kind: PairKind;
  readonly before: DocketHit;
  readonly after: DocketHit;
}

function readHitPairs(): HitPair[] {
  const lines = readHits<{ before: DocketHit; after: DocketHit; why: string }>('docket-pairs.ndjson.gz');
  return lines.map(({ before, after, why }, index) => {
    const docketId = index + 1;
    const kind = why.slice(0, why.indexOf(':')) as PairKind;
    return {
      key: `${docketId}`,
      why,
      kind,
      before: found({ ...before, docketId }),
      after: found({ ...after, docketId }),
    };
  });
}

/**
 * Opens the program years after these entries, with a sandbox that shows long dockets in full. It retries as for users:
 * both share this process, and a second of computing can outlive a connection.
 */
async function openBefore(sandbox: Sandbox, settings: Readonly<Record<string, unknown>>): Promise<Office> {
  const office = await openOffice({
    ...settings,
    service: {
      baseUrl: sandbox.url,
      token: 'sandbox',
      retries: 2,
      pageSizes: { size: 50, entrySize: wholeDockets, num: 100 },
    },
  });
  office.now = new Date('2026-11-27T12:00:00.000Z');
  return office;
}

const wholeDockets = 5000;

async function sandboxOf(
  hits: readonly (DocketHit | DesignHit)[],
  caps: SandboxOptions['caps'] = {},
): Promise<Sandbox> {
  const sandbox = await startSandbox({ world: 'none', caps });
  onTestFinished(() => sandbox.close());
  for (const hit of hits) sandbox.put(hit);
  return sandbox;
}

/** Checks the first states as a baseline and then the second ones. Returns the changes by the key of the pair. */
async function reportPairs(pairs: readonly HitPair[], days: number): Promise<Map<string, StoredChange[]>> {
  const sandbox = await sandboxOf(
    pairs.map((pair) => pair.before),
    { entrySize: wholeDockets },
  );
  const office = await openBefore(sandbox, { watches: [{ id: 'pairs', dockets: { patentNumber: marker } }] });
  expect(await office.check()).toMatchObject([{ outcome: 'complete', hits: pairs.length, changes: 0 }]);
  for (const { after } of pairs) sandbox.put(after);
  expect(await office.check({ after: days })).toMatchObject([{ outcome: 'complete', hits: pairs.length }]);
  const changes = await office.changes();
  expect(await office.check({ after: days })).toMatchObject([{ outcome: 'complete', changes: 0 }]);
  return Map.groupBy(changes, (change) => change.record.key);
}

function count(changes: readonly StoredChange[] | undefined, kind: ChangeKind): number {
  return changes?.filter((change) => change.kind === kind).length ?? 0;
}

function entriesOf(hit: DocketHit): number {
  return hit.entries?.length ?? 0;
}

describe.skipIf(absence)('the whole program, on real dockets years after their entries,', () => {
  const pairs = absence ? [] : readHitPairs();
  const ofKind = (kind: PairKind): HitPair[] =>
    pairs.filter((pair) => pair.kind === kind).filter((_, place) => place % oneIn.pairs === 0);

  const kindsAndDays = [
    ['notices', 0],
    ['replay', 1],
    ['notices', 1],
    ['replay', 0],
  ] as const;

  it.each(
    kindsAndDays.slice(0, byNight ? 4 : 2),
  )('reports exactly the new entries of each %s pair, one by one, %i days later', async (kind, days) => {
    const reported = await reportPairs(ofKind(kind), days);
    for (const { key, why, before, after } of ofKind(kind)) {
      const changes = reported.get(key) ?? [];
      expect(count(changes, 'entry.new'), why).toBe(entriesOf(after) - entriesOf(before));
      const others = changes.filter((change) => change.kind !== 'entry.new').map((change) => change.kind);
      if (kind === 'replay') expect(others, why).toEqual(before.status === after.status ? [] : ['docket.status']);
    }
  });

  it('reports fewer than 25 entries as new if a page was only read again', async () => {
    const reported = await reportPairs(ofKind('reparsed'), 1);
    expect(count([...reported.values()].flat(), 'entry.new')).toBeLessThan(25);
  });

  it('reports every end that came between two fetches', async () => {
    const reported = await reportPairs(ofKind('refetched'), 1);
    for (const { key, why, before, after } of ofKind('refetched')) {
      const ended = Boolean(after.dateTerminated) && after.dateTerminated !== before.dateTerminated;
      expect(count(reported.get(key), 'docket.status'), why).toBe(ended || before.status !== after.status ? 1 : 0);
    }
  });

  const views = [
    ['whole', wholeDockets],
    ['through windows of 200 entries', 200],
    ['through windows of 20 entries', 20],
  ] as const;

  it.each(
    views.slice(0, byNight ? 3 : 2),
  )(`reports nothing of ${someOf('dockets')} that is shown again, %s, despite faults`, async (_, entrySize) => {
    const isWhole = entrySize === wholeDockets;
    // A window does not cut a shorter docket.
    const hits = readHits<DocketHit>('dockets.ndjson.gz')
      .filter(({ entries = [] }, place) => (isWhole ? place % oneIn.dockets === 0 : entries.length >= entrySize))
      .map(found);
    expect(hits.length).toBeGreaterThan(1);
    const sandbox = await sandboxOf(hits, { entrySize });
    const office = await openBefore(sandbox, { watches: [{ id: 'all', dockets: { patentNumber: marker } }] });
    expect(await office.check()).toMatchObject([{ outcome: 'complete', hits: hits.length, changes: 0 }]);
    await office.newAlerts();
    for (const faults of wobbles) {
      sandbox.setFaults(...faults);
      office.pass(1);
      const [checked] = await office.check();
      expect(checked, `${faults.join(', ')}: ${checked?.reason}`).toMatchObject({
        outcome: 'complete',
        hits: hits.length,
      });
      expect((await office.changes()).map(({ kind, record, fields }) => [kind, record.key, fields])).toEqual([]);
    }
    expect(await office.newAlerts()).toEqual([]);
  });

  it(`reports nothing of ${someOf('designs')} that is shown again, whatever faults the service has`, async () => {
    const hits = readHits<DesignHit>('designs.ndjson.gz').filter((_, place) => place % oneIn.designs === 0);
    const sandbox = await sandboxOf(hits);
    const sources = [...new Set(hits.map((hit) => String(hit.SOURCE)))];
    const office = await openBefore(sandbox, {
      watches: sources.map((source) => ({ id: source, designs: { source, idPrefix: `${source}.` } })),
    });
    const outcomes = await office.check();
    expect(outcomes.reduce((sum, { hits: shown }) => sum + shown, 0)).toBe(hits.length);
    await office.newAlerts();
    for (const faults of [...wobbles, ...designWobbles]) {
      sandbox.setFaults(...faults);
      office.pass(1);
      const outcome = sources.map(() => 'complete');
      expect(
        (await office.check()).map((each) => each.outcome),
        faults.join(', '),
      ).toEqual(outcome);
      expect((await office.changes()).map(({ kind, record, fields }) => [kind, record.key, fields])).toEqual([]);
    }
    expect(await office.newAlerts()).toEqual([]);
  });
});

/** Faults that move something without a change, each for one check. */
const wobbles: readonly (readonly string[])[] = [
  [],
  ['shuffled'],
  ['entries-newest-first'],
  ['entries-oldest-first', 'shuffled'],
  ['duplicates', 'page-clamped=30'],
  ['total-unknown', 'links-move'],
  ['text-respaced', 'volatile-moves'],
  ['entered-comes-and-goes'],
  ['names-come-and-go', 'entries-withheld'],
];
const designWobbles: readonly (readonly string[])[] = [
  ['volatile-moves', 'image-hosts-move'],
  ['image-queries-move', 'shuffled'],
  ['holders-respelt'],
  ['fields-come-and-go'],
];
