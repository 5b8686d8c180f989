import { pino } from 'pino';
import { openFollower, takeIn } from '../../../src/schedule/nudges/followNudges.ts';
import type { Signal } from '../../../src/schedule/nudges/signals.ts';
import type { Store } from '../../../src/store/store.ts';
import { daemonMinutes } from '../../check/daemonMinutes.ts';
import { docketWith, entryHit } from '../../check/hits.ts';
import { type Office, openOffice } from '../../check/office.ts';

/** An office with nudges and with a case that is checked once a day. */
export interface Desk {
  readonly office: Office;
  readonly store: Store;
  /** Stores what a source says about the case. */
  say(...signals: readonly Partial<Signal>[]): Promise<void>;
  /** Makes the service return so many entries of the case. */
  show(entries: number): void;
  /** Runs the daemon for so many minutes, in steps of so many. */
  minutes(count: number, step?: number): Promise<void>;
  /** Returns the state and the step of each nudge, in order. */
  states(): Promise<string[]>;
  /** Returns the number of calls to the service since the last call of this function. */
  calls(): number;
}

export async function openDesk(settings: Readonly<Record<string, unknown>> = {}): Promise<Desk> {
  const office = await openOffice({
    defaults: { notify: ['counsel'], schedule: '0 11 * * *', timezone: 'UTC' },
    nudges: { desk: { type: 'feeds' } },
    ...settings,
  });
  const { store } = office;
  let number = 0;
  let seen = 0;
  const show = (entries: number) => {
    const all = Array.from({ length: entries }, (_, index) => entryHit(index + 1, { dateFiled: 'Nov 20, 2026' }));
    office.service.dockets = [docketWith(all)];
  };
  show(1);
  await office.alertsOfCheck();
  const look = openFollower({
    store,
    clock: () => office.now,
    log: pino({ level: 'silent' }),
    config: () => office.parts().config,
  });
  const desk: Desk = {
    office,
    store,
    show,
    say: async (...signals) => {
      const whole = signals.map((signal): Signal => {
        number += 1;
        const none = { docketNumber: null, document: null, publishedAt: office.now.toISOString() };
        return { pacerCaseId: '7001', ...none, key: `item ${number}`, ...signal };
      });
      await store.transaction((trx) => takeIn(trx, { source: 'desk', court: 'ded' }, whole, office.now));
      await look();
    },
    minutes: async (count, step = 1) => {
      for (let minute = 0; minute < count; minute += step) {
        await look();
        await daemonMinutes(office, step, async () => {});
        await look();
      }
    },
    states: async () => {
      const rows = await store.db.selectFrom('nudges').select(['state', 'steps']).orderBy('id').execute();
      return rows.map(({ state, steps }) => `${state} ${steps}`);
    },
    calls: () => {
      const before = seen;
      seen = office.service.calls.length;
      return seen - before;
    },
  };
  desk.calls();
  return desk;
}
