import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
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
import { SandboxError } from './sandboxError.ts';
import type { World, WorldRows } from './world/world.ts';

export type RecordType = 'docket' | 'design';

/** A change of one record by command. It is applied again after each later change by the world. */
export interface Patch {
  readonly type: RecordType;
  readonly key: string;
  /** Fields to set. Values are kept as they are, even with wrong types. */
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  readonly unset?: readonly string[] | undefined;
  /** For dockets: entries to add at the end. `entryTotal` rises with them. */
  readonly addEntries?: readonly EntryHit[] | undefined;
}

/** All findable records: the world and the files, with all records put, patched and removed by command. */
export class Records {
  readonly dockets = new DocketIndex();
  readonly designs = new DesignIndex();
  /** Rises with every change, so that cached results can be checked. */
  version = 0;
  readonly #world: World | undefined;
  /** Records put or removed by command. The world no longer changes these. */
  readonly #replaced = new Set<string>();
  readonly #patches = new Map<string, Patch[]>();

  constructor(world?: World) {
    this.#world = world;
  }

  /** Moves the world forward. Does nothing without a world, or for an earlier day. */
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

  /** Adds or replaces a whole record. @returns its key */
  put(hit: DocketHit | DesignHit): string {
    this.version += 1;
    const [type, key] = isDocketHit(hit) ? ['docket', docketKey(hit)] : ['design', designKey(hit)];
    this.#replaced.add(`${type} ${key}`);
    this.#patches.delete(`${type} ${key}`);
    if (isDocketHit(hit)) this.dockets.put(docketRow(hit, () => hit));
    else this.designs.put(designRow(hit, () => hit));
    return key;
  }

  /** @returns false if there is no such record */
  patch(patch: Patch): boolean {
    if (!this.#indexOf(patch.type).get(patch.key)) return false;
    this.version += 1;
    const name = `${patch.type} ${patch.key}`;
    this.#patches.set(name, [...(this.#patches.get(name) ?? []), patch]);
    this.#apply(patch);
    return true;
  }

  /** @returns false if there is no such record */
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
 * Reads hits from an NDJSON file (gzip if its name ends in `.gz`), one per line, dockets and designs in any order. Of a
 * line `{before, after}`, `before` is used. Blank lines are skipped.
 * @throws SandboxError with file and line
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
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SandboxError(`Cannot load records: ${where}: ${why}`, { cause });
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
