import { daysAgo } from '../../base/time.ts';
import { counted, withCommas } from '../../base/words/sentence.ts';
import type { Config } from '../../config/config.ts';
import { pathsOf } from '../../looks/looksTable.ts';
import { listFinds } from '../../store/snapshot/findsTable.ts';
import { loadRecords } from '../../store/snapshot/recordsTable.ts';
import type { Db } from '../../store/store.ts';

const days = 30;
const designsAtMost = 10_000;
/** Pictures that are only examined take at most this part of the pace of the key. */
export const partOfPace = 1 / 4;

export interface PicturesAhead {
  readonly designs: number;
  readonly pictures: number;
  readonly hours: number; // How long fetching them takes at a quarter of the pace; they cost no credits.
  readonly credits: 0;
}

export async function picturesAhead(
  db: Db,
  { watches, service }: Pick<Config, 'watches' | 'service'>,
  now: Date,
): Promise<PicturesAhead | undefined> {
  const comparing = watches.filter(({ similarTo }) => similarTo !== undefined);
  if (comparing.length === 0) return undefined;
  const since = daysAgo(now, days);
  const ids = new Set<number>();
  for (const { id } of comparing) {
    const finds = await listFinds(db, id, { since, order: 'newest', limit: designsAtMost });
    for (const { recordId } of finds) ids.add(recordId);
  }
  const records = [...(await loadRecords(db, [...ids])).values()].map(({ record }) => record);
  const pictures = records.reduce((sum, record) => sum + (record.type === 'design' ? pathsOf(record).length : 0), 0);
  const hours = pictures / (service.requestsPerSecond * partOfPace) / 3600;
  return { designs: ids.size, pictures, hours: Math.round(hours * 100) / 100, credits: 0 };
}

/** `Pictures to compare: 4,000 a month, of 1,000 new designs; 2.2 hours at a quarter of the pace, no credits` */
export function picturesWords({ designs, pictures, hours }: PicturesAhead): string {
  const long = hours < 1 ? counted(Math.ceil(hours * 60), 'minute') : `${hours.toFixed(1)} hours`;
  return (
    `Pictures to compare: ${withCommas(pictures)} a month, of ${counted(designs, 'new design')}; ${long} at a ` +
    'quarter of the pace, no credits'
  );
}
