import { z } from 'zod';
import type { Accounts } from './accounts.ts';
import type { CourtFeeds, FeedOptions } from './courtFeeds.ts';
import type { FaultOrder } from './faults/fault.ts';
import type { FaultLedger } from './faults/ledger.ts';
import { FEED_FAULTS, type FeedFault } from './feedText.ts';
import { type EntryHit, isDesignHit, isDocketHit } from './hits.ts';
import type { Patch, Records } from './records.ts';
import { jsonResponse, type SandboxResponse } from './response.ts';
import { SandboxError } from './sandboxError.ts';

/** Controls a sandbox over HTTP under `/_sandbox/`. It needs no token, since the owner chose where it listens. */
interface Controlled {
  readonly records: Records;
  readonly accounts: Accounts;
  readonly faults: FaultLedger;
  readonly feeds: CourtFeeds;
  advanceDays(days: number): void;
  state(): object;
}

const COMMANDS = 'GET state; POST advance, faults, feeds, records, credits; DELETE records/TYPE/KEY';

/** @param path the part after `/_sandbox/` */
export function controlResponse(method: string, path: string, text: string, controlled: Controlled): SandboxResponse {
  try {
    const [command = '', ...rest] = path.split('/').map(decodeURIComponent);
    return jsonResponse(200, obey(method, command, rest, text === '' ? {} : JSON.parse(text), controlled));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return jsonResponse(400, { error: message });
  }
}

function obey(method: string, command: string, rest: readonly string[], body: unknown, controlled: Controlled): object {
  switch (`${method} ${command}`) {
    case 'GET state':
      return controlled.state();
    case 'POST advance':
      controlled.advanceDays(checked(advanceBody, body, '{"days": 21}').days);
      return controlled.state();
    case 'POST faults':
      controlled.faults.set(
        checked(faultsBody, body, '{"faults": [{"name": "http", "value": 503, "times": 2}]}').faults,
      );
      return { faults: controlled.faults.list() };
    case 'POST feeds':
      controlled.feeds.set(checked(feedsBody, body, '{"lagMinutes": {"nysd": 40}, "faults": [{"name": "stale"}]}'));
      return { feeds: controlled.feeds.options };
    case 'POST records':
      return putRecord(body, controlled.records);
    case 'DELETE records':
      return removeRecord(rest, controlled.records);
    case 'POST credits':
      return setCredits(body, controlled.accounts);
    default:
      throw new SandboxError(`Unknown: ${method} /_sandbox/${command}. There are ${COMMANDS}`);
  }
}

function putRecord(body: unknown, records: Records): object {
  if (isDocketHit(body) || isDesignHit(body)) return { key: records.put(body) };
  const patch = checked(
    patchBody,
    body,
    'a whole hit, or {"type": "docket", "key": "1", "set": {}, "unset": [], "addEntries": []}',
  );
  if (!records.patch(patch)) throw new SandboxError(`There is no ${patch.type} ${patch.key}`);
  return { key: patch.key };
}

function removeRecord([type, ...key]: readonly string[], records: Records): object {
  const [known, name] = checked(
    recordPath,
    [type, key.join('/')],
    '/_sandbox/records/docket/KEY or /_sandbox/records/design/KEY',
  );
  return { removed: records.remove(known, name) };
}

function setCredits(body: unknown, accounts: Accounts): object {
  const { token, credits } = checked(creditsBody, body, '{"token": "sandbox", "credits": 24}; null: without limit');
  accounts.setCredits(token, credits ?? undefined);
  return { accounts: accounts.list() };
}

/** The bodies that `/_sandbox/` accepts. Unknown fields are refused, because they would silently do nothing. */

const wholeNumber = z.int().min(0);
const recordType = z.enum(['docket', 'design']);

const faultOrder: z.ZodType<FaultOrder> = z.strictObject({
  name: z.string(),
  value: z.number().optional(),
  fields: z.array(z.string()).optional(),
  operation: z.enum(['pacer', 'wipo']).optional(),
  match: z.record(z.string(), z.unknown()).optional(),
  page: wholeNumber.optional(),
  skip: wholeNumber.optional(),
  times: wholeNumber.optional(),
});

/** Accepts any object, since a sandbox must be able to serve invalid entries. */
const entries = z.array(z.custom<EntryHit>((value) => typeof value === 'object' && value !== null));

const advanceBody = z.strictObject({ days: wholeNumber });
const creditsBody = z.strictObject({ token: z.string().min(1), credits: wholeNumber.nullable() });
const faultsBody = z.strictObject({ faults: z.array(z.union([z.string(), faultOrder])) });
const feedsBody: z.ZodType<FeedOptions> = z.strictObject({
  lookbackHours: z.number().positive().optional(),
  most: wholeNumber.optional(),
  types: z.array(z.string()).optional(),
  lagMinutes: z.union([z.number().min(0), z.record(z.string(), z.number().min(0))]).optional(),
  faults: z
    .array(
      z.strictObject({
        name: z.enum(Object.keys(FEED_FAULTS) as [FeedFault, ...FeedFault[]]),
        court: z.string().optional(),
      }),
    )
    .optional(),
});
const patchBody: z.ZodType<Patch> = z.strictObject({
  type: recordType,
  key: z.string(),
  set: z.record(z.string(), z.unknown()).optional(),
  unset: z.array(z.string()).optional(),
  addEntries: entries.optional(),
});
const recordPath = z.tuple([recordType, z.string()]);

/** @throws SandboxError with every mistake and an example */
function checked<Value>(schema: z.ZodType<Value>, value: unknown, example: string): Value {
  const outcome = schema.safeParse(value);
  if (outcome.success) return outcome.data;
  throw new SandboxError(`${z.prettifyError(outcome.error)}\nGive ${example}`);
}
