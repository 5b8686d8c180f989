import { TipstaffError } from '../errors.ts';
import type { Accounts } from './accounts.ts';
import { type Answer, jsonAnswer } from './answer.ts';
import type { FaultOrder } from './faults/fault.ts';
import type { FaultLedger } from './faults/ledger.ts';
import { isDesignHit, isDocketHit } from './hits.ts';
import type { Patch, Records, RecordType } from './records.ts';

/** What the world of a sandbox can be told over HTTP, under `/_sandbox/`. No token is asked: it listens where its owner put it. */
export interface Controlled {
  readonly records: Records;
  readonly accounts: Accounts;
  readonly faults: FaultLedger;
  advanceDays(days: number): void;
  state(): object;
}

type Body = Readonly<Record<string, unknown>>;

/** @param path what follows `/_sandbox/` */
export function controlAnswer(method: string, path: string, text: string, controlled: Controlled): Answer {
  try {
    const [command = '', ...rest] = path.split('/').map(decodeURIComponent);
    return jsonAnswer(200, obey(method, command, rest, text === '' ? {} : JSON.parse(text), controlled));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return jsonAnswer(400, { error: message });
  }
}

function obey(method: string, command: string, rest: readonly string[], body: unknown, controlled: Controlled): object {
  switch (`${method} ${command}`) {
    case 'GET state':
      return controlled.state();
    case 'POST advance':
      controlled.advanceDays(wholeNumber(fieldsOf(body).days, 'days'));
      return controlled.state();
    case 'POST faults':
      controlled.faults.set(faultsOf(body));
      return { faults: controlled.faults.list() };
    case 'POST records':
      return putRecord(body, controlled.records);
    case 'DELETE records':
      return { removed: controlled.records.remove(typeOf(rest[0]), rest.slice(1).join('/')) };
    case 'POST credits':
      return setCredits(fieldsOf(body), controlled.accounts);
    default:
      throw complaint(
        `Unknown: ${method} /_sandbox/${command}. There are GET state and POST advance, faults, records, credits, and DELETE records/TYPE/KEY`,
      );
  }
}

function putRecord(body: unknown, records: Records): object {
  if (isDocketHit(body) || isDesignHit(body)) return { key: records.put(body) };
  const { type, key, set, unset, addEntries } = fieldsOf(body);
  if (typeof key !== 'string') throw complaint('Give a whole hit, or {type, key, set, unset, addEntries}');
  const patch = { type: typeOf(type), key, set, unset, addEntries } as Patch;
  if (!records.patch(patch)) throw complaint(`There is no ${patch.type} ${key}`);
  return { key };
}

function setCredits({ token, credits }: Body, accounts: Accounts): object {
  if (typeof token !== 'string') throw complaint('Give {token, credits}; credits null: without limit');
  accounts.setCredits(token, credits === null ? undefined : wholeNumber(credits, 'credits'));
  return { accounts: accounts.list() };
}

function faultsOf(body: unknown): (FaultOrder | string)[] {
  const faults = Array.isArray(body) ? body : fieldsOf(body).faults;
  if (!Array.isArray(faults))
    throw complaint('Give {"faults": [{"name": "http", "value": 503, "times": 2}]}; an empty list ends all');
  return faults.map((fault: unknown) => {
    if (typeof fault === 'string') return fault;
    if (typeof fault === 'object' && fault !== null && 'name' in fault) return fault as FaultOrder;
    throw complaint('A fault is a name or an object with a name');
  });
}

function fieldsOf(body: unknown): Body {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body;
  throw complaint('Give a JSON object');
}

function typeOf(value: unknown): RecordType {
  if (value === 'docket' || value === 'design') return value;
  throw complaint(`The type of a record is docket or design, not ${String(value)}`);
}

function wholeNumber(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw complaint(`${name} must be a whole number from 0, not ${String(value)}`);
}

function complaint(message: string): TipstaffError {
  return new TipstaffError('usage.sandbox', message);
}
