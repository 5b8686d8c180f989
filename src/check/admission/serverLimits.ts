import type { Operation } from '../../search/query.ts';
import { readSetting, writeSetting } from '../../store/settings.ts';
import type { Db } from '../../store/store.ts';

/** What the service taught us of its page sizes. */
export interface ServerLimits {
  /** The largest page that it ever granted. */
  readonly grantedSize: number;
  /** It refuses the sizes of the config: ask with its own defaults. */
  readonly sizesRefused: boolean;
}

const settingName = (operation: Operation) => `learned:${operation}`;

export async function loadServerLimits(db: Db, operation: Operation): Promise<ServerLimits> {
  const nothing: ServerLimits = { grantedSize: 0, sizesRefused: false };
  return (await readSetting<ServerLimits>(db, settingName(operation))) ?? nothing;
}

export async function noteServerLimits(db: Db, operation: Operation, now: ServerLimits): Promise<void> {
  const before = await loadServerLimits(db, operation);
  if (before.grantedSize === now.grantedSize && before.sizesRefused === now.sizesRefused) return;
  await writeSetting(db, settingName(operation), { grantedSize: now.grantedSize, sizesRefused: now.sizesRefused });
}
