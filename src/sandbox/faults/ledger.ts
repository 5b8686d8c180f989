import { TipstaffError } from '../../errors.ts';
import type { Operation } from '../hits.ts';
import type { Records } from '../records.ts';
import type { RequestBody } from '../request.ts';
import { BODIES, DAMAGE } from './damage.ts';
import { ERRORS } from './errors.ts';
import type { Fault, FaultOrder, Strike } from './fault.ts';
import { ENVELOPES, PAGING, RESULTS } from './results.ts';
import { WOBBLE } from './wobble.ts';

/** A fault that strikes this call. */
export interface Struck {
  readonly name: FaultName;
  readonly fault: Fault;
  readonly strike: Strike;
}

interface Standing {
  readonly order: FaultOrder;
  readonly name: FaultName;
  met: number;
  struck: number;
}

/** The call as far as scopes look at it. */
interface Scope {
  readonly operation: Operation;
  readonly request: RequestBody;
  /** From 1. */
  readonly page: number;
}

/** The faults asked for, and how often each has struck. The same orders and the same calls give the same strikes. */
export class FaultLedger {
  #standing: Standing[] = [];

  /** Takes the place of what stood before. @throws TipstaffError `usage.fault` for a name that is not in the table */
  set(orders: readonly (FaultOrder | string)[]): void {
    this.#standing = orders.map(standingOf);
  }

  /** Adds to what stands. */
  add(orders: readonly (FaultOrder | string)[]): void {
    this.#standing.push(...orders.map(standingOf));
  }

  list(): readonly (FaultOrder & { readonly met: number; readonly struck: number })[] {
    return this.#standing.map(({ order, met, struck }) => ({ ...order, met, struck }));
  }

  /** The faults that strike this call, in the order in which they were asked for. */
  strike(scope: Scope, records: Records): Struck[] {
    const struck: Struck[] = [];
    for (const standing of this.#standing) {
      if (!isInScope(standing.order, scope)) continue;
      standing.met += 1;
      const { skip = 0, times = Number.POSITIVE_INFINITY } = standing.order;
      if (standing.met <= skip || standing.struck >= times) continue;
      standing.struck += 1;
      const { operation, request } = scope;
      const strike = { order: standing.order, count: standing.struck, operation, request, records };
      struck.push({ name: standing.name, fault: FAULTS[standing.name], strike });
    }
    return struck;
  }
}

function isInScope(order: FaultOrder, { operation, request, page }: Scope): boolean {
  if (order.operation !== undefined && order.operation !== operation) return false;
  if (order.page !== undefined && order.page !== page) return false;
  return Object.entries(order.match ?? {}).every(([field, value]) => request[field] === value);
}

/** `name` or `name=value`, as on a command line. */
function standingOf(asked: FaultOrder | string): Standing {
  const order = typeof asked === 'string' ? orderOf(asked) : asked;
  if (!isFaultName(order.name)) {
    throw new TipstaffError('usage.fault', `There is no fault "${order.name}". There are: ${FAULT_NAMES.join(', ')}`);
  }
  return { order, name: order.name, met: 0, struck: 0 };
}

function orderOf(text: string): FaultOrder {
  const [name = '', value] = text.split('=');
  if (value === undefined) return { name };
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) {
    throw new TipstaffError('usage.fault', `The value of a fault is a number: ${text}. Say ${name}=5`);
  }
  return { name, value: number };
}

const TABLE = { ...ERRORS, ...BODIES, ...ENVELOPES, ...RESULTS, ...PAGING, ...DAMAGE, ...WOBBLE };

export type FaultName = keyof typeof TABLE;

/** Every fault that can be asked for, by name. */
export const FAULTS: Readonly<Record<FaultName, Fault>> = TABLE;

export const FAULT_NAMES = Object.keys(TABLE) as FaultName[];

function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(TABLE, name);
}
