import { dayMs } from '../../base/time.ts';
import type { Query } from '../../service/query.ts';
import { type Db, readSetting, writeSetting } from '../../store/store.ts';

export interface ServerLimits {
  /** The largest page that it ever granted. */
  readonly grantedSize: number;
  /** It refuses the page sizes of the config: its own default sizes are requested. */
  readonly sizesRefused: boolean;
}

interface StoredLimits {
  readonly grantedSize: number;
  /** Since when it refuses our sizes, ISO time; absent while it accepts them. */
  readonly refusedAt?: string | undefined;
}

/**
 * How long a refusal is believed. It may have been a passing fault, and small pages cost several times as much, so our
 * sizes are tried again after a day.
 */
const believedMs = dayMs;

type OfOperation = Pick<Query, 'operation'>;

const settingName = ({ operation }: OfOperation) => `learned:${operation}`;

export async function loadServerLimits(db: Db, query: OfOperation, now: Date): Promise<ServerLimits> {
  return believed(await load(db, query), now);
}

function believed({ grantedSize, refusedAt }: StoredLimits, now: Date): ServerLimits {
  const refusedForMs = refusedAt === undefined ? believedMs : now.getTime() - Date.parse(refusedAt);
  return { grantedSize, sizesRefused: refusedForMs >= 0 && refusedForMs < believedMs };
}

export async function noteServerLimits(
  db: Db,
  query: OfOperation,
  { grantedSize, sizesRefused }: ServerLimits,
  now: Date,
): Promise<void> {
  const before = await load(db, query);
  const wasRefused = believed(before, now).sizesRefused;
  if (before.grantedSize === grantedSize && wasRefused === sizesRefused) return;
  const refusedAt = wasRefused && sizesRefused ? before.refusedAt : now.toISOString();
  const limits: StoredLimits = { grantedSize, ...(sizesRefused && { refusedAt }) };
  await writeSetting(db, settingName(query), limits);
}

async function load(db: Db, query: OfOperation): Promise<StoredLimits> {
  return (await readSetting<StoredLimits>(db, settingName(query))) ?? { grantedSize: 0 };
}
