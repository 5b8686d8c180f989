import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Db } from '../store.ts';

// A process number comes round again, in a container at every start: this distinguishes this process from those before it.
const incarnation = randomUUID().slice(0, 8);
let owners = 0;

/** A new name to take leases under: it says which process of which machine holds them. */
export function newLeaseOwner(): string {
  owners += 1;
  return `${machine()}/${process.pid}/${incarnation}/${owners}`;
}

/** Where a process number means one process: containers may share a host's name, but count their processes apart. */
function machine(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** True when the owner was a process of this machine that runs no more; false for whoever we know nothing of. */
export function isDeadOwner(owner: string): boolean {
  const [itsMachine, pid, itsIncarnation] = owner.split('/');
  if (itsMachine !== machine() || pid === undefined || itsIncarnation === undefined) return false;
  return Number(pid) === process.pid ? itsIncarnation !== incarnation : !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/**
 * Ends the leases of processes of this machine that run no more: what a killed one was doing is resumed at once, not only when its
 * lease runs out.
 */
export async function endLeasesOfTheDead(db: Db): Promise<void> {
  const ended = { lease_owner: null, lease_until: null };
  const queries = await db
    .selectFrom('queries')
    .select('lease_owner')
    .distinct()
    .where('lease_owner', 'is not', null)
    .execute();
  for (const owner of deadAmong(queries)) {
    await db.updateTable('queries').set(ended).where('lease_owner', '=', owner).execute();
  }
  const alerts = await db
    .selectFrom('alerts')
    .select('lease_owner')
    .distinct()
    .where('state', '=', 'waiting')
    .where('lease_owner', 'is not', null)
    .execute();
  for (const owner of deadAmong(alerts)) {
    // The owner stays: who takes the alert over counts the attempt that ended its process.
    const over = { lease_until: new Date(0).toISOString() };
    await db.updateTable('alerts').set(over).where('state', '=', 'waiting').where('lease_owner', '=', owner).execute();
  }
}

function deadAmong(rows: readonly { lease_owner: string | null }[]): string[] {
  return rows.flatMap(({ lease_owner: owner }) => (owner !== null && isDeadOwner(owner) ? [owner] : []));
}
