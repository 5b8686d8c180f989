import { BODIES } from './bodies.ts';
import { DAMAGE } from './damage.ts';
import { ERRORS } from './errors.ts';
import type { Fault } from './fault.ts';
import { PAGING } from './paging.ts';
import { ENVELOPES, RESULTS } from './results.ts';
import { WOBBLE } from './wobble.ts';

const TABLE = { ...ERRORS, ...BODIES, ...ENVELOPES, ...RESULTS, ...PAGING, ...DAMAGE, ...WOBBLE };

export type FaultName = keyof typeof TABLE;

/** Every fault that can be asked for, by name. */
export const FAULTS: Readonly<Record<FaultName, Fault>> = TABLE;

export const FAULT_NAMES = Object.keys(TABLE) as FaultName[];

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(TABLE, name);
}
