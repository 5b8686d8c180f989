import { createHash } from 'node:crypto';
import type { Payload, PayloadOf } from './payloadSchema.ts';

export interface PayloadPart {
  readonly payload: Payload;
  /**
   * Identifies the content of this call, '' where that is the whole alert. It is derived from the content: another
   * division, as a later version or a lost record could cause, has other keys, so that a receiver that drops repeats
   * drops nothing else.
   */
  readonly key: string;
}

/** What goes into one call together. */
interface Item<Lists> {
  readonly key: string;
  readonly lists: Lists;
}

/** Room for the numbers in `part`, which are known only after everything is divided. */
const spareBytes = 20;
/** A change may take this much of a call; the rest is for its watches and its check. */
const itemShare = 0.55;
const takenShare = 0.03;
/** The most watches in the call of their change; further ones are sent by themselves. */
const mostTaken = 10;

/**
 * An alert in as few calls of at most so many bytes as it takes, in order. What is too large by itself is shortened,
 * and says so.
 */
export function splitPayload(payload: Payload, mostBytes: number): PayloadPart[] {
  if (jsonBytes(payload) <= mostBytes) return [{ payload, key: '' }];
  switch (payload.type) {
    case 'alert.changes':
      return divide(changesItems(payload.data, mostBytes), mostBytes, (lists) => withChanges(payload, lists));
    case 'alert.baseline':
      return divide(numbered(payload.data.announcements, mostBytes), mostBytes, (announcements) => {
        return { ...payload, data: { ...payload.data, announcements } };
      });
    case 'alert.notice':
      return divide(numbered(payload.data.notices, mostBytes), mostBytes, (notices) => {
        return { ...payload, data: { ...payload.data, notices } };
      });
    case 'alert.test':
      return [{ payload, key: '' }];
  }
}

type Divisible = Exclude<Payload, { type: 'alert.test' }>;

function divide<Lists>(
  items: readonly Item<Lists>[],
  mostBytes: number,
  payloadOf: (lists: Lists[]) => Divisible,
): PayloadPart[] {
  const groups: Item<Lists>[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    const longer = [...(last ?? []), item];
    const fits = jsonBytes(payloadOf(longer.map((one) => one.lists))) <= mostBytes - spareBytes;
    if (last === undefined || !fits) groups.push([item]);
    else last.push(item);
  }
  return groups.map((group, index) => ({
    payload: numberedPart(payloadOf(group.map((one) => one.lists)), { number: index + 1, of: groups.length }),
    key: keyOf(group),
  }));
}

function numberedPart(payload: Divisible, part: { number: number; of: number }): Payload {
  return { ...payload, data: { ...payload.data, part } } as Payload;
}

function keyOf(group: readonly Item<unknown>[]): string {
  const keys = group.map((item) => item.key).join('\n');
  return createHash('sha256').update(keys).digest('hex').slice(0, 12);
}

/** Items without an id are identified by their place: the lists of an alert that was tried do not change. */
function numbered<One extends object>(items: readonly One[], mostBytes: number): Item<One>[] {
  return items.map((item, index) => ({ key: String(index), lists: shrink(item, mostBytes * itemShare) }));
}

type ChangesData = PayloadOf<'alert.changes'>['data'];
type Unwatched = NonNullable<ChangesData['coverage']>['unwatched'];
type Paused = NonNullable<NonNullable<ChangesData['coverage']>['paused']>;
type NeverFound = NonNullable<NonNullable<ChangesData['coverage']>['neverFound']>;
type ChangesLists = Partial<Pick<ChangesData, 'changes' | 'watches' | 'checks' | 'endedMutes'>> & {
  readonly unwatched?: Unwatched;
  readonly paused?: Paused;
  readonly neverFound?: NeverFound;
};

/**
 * Each change with its watches and its check, so that every call can be understood alone; then the watches and checks
 * that no change brought.
 */
function changesItems(data: ChangesData, mostBytes: number): Item<ChangesLists>[] {
  const small = <One extends object>(one: One) => shrink(one, mostBytes * takenShare);
  const watches = new Map(data.watches.map((watch) => [watch.id, small(watch)]));
  const checks = new Map(data.checks.map((check) => [check.id, small(check)]));
  const changes = data.changes.map((change) => ({
    key: `change ${change.id}`,
    lists: {
      changes: [shrink(change, mostBytes * itemShare)],
      watches: change.watches.slice(0, mostTaken).flatMap((id) => watches.get(id) ?? []),
      checks: [checks.get(change.check) ?? []].flat(),
    },
  }));
  const taken = new Set(changes.flatMap(({ lists }) => [...lists.watches, ...lists.checks]));
  return [
    ...changes,
    ...numbered(data.endedMutes ?? [], mostBytes).map(({ key, lists }) => item(`mute ${key}`, { endedMutes: [lists] })),
    ...numbered(data.coverage?.unwatched ?? [], mostBytes).map(({ key, lists }) =>
      item(`unwatched ${key}`, { unwatched: [lists] }),
    ),
    ...numbered(data.coverage?.paused ?? [], mostBytes).map(({ key, lists }) =>
      item(`paused ${key}`, { paused: [lists] }),
    ),
    ...numbered(data.coverage?.neverFound ?? [], mostBytes).map(({ key, lists }) =>
      item(`never found ${key}`, { neverFound: [lists] }),
    ),
    ...[...watches.values()].filter((one) => !taken.has(one)).map((one) => item(`watch ${one.id}`, { watches: [one] })),
    ...[...checks.values()].filter((one) => !taken.has(one)).map((one) => item(`check ${one.id}`, { checks: [one] })),
  ];
}

function item(key: string, lists: ChangesLists): Item<ChangesLists> {
  return { key, lists };
}

function withChanges(payload: PayloadOf<'alert.changes'>, lists: readonly ChangesLists[]): PayloadOf<'alert.changes'> {
  const { coverage, endedMutes } = payload.data;
  const data = {
    ...payload.data,
    watches: [...new Set(lists.flatMap((one) => one.watches ?? []))],
    checks: [...new Set(lists.flatMap((one) => one.checks ?? []))],
    ...(coverage && { coverage: coverageWith(coverage, lists) }),
    ...(endedMutes && { endedMutes: lists.flatMap((one) => one.endedMutes ?? []) }),
    changes: lists.flatMap((one) => one.changes ?? []),
  };
  return { ...payload, data };
}

function coverageWith(
  { paused, neverFound, ...coverage }: NonNullable<ChangesData['coverage']>,
  lists: readonly ChangesLists[],
): NonNullable<ChangesData['coverage']> {
  return {
    ...coverage,
    unwatched: lists.flatMap((one) => one.unwatched ?? []),
    ...(paused && { paused: lists.flatMap((one) => one.paused ?? []) }),
    ...(neverFound && { neverFound: lists.flatMap((one) => one.neverFound ?? []) }),
  };
}

/** How much of a value is kept: bytes of each text as JSON, and items of each list. */
interface Room {
  readonly bytes: number;
  readonly items: number;
}

const leastBytes = 64;
/** Addresses are kept whole or not at all: half an address leads elsewhere. */
const leastAddressBytes = 300;

/**
 * A JSON value in at most so many bytes of UTF-8: its texts cut (`…` says so) and its lists cut to their first items,
 * equally everywhere, as little as possible, with `shortened: true` added. Unchanged where it fits.
 */
function shrink<Value extends object>(value: Value, mostBytes: number): Value {
  if (jsonBytes(value) <= mostBytes) return value;
  for (let room = { bytes: 4096, items: 64 }; ; room = { bytes: room.bytes / 2, items: Math.ceil(room.items / 2) }) {
    const less = { ...(shrunk(value, room) as Value), shortened: true };
    if (jsonBytes(less) <= mostBytes || room.bytes <= leastBytes) return less;
  }
}

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function shrunk(value: unknown, room: Room): unknown {
  if (typeof value === 'string') return isAddress(value) ? shrunkAddress(value, room) : shrunkText(value, room.bytes);
  if (Array.isArray(value)) return value.slice(0, room.items).map((item) => shrunk(item, room));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shrunk(inner, room)]));
}

function isAddress(text: string): boolean {
  return /^(https?:\/)?\/\S*$/.test(text);
}

function shrunkAddress(address: string, room: Room): string {
  return jsonBytes(address) <= Math.max(room.bytes, leastAddressBytes) ? address : '';
}

function shrunkText(text: string, bytes: number): string {
  if (text.length * 6 <= bytes || (text.length <= bytes && jsonBytes(text) <= bytes)) return text;
  let end = bytes;
  for (;;) {
    const cut = `${text.slice(0, end).toWellFormed()}…`;
    const length = jsonBytes(cut);
    if (length <= bytes || end === 0) return cut;
    end = Math.min(end - 1, Math.floor((end * bytes) / length));
  }
}
