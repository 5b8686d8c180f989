import { afterEach, describe, expect, it } from 'vitest';
import type { DesignHit, DocketHit } from '../../sandbox/hits.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox/sandbox.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { runs } from '../runs.ts';
import { ask } from './asking.ts';

/** The number of days on which a world begins. */
const starts = runs({ few: 1, many: 3 });
const weeks = runs({ few: 3, many: 6 });
const open: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ publicUrl: 'http://sandbox.example', ...options });
  open.push(sandbox);
  return sandbox;
}

/** Reads all pages of the dockets. */
async function dockets(
  sandbox: Sandbox,
  request: object = { patentNumber: '6834603' },
): Promise<Map<number, DocketHit>> {
  const found = new Map<number, DocketHit>();
  for (let from = 0; ; from += 50) {
    const { body } = await ask(sandbox, 'pacer', { ...request, from, size: 50, entrySize: 200 });
    for (const hit of body.data.hits) found.set(hit.docketId, hit);
    if (body.data.hits.length < 50) return found;
  }
}

/** Reads all pages of the designs. */
async function designs(sandbox: Sandbox, source: string): Promise<Map<string, DesignHit>> {
  const found = new Map<string, DesignHit>();
  for (let from = 0; ; from += 100) {
    const { body } = await ask(sandbox, 'wipo', { source, hol: 'Rival', lcs: '09-01', num: 100, from });
    for (const hit of body.hits) found.set(hit.ID, hit);
    if (body.hits.length < 100) return found;
  }
}

describe('the default world', () => {
  it('contains what the default watches search for', async () => {
    const sandbox = await start({ world: { startsOn: '2026-03-02' } });
    const cases = [...(await dockets(sandbox)).values()];
    const delaware = cases.find(({ docketNumber }) => docketNumber === '1:20-cv-00168');
    expect(delaware).toMatchObject({
      courtId: 'ded',
      caseName: 'Widget Co. v. Rival, Inc.',
      patentNumbers: ['6834603'],
      status: 'open',
    });
    expect(new Set(cases.map(({ courtId }) => courtId)).size).toBeGreaterThan(3);
    const parties = [...(await dockets(sandbox, { companyName: 'Rival' })).values()].flatMap(
      (hit) => hit.parties ?? [],
    );
    expect(parties).toContain('Rival, Inc.');
    expect(parties).toContain('Rivalry Sports LLC');
    for (const source of ['HAGUE', 'EMID']) {
      const holders = [...(await designs(sandbox, source)).values()].flatMap(({ HOL }) => HOL ?? []);
      expect(holders.some((holder) => /^rival[ ,]/i.test(holder))).toBe(true);
      expect(holders).toContain('Rivalry Sports');
    }
  });

  it.each(
    ['2031-02-11', '2026-01-05', '2026-03-18', '2026-11-21', '2027-06-30', '2033-09-09'].slice(0, starts),
  )('shows every kind of change within three weeks from %s', async (startsOn) => {
    const sandbox = await start({ world: { startsOn, size: 0 } });
    const before = await dockets(sandbox);
    const bottles = new Map([...(await designs(sandbox, 'HAGUE')), ...(await designs(sandbox, 'EMID'))]);
    sandbox.advanceDays(21);
    const after = await dockets(sandbox);
    const later = new Map([...(await designs(sandbox, 'HAGUE')), ...(await designs(sandbox, 'EMID'))]);

    const kinds = new Set<string>();
    for (const [id, hit] of after) for (const kind of docketNews(before.get(id), hit)) kinds.add(kind);
    for (const [id, hit] of later) for (const kind of designNews(bottles.get(id), hit)) kinds.add(kind);
    const always = [
      'new case',
      'new entry',
      'entry without number',
      'entry entered late',
      'edited entry',
      'attachment',
      'new registration',
      'renewal',
      'status',
    ];
    expect([...kinds]).toEqual(expect.arrayContaining(always));
    // Cases bring these changes in their third cycle or later, which needs two cycles of history.
    if (startsOn > '2026-03-30') {
      const more = [
        'termination',
        'opened again',
        'new judge',
        'new party',
        'new pictures',
        'new holder',
        'litigated patent',
      ];
      expect([...kinds]).toEqual(expect.arrayContaining(more));
    }
  });

  it('never removes an entry, and never lowers the number of entries', async () => {
    const sandbox = await start({ world: { startsOn: '2026-05-04', size: 60 } });
    let before = await dockets(sandbox, { companyName: 'Widget' });
    for (let week = 0; week < weeks; week += 1) {
      sandbox.advanceDays(7);
      const after = await dockets(sandbox, { companyName: 'Widget' });
      for (const [id, hit] of before) {
        const texts = new Set(
          after.get(id)?.entries?.map(({ dateFiled, documentNumber }) => `${documentNumber} ${dateFiled}`),
        );
        for (const { dateFiled, documentNumber } of hit.entries ?? [])
          expect(texts).toContain(`${documentNumber} ${dateFiled}`);
        expect(after.get(id)?.entryTotal).toBeGreaterThanOrEqual(hit.entryTotal ?? 0);
      }
      before = after;
    }
  });
});

function docketNews(before: DocketHit | undefined, after: DocketHit): string[] {
  if (!before) return ['new case'];
  const news: string[] = [];
  if (before.status !== after.status) news.push('termination');
  // A case that was opened again and ended again in between shows another date.
  if (before.dateTerminated && before.dateTerminated !== after.dateTerminated) news.push('opened again');
  if (before.assignedTo !== after.assignedTo) news.push('new judge');
  if ((after.parties?.length ?? 0) > (before.parties?.length ?? 0)) news.push('new party');
  if ((after.patentNumbers?.length ?? 0) > (before.patentNumbers?.length ?? 0)) news.push('litigated patent');
  const known = new Set(before.entries?.map(({ documentNumber, dateFiled }) => `${documentNumber} ${dateFiled}`));
  const texts = new Set(before.entries?.map(({ description }) => description));
  const extras = new Set(before.entries?.map(({ extraDocument }) => JSON.stringify(extraDocument)));
  const lastDay = Math.max(...(before.entries ?? []).map(({ dateFiled }) => Date.parse(dateFiled)));
  for (const entry of after.entries ?? []) {
    const isNew = !known.has(`${entry.documentNumber} ${entry.dateFiled}`);
    if (isNew) news.push(entry.documentNumber === '' ? 'entry without number' : 'new entry');
    const entered = /\(Entered: ([\d/]+)\)$/.exec(entry.description)?.[1] ?? '';
    if (isNew && Date.parse(entered) > Date.parse(entry.dateFiled) && lastDay > 0) news.push('entry entered late');
    if (!isNew && !texts.has(entry.description)) news.push('edited entry');
    if (!isNew && !extras.has(JSON.stringify(entry.extraDocument))) news.push('attachment');
  }
  return news;
}

function designNews(before: DesignHit | undefined, after: DesignHit): string[] {
  if (!before) return ['new registration'];
  const news: string[] = [];
  if ((after.ED ?? '') > (before.ED ?? '')) news.push('renewal');
  if (after.STATUS !== before.STATUS) news.push('status');
  if (JSON.stringify(after.IMG) !== JSON.stringify(before.IMG)) news.push('new pictures');
  if (JSON.stringify(after.HOL) !== JSON.stringify(before.HOL)) news.push('new holder');
  return news;
}

describe('the time of the world', () => {
  it('does not pass between two calls: the responses are equal byte for byte', async () => {
    const sandbox = await start({ world: { startsOn: '2026-03-02' } });
    const request = { patentNumber: '6834603', size: 50, entrySize: 200 };
    expect((await ask(sandbox, 'pacer', request)).text).toBe((await ask(sandbox, 'pacer', request)).text);
    const bottles = { source: 'HAGUE', hol: 'Rival', num: 100 };
    expect((await ask(sandbox, 'wipo', bottles)).text).toBe((await ask(sandbox, 'wipo', bottles)).text);
  });

  it('alone counts: a world moved to a day equals a world begun on that day', async () => {
    const moved = await start({ world: { startsOn: '2026-02-20', size: 300 } });
    moved.advanceDays(3);
    await ask(moved, 'pacer', { companyName: 'Widget' });
    moved.advanceDays(30);
    const begun = await start({ world: { startsOn: '2026-03-25', size: 300 } });
    expect(moved.stats.today).toBe('2026-03-25');
    for (const [operation, request] of [
      ['pacer', { companyName: 'Widget', size: 50, entrySize: 200 }],
      ['pacer', { companyName: 'Bren', size: 50 }],
      ['wipo', { source: 'EMID', rd: '2025', num: 100 }],
      ['wipo', { source: 'HAGUE', status: 'ACT', num: 100, enable_litigation: true }],
    ] as const) {
      expect((await ask(moved, operation, request)).text).toBe((await ask(begun, operation, request)).text);
    }
  });

  it('leads to other records with another seed', async () => {
    const [one, two] = [
      await start({ world: { seed: 'one', size: 60 } }),
      await start({ world: { seed: 'two', size: 60 } }),
    ];
    const request = { source: 'EMID', rd: '2024' };
    expect((await ask(one, 'wipo', request)).text).not.toBe((await ask(two, 'wipo', request)).text);
  });

  it('follows the real date if no start is given', async () => {
    let now = new Date('2026-04-01T23:59:00Z');
    const sandbox = await start({ clock: () => now });
    expect(sandbox.stats.today).toBe('2026-04-01');
    now = new Date('2026-04-09T00:01:00Z');
    expect(sandbox.stats.today).toBe('2026-04-09');
  });

  it('can pass a day every few seconds', async () => {
    let now = new Date('2026-04-01T12:00:00Z');
    const sandbox = await start({ daySeconds: 5, clock: () => now });
    const before = (await dockets(sandbox)).size;
    now = new Date('2026-04-01T12:01:45Z');
    expect(sandbox.stats.today).toBe('2026-04-22');
    expect((await dockets(sandbox)).size).toBe(before + 1);
  });

  it('moves only forward, and only by whole days', async () => {
    const sandbox = await start();
    expect(() => sandbox.advanceDays(-1)).toThrow(/whole days/);
    expect(() => sandbox.advanceDays(0.5)).toThrow(/whole days/);
    await expect(startSandbox({ world: { startsOn: '2026-02-30' } })).rejects.toThrow(/2026-02-30/);
  });
});
