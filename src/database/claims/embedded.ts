import type { Db } from '../store.ts';
import { embeddedAlerts } from './claimAlert.ts';
import { embeddedChecks } from './claims.ts';
import { endLeasesOfTheDead, newLeaseOwner } from './leaseOwner.ts';
import type { Queue } from './queue.ts';

/** The queue of a database file: a claim is a lease in the row itself, taken and ended by one conditional update. */
export function embeddedQueue(db: Db): Queue {
  const owner = newLeaseOwner();
  return {
    checks: embeddedChecks(db, owner),
    alerts: embeddedAlerts(db, owner),
    freeTheDead: () => endLeasesOfTheDead(db),
    close: async () => {},
  };
}
