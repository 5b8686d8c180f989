import { setImmediate } from 'node:timers/promises';
import { channelsThatSaid } from '../../alerts/outbox/addToAlertQueries.ts';
import { mostAlike } from '../../alerts/outbox/watchFacts.ts';
import { daysAgo } from '../../base/time.ts';
import type { Config, WatchConfig } from '../../config/config.ts';
import type { Design } from '../../records/design.ts';
import type { ChangeDraft } from '../../records/diff/change.ts';
import { briefOf } from '../../records/record.ts';
import { listChanges } from '../../store/snapshot/changesTable.ts';
import type { Compared, Find, KnownFind } from '../../store/snapshot/findsTable.ts';
import {
  countBefore,
  type DueFind,
  findsToCompareAgain,
  loadFinds,
  newFinds,
  reviewsOf,
  saveFind,
} from '../../store/snapshot/findsTable.ts';
import { loadRecords } from '../../store/snapshot/recordsTable.ts';
import { insertChanges, listChangesFound } from '../../store/snapshot/storeChangesTable.ts';
import { oneAtATime, type Store, type Trx } from '../../store/store.ts';
import { writeAlerts } from '../audience/recipients.ts';
import { loadLooksOf, loadOwnLooks, looksOf, pathsOf, type StoredLooks } from './looksTable.ts';
import { ownSeen } from './ownDesigns.ts';
import { compareLooks, type OwnLooks } from './pictures/likeness.ts';

/** Older finds are not compared. A publication may be deferred for 30 months. */
const findsDays = 3 * 365;
export const comparedDays = 30;
const waitingAgainMs = 60_000;

/** Compares due finds, as docs/looks.md describes. @param more designs to compare in any case @returns how many */
export async function compareFinds(
  { store, config }: { readonly store: Store; readonly config: Config },
  watch: WatchConfig,
  now: Date,
  more: readonly DueFind[] = [],
): Promise<number> {
  const { db } = store;
  const own = await loadOwnLooks(db, watch.id);
  const seen = { at: now.toISOString(), own: ownSeen(own) };
  const waitingUntil = new Date(now.getTime() - waitingAgainMs).toISOString();
  const again = { ownSeen: seen.own, since: daysAgo(now, comparedDays), waitingUntil };
  const due = [
    ...(await newFinds(db, watch.id, daysAgo(now, findsDays))),
    ...(await findsToCompareAgain(db, watch.id, again)),
    ...more,
  ];
  if (due.length === 0) return 0;
  const records = await loadRecords(db, due.map(idOf));
  const designs = due.flatMap((one) => {
    const design = records.get(one.recordId)?.record;
    return design?.type === 'design' ? [{ ...one, design }] : [];
  });
  const paths = designs.flatMap(({ design }) => pathsOf(design));
  const looks = await loadLooksOf(db, paths);
  const compared: ComparedFind[] = [];
  for (const one of designs) {
    compared.push({ ...one, ...compareWithOwn(one.design, own, looks, watch.similarTo?.classes) });
    // With thousands of own designs, each comparison takes 0.3 s. Pages and checks get their turn in between.
    await setImmediate();
  }
  await store.transaction(async (trx) => {
    await oneAtATime(trx, 'designs compared');
    await storeAndTell(trx, config, { watch, compared, seen, now });
  });
  await listChangesFound(store, now);
  return compared.length;
}

const idOf = ({ recordId }: DueFind) => recordId;

type ComparedFind = DueFind & Compared & Readonly<{ design: Design }>;

interface Comparison {
  readonly watch: WatchConfig;
  readonly compared: readonly ComparedFind[];
  readonly seen: { readonly at: string; readonly own: string };
  readonly now: Date;
}

async function storeAndTell(trx: Trx, config: Config, { watch, compared, seen, now }: Comparison): Promise<void> {
  const before = await loadFinds(trx, watch.id, compared.map(idOf));
  const found: LateFind[] = [];
  for (const one of compared) {
    const known = before.get(one.recordId);
    // The earlier result stays while pictures are missing or wait to be examined again.
    const isKept = one.find === undefined && one.waiting > 0 && known?.find !== undefined;
    const { find, whyNot } = isKept ? { ...known, whyNot: null } : one;
    const channels = [...(await channelsThatSaid(trx, one.changeId, watch.id))];
    const said = known?.said === undefined && channels.length > 0 ? (known?.find ?? null) : known?.said;
    const comparedAt = find === undefined ? null : (known?.comparedAt ?? seen.at);
    await saveFind(trx, { ...one, find, whyNot, said, watchId: watch.id, comparedAt }, seen);
    const isSame = known?.find?.own === find?.own && (known?.find?.likeness ?? 0) >= (find?.likeness ?? 0);
    if (find !== undefined && said !== undefined && !isSame)
      found.push({ ...one, find, said, known: known?.find, channels });
  }
  const late: LateFind[] = [];
  for (const one of found) if (await isTold(trx, watch, one, now)) late.push(one);
  await tell(trx, config, watch, late, now);
}

interface LateFind extends DueFind {
  readonly design: Design;
  readonly find: Find;
  readonly said: KnownFind | null;
  readonly known: Find | undefined;
  readonly channels: readonly string[];
}

const leastRise = 0.1;

/** True for a find that is new, or like another own design than before, or much more alike. */
async function isTold(trx: Trx, { id, similarTo }: WatchConfig, { recordId, find, said }: LateFind, now: Date) {
  const place = 1 + (await countBefore(trx, id, find.rank, daysAgo(now, comparedDays)));
  const reviewed = (await reviewsOf(trx, id, [recordId])).map(({ own }) => own);
  const toldBefore = (await listChanges(trx, { recordId, kind: 'design.alike', watch: id, limit: 100 })).map(
    ({ fields }) => String(fields.find(({ field }) => field === 'own')?.after ?? ''),
  );
  if (place > (similarTo?.top ?? mostAlike) || [...reviewed, ...toldBefore].includes(find.own)) return false;
  return said?.own !== find.own || find.likeness >= said.likeness + leastRise;
}

async function tell(trx: Trx, config: Config, watch: WatchConfig, late: readonly LateFind[], now: Date): Promise<void> {
  const detectedAt = now.toISOString();
  for (const [channels, some] of Map.groupBy(late, (one) => one.channels.join(' '))) {
    const changes = [];
    for (const one of some) {
      const [found] = await listChanges(trx, { ids: [one.changeId], limit: 1 });
      if (found === undefined) continue;
      const { recordId } = one;
      const draft = draftOf(one);
      const stored = { ...draft, checkId: found.checkId, recordId, detectedAt, watchIds: [watch.id] };
      const [changeId = 0] = await insertChanges(trx, [stored]);
      changes.push({ changeId, recordId, record: briefOf(one.design), draft, watchIds: [watch.id], shared: false });
    }
    const told = { ...watch, notify: watch.notify.filter((name) => channels.split(' ').includes(name)) };
    await writeAlerts(trx, config, new Map([[watch.id, told]]), changes, now);
  }
}

function draftOf({ find, known }: LateFind): ChangeDraft {
  const fields = [
    { field: 'own', before: known?.own ?? null, after: find.own },
    { field: 'likeness', before: known?.likeness ?? null, after: find.likeness },
  ];
  return { kind: 'design.alike', fields, rule: known === undefined ? 'looks.late' : 'looks.again' };
}

const bonus = { subclass: 0.05, mainClass: 0.02 };

export function compareWithOwn(
  design: Design,
  own: readonly OwnLooks[],
  looks: ReadonlyMap<string, StoredLooks>,
  classes: readonly string[] = [],
): Compared {
  const paths = pathsOf(design);
  const waiting = paths.filter((path) => !looks.has(path)).length;
  const seen = looksOf(design, looks);
  const finds = own.flatMap((each) => compareLooks(each, seen) ?? []);
  const [best] = finds.sort((a, b) => b.likeness - a.likeness || (a.own < b.own ? -1 : 1));
  if (best !== undefined) {
    const { key: _, ...find } = best;
    return { find: { ...find, rank: find.likeness + bonusOf(design, classes) }, whyNot: null, waiting };
  }
  return { find: undefined, whyNot: whyNot(paths, own, looks, waiting), waiting };
}

function whyNot(
  paths: readonly string[],
  own: readonly OwnLooks[],
  looks: ReadonlyMap<string, StoredLooks>,
  waiting: number,
): string {
  if (paths.length === 0) return hidden;
  if (own.length === 0) return 'No design of yours has a picture yet that can be compared.';
  if (waiting === paths.length) return 'Its pictures have not been read yet.';
  if (waiting > 0) return 'Not all of its pictures have been read yet.';
  return paths.map((path) => looks.get(path)?.reason).find(Boolean) ?? 'Its pictures show nothing.';
}

const hidden = 'No picture yet: the register has published none.';

function bonusOf({ locarno = [] }: Design, classes: readonly string[]): number {
  if (locarno.some((code) => classes.includes(code))) return bonus.subclass;
  const main = new Set(classes.map((code) => code.slice(0, 2)));
  return locarno.some((code) => main.has(code.slice(0, 2))) ? bonus.mainClass : 0;
}
