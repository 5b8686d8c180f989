import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { messageOf, TipstaffError } from '../src/base/errors.ts';
import { DesignIndex, designRow } from './designSearch.ts';
import { DocketIndex, docketRow } from './docketSearch.ts';
import {
  type DesignHit,
  type DocketHit,
  designKey,
  docketKey,
  type EntryHit,
  isDesignHit,
  isDocketHit,
} from './hits.ts';
import type { World, WorldRows } from './world/world.ts';

export type RecordType = 'docket' | 'design';

/** A change made to one record by command; it stays on top of what the world makes of it later. */
export interface Patch {
  readonly type: RecordType;
  readonly key: string;
  /** Fields to put in place; their values are kept as they are, wrong types included. */
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  readonly unset?: readonly string[] | undefined;
  /** Dockets: entries to add at the end; `entryTotal` rises with them. */
  readonly addEntries?: readonly EntryHit[] | undefined;
}

/** All that can be found: the world and the files, with what was put, patched and removed by command on top. */
export class Records {
  readonly dockets = new DocketIndex();
  readonly designs = new DesignIndex();
  /** Rises with every change: what was found at another version may not hold any more. */
  version = 0;
  readonly #world: World | undefined;
  /** Put or removed by command: the world no longer changes them. */
  readonly #replaced = new Set<string>();
  readonly #patches = new Map<string, Patch[]>();

  constructor(world?: World) {
    this.#world = world;
  }

  /** Moves the world on; without one, or back, nothing happens. */
  moveTo(day: number): void {
    if (this.#world && day > this.#world.day) this.#admit(this.#world.moveTo(day));
  }

  #admit({ dockets, designs }: WorldRows): void {
    this.version += 1;
    for (const row of dockets) if (!this.#replaced.has(`docket ${row.key}`)) this.dockets.put(row);
    for (const row of designs) if (!this.#replaced.has(`design ${row.key}`)) this.designs.put(row);
    for (const row of dockets) this.#reapply(`docket ${row.key}`);
    for (const row of designs) this.#reapply(`design ${row.key}`);
  }

  /** Puts a record in place whole, new or instead of the one with its key. @returns its key */
  put(hit: DocketHit | DesignHit): string {
    this.version += 1;
    const [type, key] = isDocketHit(hit) ? ['docket', docketKey(hit)] : ['design', designKey(hit)];
    this.#replaced.add(`${type} ${key}`);
    this.#patches.delete(`${type} ${key}`);
    if (isDocketHit(hit)) this.dockets.put(docketRow(hit, () => hit));
    else this.designs.put(designRow(hit, () => hit));
    return key;
  }

  /** @returns false when there is no such record */
  patch(patch: Patch): boolean {
    if (!this.#indexOf(patch.type).get(patch.key)) return false;
    this.version += 1;
    const name = `${patch.type} ${patch.key}`;
    this.#patches.set(name, [...(this.#patches.get(name) ?? []), patch]);
    this.#apply(patch);
    return true;
  }

  /** @returns false when there is no such record */
  remove(type: RecordType, key: string): boolean {
    this.version += 1;
    this.#replaced.add(`${type} ${key}`);
    return this.#indexOf(type).remove(key);
  }

  #indexOf(type: RecordType): DocketIndex | DesignIndex {
    return type === 'docket' ? this.dockets : this.designs;
  }

  #reapply(name: string): void {
    for (const patch of this.#replaced.has(name) ? [] : (this.#patches.get(name) ?? [])) this.#apply(patch);
  }

  #apply(patch: Patch): void {
    const docket = patch.type === 'docket' && this.dockets.get(patch.key);
    const design = patch.type === 'design' && this.designs.get(patch.key);
    const patchedDocket = docket && (() => patchDocket(docket.hit(), patch));
    const patchedDesign = design && (() => patchFields(design.hit(), patch));
    if (patchedDocket) this.dockets.put(docketRow(patchedDocket(), patchedDocket));
    if (patchedDesign) this.designs.put(designRow(patchedDesign(), patchedDesign));
  }
}

function patchDocket(hit: DocketHit, patch: Patch): DocketHit {
  const added = patch.addEntries ?? [];
  const patched = patchFields(hit, patch);
  if (added.length === 0) return patched;
  const { entries = [], entryTotal = entries.length } = patched;
  return { ...patched, entries: [...entries, ...added], entryTotal: entryTotal + added.length };
}

function patchFields<Hit extends object>(hit: Hit, patch: Patch): Hit {
  const patched = { ...hit, ...patch.set };
  for (const field of patch.unset ?? []) Reflect.deleteProperty(patched, field);
  return patched;
}

/**
 * Reads records from an NDJSON file (gzip where the name ends in `.gz`), one hit a line, dockets and designs mixed as
 * they like. A line `{before, after}` is a pair: its `before` counts. Blank lines are skipped.
 * @throws TipstaffError `usage.records` naming file and line
 */
export async function* loadRecords(file: string): AsyncGenerator<DocketHit | DesignHit> {
  let line = 0;
  try {
    for await (const text of linesOf(file)) {
      line += 1;
      if (text.trim() !== '') yield recordOf(text);
    }
  } catch (cause) {
    const where = line === 0 ? file : `${file}, line ${line}`;
    throw new TipstaffError('usage.records', `Cannot load records: ${where}: ${messageOf(cause)}`, { cause });
  }
}

function linesOf(file: string): AsyncIterable<string> {
  const bytes = createReadStream(file);
  if (!file.endsWith('.gz')) return createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY });
  const plain = createGunzip();
  bytes.on('error', (error) => plain.destroy(error));
  return createInterface({ input: bytes.pipe(plain), crlfDelay: Number.POSITIVE_INFINITY });
}

function recordOf(text: string): DocketHit | DesignHit {
  const value: unknown = JSON.parse(text);
  const hit = typeof value === 'object' && value !== null && 'before' in value ? value.before : value;
  if (isDocketHit(hit) || isDesignHit(hit)) return hit;
  throw new Error('neither a docket hit (docketId) nor a design hit (SOURCE with ID or IRN)');
}
