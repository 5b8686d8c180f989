import { hostname } from 'node:os';
import type { Notice, NoticeContent } from '../../alerts/message/content.ts';
import type { DeliveryParts } from '../../alerts/outbox/deliveryOutcome.ts';
import { incidentThread, notifyOperators } from '../../alerts/outbox/incidents.ts';
import { minuteMs } from '../../base/time.ts';
import { type ProbeStore, startStoreProbe } from '../../store/condition.ts';

/** A database that is locked, or away while it starts again, is not reported. */
const patienceMs = 5 * minuteMs;
const sendMs = 60_000;

const incident = { kind: 'database-refuses', subject: 'database' } as const;

/**
 * Notifies the operators when the database takes no writes, as on a full disk: the outbox is in it, so while that lasts
 * they are written to directly, each channel until it accepts; when it ends, by the outbox.
 * @returns what looks once; call it every so often
 */
export function openDatabaseWatch(
  parts: Pick<DeliveryParts, 'store' | 'config' | 'channels' | 'clock' | 'log'>,
  probe: ProbeStore = startStoreProbe(parts.store),
): () => Promise<void> {
  let since: Date | undefined;
  const notified = new Set<string>();
  const end = async (began: Date, now: Date) => {
    const detail = `${hostname()} checks and delivers again. What fell due meanwhile is checked now.`;
    await parts.store.transaction((trx) =>
      notifyOperators(trx, parts.config.operators, { ...incident, detail }, 'ended', {
        now,
        beganAt: began.toISOString(),
      }),
    );
  };
  return async () => {
    const now = parts.clock();
    const why = await probe(now).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const isLong = since !== undefined && now.getTime() - since.getTime() >= patienceMs;
    if (why === undefined) {
      // Forgotten only once it is stored: until then the next look tries again.
      if (since !== undefined && isLong) await end(since, now);
      since = undefined;
      notified.clear();
      return;
    }
    since ??= now;
    if (isLong) await notifyDirectly(parts, { since, why, now }, notified);
  };
}

async function notifyDirectly(
  { config, channels, log }: Pick<DeliveryParts, 'config' | 'channels' | 'log'>,
  { since, why, now }: { readonly since: Date; readonly why: string; readonly now: Date },
  notified: Set<string>,
): Promise<void> {
  const at = since.toISOString();
  const detail =
    `Nothing is checked or delivered on ${hostname()}: ${why} If the disk is full, make room; Tipstaff continues by ` +
    'itself. What falls due meanwhile is checked then.';
  const notice: Notice = {
    incident: incident.kind,
    subject: incident.subject,
    phase: 'began',
    at,
    detail,
    thread: incidentThread(incident, at),
  };
  for (const name of config.operators.filter((one) => !notified.has(one))) {
    const { timezone = 'UTC', locale } = config.channels[name] ?? {};
    const content: NoticeContent = {
      id: 0,
      kind: 'notice',
      channel: name,
      createdAt: now.toISOString(),
      timezone,
      locale,
      notices: [notice],
    };
    const sent = await channels
      .get(name)
      ?.send(content, AbortSignal.timeout(sendMs))
      .catch((error: unknown) => ({ outcome: 'retry' as const, response: String(error) }));
    if (sent?.outcome === 'sent') notified.add(name);
    else log.warn({ channel: name, response: sent?.response }, 'the operators could not be written to directly');
  }
}
