import type { CheckParts } from '../../check/parts.ts';
import type { Role } from '../../database/processes.ts';
import type { FollowedWatches } from '../followWatches.ts';
import type { Program } from '../program.ts';
import type { Service } from '../service.ts';

/** What the parts of a daemon are started with. */
export interface DaemonParts {
  readonly program: Program;
  readonly service: Service;
  readonly inForce: FollowedWatches;
  readonly roles: readonly Role[];
}

/** For a check that begins now, with the watches in force now, which stay the same to its end. */
export function checkPartsNow({ program, service, inForce }: DaemonParts): CheckParts {
  const { config, watches } = inForce.now;
  const { client, services, fetchPicture } = service;
  return { ...program, config, watches, client, services, fetchPicture };
}
