import type { Operation } from '../../search/query.ts';
import { readSetting, writeSetting } from '../../store/settings.ts';
import type { Db } from '../../store/store.ts';

/** What the service taught us of its page sizes. */
export interface Learned {
  /** The largest page that it ever granted. */
  readonly grantedSize: number;
  /** It refuses the sizes of the config: ask with its own defaults. */
  readonly sizesRefused: boolean;
}

const settingName = (operation: Operation) => `learned:${operation}`;

export async function loadLearned(db: Db, operation: Operation): Promise<Learned> {
  const nothing: Learned = { grantedSize: 0, sizesRefused: false };
  return (await readSetting<Learned>(db, settingName(operation))) ?? nothing;
}

export async function noteLearned(db: Db, operation: Operation, now: Learned): Promise<void> {
  const before = await loadLearned(db, operation);
  if (before.grantedSize === now.grantedSize && before.sizesRefused === now.sizesRefused) return;
  await writeSetting(db, settingName(operation), { grantedSize: now.grantedSize, sizesRefused: now.sizesRefused });
}
