import { Counter, Gauge, type Registry } from 'prom-client';
import type { Db } from '../database/store.ts';
import { spentByNudges } from '../nudges/asksTable.ts';
import { countNudges } from '../nudges/nudgesTable.ts';

/**
 * What became of signals from now on, and what they have cost today, read from the store when asked. Old signals are
 * deleted now and then, which counts nothing back.
 * @returns what reads them
 */
export async function startNudgeMeters(db: Db, registry: Registry): Promise<(now: Date) => Promise<void>> {
  const registers = [registry];
  const signals = new Counter({
    name: 'tipstaff_nudges_total',
    help: 'Signals of nudges by source and what became of them.',
    labelNames: ['source', 'outcome'],
    registers,
  });
  const credits = new Gauge({
    name: 'tipstaff_nudge_credits_today',
    help: 'Credits that nudges have caused on this day (UTC).',
    registers,
  });
  const read = async () =>
    new Map((await countNudges(db)).map((row) => [JSON.stringify([row.source, row.outcome]), row] as const));
  let before = await read();
  return async (now) => {
    const [counts, spent] = [await read(), await spentByNudges(db, now)];
    for (const [key, { source, outcome, count }] of counts) {
      signals.inc({ source, outcome }, Math.max(0, count - (before.get(key)?.count ?? 0)));
    }
    before = counts;
    credits.set(spent);
  };
}
