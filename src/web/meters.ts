import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { spentByNudges } from '../schedule/nudges/asksTable.ts';
import { countNudges } from '../schedule/nudges/nudgesTable.ts';
import type { Tallies } from '../store/snapshot/talliesTable.ts';
import type { Db } from '../store/store.ts';

const bucketsSeconds = [1, 5, 15, 60, 300, 900, 3600, 14_400, 86_400];

export interface DelayMetrics {
  /** An alarm on a rate needs the series before the first event. */
  startAtZero(channels: readonly string[]): void;
  count(deliveries: Tallies['deliveries']): void;
  /** @param until of its certificate, by the server that was called: `hooks.slack.com` */
  noteCertificates(until: ReadonlyMap<string, Date>): void;
}

export function makeDelayMetrics(registry: Registry): DelayMetrics {
  const registers = [registry];
  const deliveryDelay = new Histogram({
    name: 'tipstaff_delivery_delay_seconds',
    help: 'From the moment an alert was first due until the server accepted it, by channel.',
    labelNames: ['channel'],
    buckets: bucketsSeconds,
    registers,
  });
  const certificates = new Gauge({
    name: 'tipstaff_certificate_expires_timestamp_seconds',
    help: 'Until when the certificate of a server that is called holds, as last seen.',
    labelNames: ['server'],
    registers,
  });
  const begun = new Set<string>();
  return {
    startAtZero(channels) {
      for (const channel of channels) {
        if (begun.has(channel)) continue;
        begun.add(channel);
        deliveryDelay.zero({ channel });
      }
    },
    count(deliveries) {
      for (const { channel, outcome, attemptedAt, dueAt, firstAttemptAt } of deliveries) {
        if (outcome !== 'sent') continue;
        const firstDue = Math.min(Date.parse(dueAt), Date.parse(firstAttemptAt ?? dueAt));
        deliveryDelay.observe({ channel }, Math.max(0, Date.parse(attemptedAt) - firstDue) / 1000);
      }
    },
    noteCertificates(until) {
      certificates.reset();
      for (const [server, at] of until) certificates.set({ server }, at.getTime() / 1000);
    },
  };
}

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
