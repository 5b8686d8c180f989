import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Dice } from '../../sandbox/world/dice.ts';
import type { OwnServer } from '../postgres/server.ts';
import type { Installation } from './installation.ts';

/** Something that goes wrong, for a while or at once. */
interface Trouble {
  readonly name: string;
  /** Its chance in each slot in which it is not already active. */
  readonly chance: number;
  /** The most slots that it lasts, of six hours each. */
  readonly slots: number;
  /** Runs before the slot begins. */
  begin?(): void;
  /** Runs while the daemon works in the slot. */
  strike?(): Promise<void>;
  end?(): void;
  /** True if nothing can be checked while it lasts, so that the test does not wait. */
  readonly stopsAll?: true;
}

/** Faults that make a response invalid, and faults that change nothing reportable. */
const faults = [
  ...['busy', 'server', 'http-server', 'http-busy', 'reset', 'cut-off', 'truncated-json', 'html-as-json', 'empty-body'],
  ...['not-json', 'volatile-moves', 'text-respaced', 'links-move', 'shuffled', 'duplicates', 'image-hosts-move'],
] as const;

export interface Beneath {
  /** The Postgres, and how to crash it without changing its clock. */
  readonly postgres?: { readonly server: OwnServer; crash(): Promise<void> } | undefined;
  /** A file system that may be filled. */
  readonly disk?: string | undefined;
}

export function allTroubles(installation: Installation, { postgres, disk }: Beneath, dice: Dice): Trouble[] {
  const { sandbox, away, clock } = installation;
  let names = 0;
  const restart = (signal: 'SIGKILL' | 'SIGTERM') => restartDaemon(installation, dice, signal);
  const reload = (name: string | undefined) => {
    installation.configure(name);
    installation.daemon.child.kill('SIGHUP');
  };
  const ofService: Trouble[] = [
    {
      name: 'responses of the service damaged',
      chance: 0.35,
      slots: 1,
      begin: () => sandbox.setFaults({ name: dice.pick(faults), times: dice.between(1, 4), skip: dice.between(0, 2) }),
      end: () => sandbox.setFaults(),
    },
    {
      name: 'service away',
      chance: 0.04,
      slots: 6,
      begin: () => sandbox.setFaults('reset'),
      end: () => sandbox.setFaults(),
    },
  ];
  const ofReceivers: Trouble[] = (['mail', 'slack'] as const).map((who) => ({
    name: `${who} away`,
    chance: 0.06,
    slots: 4,
    begin: () => {
      away[who] = true;
    },
    end: () => {
      away[who] = false;
    },
  }));
  const ofDaemon: Trouble[] = [
    { name: 'daemon killed', chance: 0.05, slots: 1, strike: () => restart('SIGKILL') },
    { name: 'daemon restarted', chance: 0.03, slots: 1, strike: () => restart('SIGTERM') },
    { name: 'config reloaded', chance: 0.05, slots: 1, begin: () => reload(`patent ${++names}`) },
    { name: 'config refused', chance: 0.03, slots: 2, begin: () => reload(undefined), end: () => reload('patent') },
    {
      name: 'clock wrong',
      chance: 0.03,
      slots: 1,
      begin: () => clock.setWrong(86_400_000),
      end: () => clock.setWrong(0),
      ...(postgres && { stopsAll: true as const }),
    },
  ];
  const ballast = join(disk ?? '', 'ballast');
  const ofDisk: Trouble = {
    name: 'disk full',
    chance: 0.04,
    slots: 2,
    begin: () => fill(ballast),
    end: () => rmSync(ballast),
    stopsAll: true,
  };
  const ofPostgres: Trouble[] =
    postgres === undefined
      ? []
      : [
          {
            name: 'Postgres crashed',
            chance: 0.06,
            slots: 1,
            strike: () => pause(dice.between(0, 900)).then(postgres.crash),
          },
          {
            name: 'Postgres hangs',
            chance: 0.04,
            slots: 1,
            strike: () => hang(postgres.server.pid, dice.between(500, 4000)),
          },
        ];
  return [...ofService, ...ofReceivers, ...ofDaemon, ...(disk === undefined ? [] : [ofDisk]), ...ofPostgres];
}

/** Ends the daemon in the middle of its work, and starts it again. */
async function restartDaemon(installation: Installation, dice: Dice, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  await pause(dice.between(0, 1200));
  const { child } = installation.daemon;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
  await installation.start();
}

/** Fills the disk to the last byte. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  const block = Buffer.alloc(65_536);
  try {
    for (let size = block.length; size >= 512; ) {
      try {
        writeSync(descriptor, block, 0, size);
      } catch {
        size /= 2;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

async function hang(pid: number, forMs: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await pause(forMs);
  process.kill(pid, 'SIGCONT');
}

/** Chooses which troubles last from slot to slot. The same dice give the same troubles. */
export class Misfortune {
  readonly #all: readonly Trouble[];
  readonly #dice: Dice;
  #lasting: { readonly trouble: Trouble; left: number }[] = [];
  readonly counts = new Map<string, number>();

  constructor(all: readonly Trouble[], dice: Dice) {
    this.#all = all;
    this.#dice = dice;
  }

  /** Begins new troubles. @returns what strikes while the daemon works, and whether it can work at all */
  begin(): { strikes: (() => Promise<void>)[]; stopsAll: boolean } {
    for (const trouble of this.#all) {
      const happens = this.#dice.chance(trouble.chance);
      const left = this.#dice.between(1, trouble.slots);
      if (!happens || this.#lasting.some(({ trouble: { name } }) => subject(name) === subject(trouble.name))) continue;
      this.#lasting.push({ trouble, left });
      this.counts.set(trouble.name, (this.counts.get(trouble.name) ?? 0) + 1);
      trouble.begin?.();
    }
    const now = this.#lasting.map(({ trouble }) => trouble);
    return {
      strikes: now.flatMap(({ strike }) => (strike === undefined ? [] : [strike])),
      stopsAll: now.some(({ stopsAll }) => stopsAll),
    };
  }

  /** Ends the slot. @param all ends every trouble, as at the end of the month */
  end(all = false): void {
    for (const one of this.#lasting) one.left -= 1;
    const isOver = ({ left }: { left: number }) => all || left <= 0;
    for (const { trouble } of this.#lasting.filter(isOver)) trouble.end?.();
    this.#lasting = this.#lasting.filter((one) => !isOver(one));
  }
}

/** Only one trouble of a part lasts at a time. A daemon does not start with an invalid config or on a full disk. */
function subject(name: string): string {
  if (name.includes('service')) return 'service';
  if (/^daemon|^config|^disk/.test(name)) return 'daemon';
  return name.startsWith('Postgres') ? 'Postgres' : name;
}
