import type { Logger } from 'pino';
import { hourMs } from '../../base/time.ts';
import type { Config } from '../../config/config.ts';
import { loadWatchQueries } from '../../store/claims/queries.ts';
import { oneAtATime, type Store, type Trx } from '../../store/store.ts';
import { behindAll, payerOf, paysNow, startOfNext } from '../budget.ts';
import { checkCost } from '../costs.ts';
import { nudge, queriesOfRecord, watchedCases } from './nudgeQueries.ts';
import {
  announcedBefore,
  countOpen,
  insertNudges,
  isPending,
  itemOf,
  lastAskedAt,
  lastCheckId,
  loadNews,
  type NewNudge,
  openNudgesOf,
  readAfter,
  recordsToFollow,
  spentByNudges,
  storeAsk,
  storeStep,
} from './nudgesTable.ts';
import {
  givenUp,
  isFound,
  mayAskAt,
  nothingYet,
  type OpenNudge,
  openMatcher,
  type RecordNews,
  type Signal,
  type Step,
} from './signals.ts';

/** @returns number of new nudges @param from.isFirst true for the first reading: entries without a number may be old */
export async function takeIn(
  trx: Trx,
  from: { readonly source: string; readonly court: string; readonly isFirst?: boolean },
  signals: readonly Signal[],
  now: Date,
): Promise<number> {
  const { source, court, isFirst = false } = from;
  const match = openMatcher(await watchedCases(trx, court));
  const about = signals.flatMap((one) => {
    const signal = notAhead(one, now);
    return match(signal).map((of) => ({ of, signal, place: `${of.recordId} ${itemOf(signal)}` }));
  });
  if (about.length === 0) return 0;
  await oneAtATime(trx, 'nudges');
  const before = await announcedBefore(trx, from, [...new Set(about.map(({ of }) => of.recordId))]);
  const fresh = [...new Map(about.toReversed().map((one) => [one.place, one])).values()].toReversed();
  const nudges: NewNudge[] = [];
  for (const [{ recordId, firstSeenAt }, ofCase] of Map.groupBy(fresh, ({ of }) => of)) {
    const signalsOf = ofCase.flatMap(({ signal, place }) => (before.has(place) ? [] : [signal]));
    const isOld = ({ document, publishedAt }: Signal) =>
      document === null && (isFirst || (publishedAt !== null && publishedAt <= firstSeenAt));
    nudges.push(...(await newNudges(trx, { source, court, recordId }, signalsOf, isOld, now)));
  }
  await insertNudges(trx, nudges, now);
  return nudges.length;
}

/** Corrects a publication time in the future: the sender's clock is ahead. */
function notAhead(signal: Signal, now: Date): Signal {
  const latest = now.toISOString();
  return signal.publishedAt !== null && signal.publishedAt > latest ? { ...signal, publishedAt: latest } : signal;
}

/** One check finds everything that was announced about a case, so more open nudges would add nothing. */
const mostOpen = 100;

async function newNudges(
  trx: Trx,
  about: Pick<NewNudge, 'source' | 'court' | 'recordId'>,
  signals: readonly Signal[],
  isOld: (signal: Signal) => boolean,
  now: Date,
): Promise<NewNudge[]> {
  if (signals.length === 0) return [];
  const seenAt = now.toISOString();
  const documents = signals.flatMap(({ document }) => document ?? []);
  const news = await loadNews(trx, about.recordId, { documents, since: seenAt });
  let room = mostOpen - (await countOpen(trx, about.recordId));
  return signals.flatMap((signal) => {
    const isKnown = isFound({ document: signal.document, seenAt }, news) || isOld(signal);
    if (!isKnown) room -= 1;
    return isKnown || room >= 0 ? [{ ...about, signal, isKnown }] : [];
  });
}

interface FollowParts {
  readonly store: Store;
  readonly config: () => Pick<Config, 'budget' | 'matters' | 'nudgeLimits' | 'service' | 'watches'>;
  readonly clock: () => Date;
  readonly log: Pick<Logger, 'info'>;
}

/** Only moves due times forward, within the budgets. Scheduled checks stay. Without news, it costs two short reads. */
export function openFollower(parts: FollowParts): () => Promise<void> {
  const { store, clock } = parts;
  let seenCheck = -1;
  return async () => {
    const last = await lastCheckId(store.db);
    const records = await recordsToFollow(store.db, clock(), last !== seenCheck);
    let failed: unknown;
    for (const recordId of records) {
      const following = store.transaction(async (trx) => {
        // Locked, because the limits are sums over all rows.
        await oneAtATime(trx, 'nudges');
        await followRecord(trx, parts, recordId);
      });
      // An error with one record does not stop the others.
      await following.catch((error: unknown) => {
        failed ??= error;
      });
    }
    if (failed !== undefined) throw failed;
    seenCheck = last;
  };
}

async function followRecord(trx: Trx, parts: FollowParts, recordId: number): Promise<void> {
  const now = parts.clock();
  const open = await openNudgesOf(trx, recordId);
  const [first] = open;
  if (first === undefined) return;
  const documents = open.flatMap(({ document }) => document ?? []);
  const news = await loadNews(trx, recordId, { documents, since: first.seenAt });
  const due: OpenNudge[] = [];
  for (const one of open) {
    const step = await nextStep(trx, one, news, now);
    if (step !== undefined) await storeStep(trx, one.id, step);
    const after = { ...one, ...step };
    if (after.state === 'due' && after.askAt <= now.toISOString()) due.push(one);
  }
  if (due.length > 0) await ask(trx, parts, recordId, due, now);
}

async function nextStep(trx: Trx, one: OpenNudge, news: RecordNews, now: Date): Promise<Step | undefined> {
  if (isFound(one, news)) return { state: 'confirmed' };
  const { state, queryId, askedAt } = one;
  const isAsked = state === 'asked' && queryId !== null && askedAt !== null;
  const endedAt = isAsked ? await readAfter(trx, queryId, askedAt) : undefined;
  return endedAt === undefined ? givenUp(one, now) : nothingYet(one.steps, endedAt);
}

/** Measured for court feeds: the service shows six of ten announced entries. */
const filingsPerSignal = 0.6;

async function ask(
  trx: Trx,
  parts: FollowParts,
  recordId: number,
  due: readonly OpenNudge[],
  now: Date,
): Promise<void> {
  const { nudgeLimits } = parts.config();
  const later = async (at: Date) => {
    for (const one of due) await storeStep(trx, one.id, { state: 'due', askAt: at.toISOString() });
  };
  const spentToday = await spentByNudges(trx, now);
  const askedLast = await lastAskedAt(trx, recordId, new Date(now.getTime() + nudgeLimits.perRecord * 1000));
  for (const { id, credits: cost } of await pricedQueries(trx, parts, recordId)) {
    // In a burst, the pending check also serves these nudges and is already paid.
    const isPaid = await isPending(trx, id, nudgeLimits.settle, now);
    const credits = isPaid ? 0 : cost;
    const askAt = mayAskAt(nudgeLimits, { lastAskedAt: isPaid ? undefined : askedLast, spentToday, credits }, now);
    if (askAt > now) return later(askAt);
    if (!(await leavesTheSlots(trx, parts, id, credits, now))) return later(startOfNext('day', now));
    const settleSeconds = due.some(({ steps }) => steps === 0) ? nudgeLimits.settle : 0;
    const [first, ...others] = due as [OpenNudge, ...OpenNudge[]];
    const { source, court } = first;
    const expectedFilings = due.length * filingsPerSignal;
    const dueAt = await nudge(trx, id, { source: `${source} (${court})`, seenAt: now, expectedFilings, settleSeconds });
    if (dueAt === undefined) continue;
    // A separate check is not worth its price. The next scheduled one will find the entry.
    if (dueAt.getTime() > now.getTime() + settleSeconds * 1000) return later(dueAt);
    await storeAsk(trx, first, { queryId: id, credits }, now);
    for (const one of others) await storeAsk(trx, one, { queryId: id, credits: 0 }, now);
    parts.log.info({ source, court, query: id, credits }, 'a nudge moved a check forward');
    return;
  }
  // All watches are paused or have no baseline yet.
  await later(new Date(now.getTime() + hourMs));
}

async function pricedQueries(trx: Trx, { config }: FollowParts, recordId: number) {
  const priced = (await queriesOfRecord(trx, recordId)).map(({ query, cost }) => {
    return { id: query.id, credits: checkCost(query, cost, config().service.prices).credits };
  });
  return priced.sort((a, b) => a.credits - b.credits);
}

async function leavesTheSlots(trx: Trx, parts: FollowParts, queryId: string, credits: number, now: Date) {
  if (credits === 0) return true;
  const config = parts.config();
  const checked = (await loadWatchQueries(trx, [queryId])).filter(({ isChecked }) => isChecked);
  const watchOf = (id: string) => config.watches.find((watch) => watch.id === id);
  const payers = checked.map(({ watchId }) => payerOf(watchId, watchOf(watchId), config));
  const split = { before: new Map<string, number>(), payers, credits: 0 };
  return (await paysNow(trx, split, credits, { ...behindAll, config, now })).gaveWay.length === 0;
}
