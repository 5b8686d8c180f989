import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { messageOf, TipstaffError } from '../errors.ts';
import { DesignIndex, designRow } from './designIndex.ts';
import { DocketIndex, docketRow } from './docketIndex.ts';
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
  /** Fields to leave out. */
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
    for (const row of dockets) {
      if (this.#replaced.has(`docket ${row.key}`)) continue;
      this.dockets.put(row);
      this.#reapply('docket', row.key);
    }
    for (const row of designs) {
      if (this.#replaced.has(`design ${row.key}`)) continue;
      this.designs.put(row);
      this.#reapply('design', row.key);
    }
  }

  /** Puts a record in place whole, new or instead of the one with its key. @returns its key */
  put(hit: DocketHit | DesignHit): string {
    this.version += 1;
    const type: RecordType = isDocketHit(hit) ? 'docket' : 'design';
    const key = isDocketHit(hit) ? docketKey(hit) : designKey(hit);
    this.#replaced.add(`${type} ${key}`);
    this.#patches.delete(`${type} ${key}`);
    if (isDocketHit(hit)) this.dockets.put(docketRow(hit, () => hit));
    else this.designs.put(designRow(hit, () => hit));
    return key;
  }

  /** @returns false when there is no such record */
  patch(patch: Patch): boolean {
    if (!this.#find(patch.type, patch.key)) return false;
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
    return type === 'docket' ? this.dockets.remove(key) : this.designs.remove(key);
  }

  #find(type: RecordType, key: string): unknown {
    return type === 'docket' ? this.dockets.get(key) : this.designs.get(key);
  }

  #reapply(type: RecordType, key: string): void {
    for (const patch of this.#patches.get(`${type} ${key}`) ?? []) this.#apply(patch);
  }

  #apply(patch: Patch): void {
    if (patch.type === 'docket') {
      const row = this.dockets.get(patch.key);
      if (!row) return;
      const patched = () => patchDocket(row.hit(), patch);
      this.dockets.put(docketRow(patched(), patched));
    } else {
      const row = this.designs.get(patch.key);
      if (!row) return;
      const patched = () => patchFields(row.hit(), patch);
      this.designs.put(designRow(patched(), patched));
    }
  }
}

function patchDocket(hit: DocketHit, patch: Patch): DocketHit {
  const added = patch.addEntries ?? [];
  const patched = patchFields(hit, patch);
  if (added.length === 0) return patched;
  const entries = patched.entries ?? [];
  return {
    ...patched,
    entries: [...entries, ...added],
    entryTotal: (patched.entryTotal ?? entries.length) + added.length,
  };
}

function patchFields<Hit extends object>(hit: Hit, patch: Patch): Hit {
  const patched = { ...hit, ...patch.set };
  for (const field of patch.unset ?? []) Reflect.deleteProperty(patched, field);
  return patched;
}

/**
 * Reads records from an NDJSON file (gzip where the name ends in `.gz`), one hit a line, dockets and designs mixed as they like.
 * A line `{before, after}` is a pair: its `before` counts. Blank lines are skipped.
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
    throw new TipstaffError(
      'usage.records',
      `Cannot load records: ${line === 0 ? file : `${file}, line ${line}`}: ${messageOf(cause)}`,
      {
        cause,
      },
    );
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
