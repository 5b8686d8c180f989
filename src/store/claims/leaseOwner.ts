import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from '../../base/errors.ts';
import type { Db } from '../store.ts';
import type { ClaimKind } from './queue.ts';

// Process numbers are used again, in a container at every start. This tells this process from earlier ones.
const incarnation = randomUUID().slice(0, 8);
let owners = 0;

/** A new name under which to take leases. It says which process on which machine holds them. */
export function newLeaseOwner(): string {
  owners += 1;
  return `${machine()}/${process.pid}/${incarnation}/${owners}`;
}

/**
 * Where a process number stands for one process: containers may share a host name, but number their processes
 * separately.
 */
function machine(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/**
 * True when the owner was a process of this machine that does not run any more; false for owners about whom we know
 * nothing.
 */
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
    return codeOf(error) !== 'ESRCH';
  }
}

/**
 * Ends the claims of owners that are dead. What a killed process was doing is then resumed at once, not only when its
 * lease expires.
 */
export async function endClaimsOf(
  db: Db,
  isDead: (kind: ClaimKind, owner: string) => boolean | Promise<boolean>,
): Promise<void> {
  const queries = db.selectFrom('queries').select('claimed_by').distinct().where('claimed_by', 'is not', null);
  for (const { claimed_by: owner } of await queries.execute()) {
    if (owner === null || !(await isDead('checks', owner))) continue;
    const ended = { claimed_by: null, lease_until: null };
    await db.updateTable('queries').set(ended).where('claimed_by', '=', owner).execute();
  }
  for (const owner of await ownersOfAlerts(db)) {
    if (!(await isDead('alerts', owner))) continue;
    // The owner stays: whoever takes the alert over counts the attempt that ended that process.
    const over = { lease_until: new Date(0).toISOString() };
    await db.updateTable('alerts').set(over).where('state', '=', 'waiting').where('claimed_by', '=', owner).execute();
  }
}

/** The processes of this machine that do not run any more, and under whose leases alerts wait. */
export async function deadOwnersOfAlerts(db: Db): Promise<readonly string[]> {
  return (await ownersOfAlerts(db)).filter(isDeadOwner);
}

async function ownersOfAlerts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('alerts')
    .select('claimed_by')
    .distinct()
    .where('state', '=', 'waiting')
    .where('claimed_by', 'is not', null)
    .execute();
  return rows.flatMap(({ claimed_by }) => claimed_by ?? []);
}
