import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runCheck } from '../../src/check/runCheck.ts';
import { onPostgres } from '../store/database.ts';
import { designHit } from './hits.ts';
import { type Office, openOffice } from './office.ts';

const watch = { id: 'rival', designs: { source: 'HAGUE', holder: 'Rival' } };

/** Counts commits from now on: sent to Postgres, or in SQLite's log (sqlite.org/fileformat2.html#walformat). */
function countCommits({ store }: Office): () => number {
  if (!onPostgres) {
    const before = commitsIn(`${store.name}-wal`);
    return () => commitsIn(`${store.name}-wal`) - before;
  }
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => sent.mockRestore());
  return () => sent.mock.calls.filter(([query]) => /^commit/i.test(textOf(query))).length;
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

function commitsIn(log: string): number {
  const bytes = existsSync(log) ? readFileSync(log) : Buffer.alloc(0);
  if (bytes.length < 32) return 0;
  const frameSize = 24 + bytes.readUInt32BE(8);
  const salt = bytes.subarray(16, 24);
  let commits = 0;
  for (let at = 32; at + frameSize <= bytes.length; at += frameSize) {
    if (!bytes.subarray(at + 8, at + 16).equals(salt)) break;
    // Only the last frame of a commit states the size of the database. Other frames have 0 here.
    if (bytes.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
}

it.each([
  [1, 0, 2],
  [3, 0, 4],
  [1, 1, onPostgres ? 3 : 2],
])('a check of %i pages with %i changes makes %i commits', async (pages, changes, commits) => {
  const office = await openOffice();
  await office.configure({ watches: [watch] });
  office.service.cap = 10;
  const shown = (length: number) => Array.from({ length }, (_, n) => designHit(n + 10, { HOL: [`Rival ${n}`] }));
  office.service.designs = shown(pages * 10 - 5);
  await office.daemonCheck('rival');
  office.service.designs = shown(pages * 10 - 5 + changes);
  office.pass(7);
  const request = { now: office.now, most: 1, isKnown: () => true };
  const committed = countCommits(office);
  const [claim = expect.fail('nothing is due')] = await office.store.queue.checks.lookForDue(request);
  const calls = office.service.calls.length;
  const summary = await runCheck(office.parts(), { claim, isTaken: false });
  expect([summary.outcome, summary.changes.length]).toEqual(['complete', changes]);
  expect(office.service.calls.length - calls).toBe(pages);
  expect(committed()).toBe(commits);
});
