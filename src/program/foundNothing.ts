import { openName } from '../config/openName.ts';
import type { NeverFound } from '../message/content.ts';
import { notifyOperators } from '../outbox/incidents.ts';
import { noteOnce } from '../outbox/incidentsTable.ts';
import { findNeverFound } from '../outbox/neverFound.ts';
import { watchFacts } from '../outbox/watchFacts.ts';
import { counted, listed } from '../words/counted.ts';
import type { Program } from './program.ts';

const weekMs = 7 * 86_400_000;
const mostNamed = 20;

/**
 * Reminds the operators, once a week, of the watches that have never found anything in a week or more. After their first
 * check nobody would learn of them again.
 */
export async function remindOfFoundNothing({
  config,
  store,
  clock,
}: Pick<Program, 'config' | 'store' | 'clock'>): Promise<void> {
  const now = clock();
  const known = new Map(config.watches.map((watch) => [watch.id, watchFacts(watch)]));
  const found = await findNeverFound(store.db, config.watches, known);
  const silent = found.filter(({ since }) => Date.parse(since) <= now.getTime() - weekMs);
  if (silent.length === 0) return;
  const detail = wordsOf(silent);
  const label = counted(silent.length, 'watch', 'watches');
  await store.transaction(async (trx) => {
    const incident = { kind: 'found-nothing', subject: `week of ${mondayOf(now)}`, detail } as const;
    if (!(await noteOnce(trx, { ...incident, now: now.toISOString() }))) return;
    await notifyOperators(trx, config.operators, { ...incident, label }, 'began', { now });
  });
}

function mondayOf(now: Date): string {
  const day = new Date(now);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

function wordsOf(silent: readonly NeverFound[]): string {
  const names = silent.slice(0, mostNamed).map(({ watch, near }) => {
    const name = openName(watch);
    return near === undefined ? name : `${name} (${near.replace(/\.$/, '')})`;
  });
  const more = silent.length - names.length;
  const all = listed(more > 0 ? [...names, counted(more, 'more watch', 'more watches')] : names);
  return `${counted(silent.length, 'watch has', 'watches have')} never found anything: ${all}. Correct them, or remove them: each check costs credits. tipstaff status says what courts and registers write instead.`;
}
