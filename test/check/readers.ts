import { news, together } from './caseNews.ts';
import type { WatchId } from './happening.ts';
import type { DocketHit } from './service.ts';

/** A line to report to one watch. */
export interface Reported {
  readonly watch: WatchId;
  readonly line: string;
}

/** A case as one watch holds it. */
interface Held {
  /** How many complete checks in a row lacked the case. */
  missed: number;
  /** The hour in which the case was reported as gone. */
  goneAt?: number;
}

/** A reported line about a case, its hour, and the watches that were notified of it. */
interface Heard {
  readonly line: string;
  readonly hour: number;
  readonly by: Set<WatchId>;
}

/** A watch that finds a new case so soon after another shares that report. No watch is notified of the case twice. */
const sharedForHours = 24;

/**
 * What the watches together know of the world, from a comparison of truths, not of responses. Each check compares what
 * it saw with what any watch saw last, and every watch that holds the case reports the difference.
 */
export class Readers {
  readonly #goneAfterChecks: number;
  readonly #held: ReadonlyMap<WatchId, Map<number, Held>>;
  readonly #begun = new Set<WatchId>();
  readonly #known = new Map<number, DocketHit>();
  readonly #changes = new Map<number, Heard[]>();
  readonly #arrivals = new Map<number, Heard>();

  constructor(watches: readonly WatchId[], goneAfterChecks: number) {
    this.#goneAfterChecks = goneAfterChecks;
    this.#held = new Map(watches.map((watch) => [watch, new Map()]));
  }

  /** Returns whether a watch was never checked, or not since it left. */
  isNew(watch: WatchId): boolean {
    return !this.#begun.has(watch);
  }

  /** Drops a watch. Should the watch return, it begins with a new baseline. */
  leave(watch: WatchId): void {
    this.#begun.delete(watch);
    this.#held.get(watch)?.clear();
  }

  /**
   * Returns what a check of a watch with these cases reports, each line once. Only a complete check proves absences.
   * The first check of a watch reports nothing.
   */
  report(
    watch: WatchId,
    { seen, complete }: { seen: readonly DocketHit[]; complete: boolean },
    hour: number,
  ): Reported[] {
    const own = this.#held.get(watch) ?? new Map<number, Held>();
    const isFirst = this.isNew(watch);
    this.#begun.add(watch);
    const reported = seen.flatMap((hit) => {
      const held = own.get(hit.docketId);
      const changed = this.#changed(watch, hit, hour);
      const came = held === undefined ? this.#arrived(watch, hit, hour, isFirst) : this.#returned(watch, hit, held);
      own.set(hit.docketId, { missed: 0 });
      return [...changed, ...came.map((line) => ({ watch, line }))];
    });
    return complete ? [...reported, ...this.#missed(own, seen, hour).map((line) => ({ watch, line }))] : reported;
  }

  /** Returns what changed since any watch saw the case, for all that hold it, or to which it comes back. */
  #changed(watch: WatchId, hit: DocketHit, hour: number): Reported[] {
    const before = this.#known.get(hit.docketId);
    this.#known.set(hit.docketId, before === undefined ? hit : together(before, hit));
    if (before === undefined) return [];
    const hearing = [...this.#held].flatMap(([name, cases]) => {
      const held = cases.get(hit.docketId);
      return held !== undefined && (held.goneAt === undefined || name === watch) ? [name] : [];
    });
    const lines = hearing.length > 0 ? news(before, hit) : [];
    const changes = lines.map((line) => ({ line, hour, by: new Set(hearing) }));
    this.#changes.set(hit.docketId, [...(this.#changes.get(hit.docketId) ?? []), ...changes]);
    return lines.flatMap((line) => hearing.map((name) => ({ watch: name, line })));
  }

  /** Returns the line of a case that is new to a watch, unless the watch reported it lately, before it was dropped. */
  #arrived(watch: WatchId, hit: DocketHit, hour: number, isFirst: boolean): string[] {
    if (isFirst) return [];
    const line = `docket.new ${hit.docketNumber}`;
    const lately = this.#arrivals.get(hit.docketId);
    const isShared = lately !== undefined && hour - lately.hour <= sharedForHours;
    const arrival = isShared ? lately : { line, hour, by: new Set<WatchId>() };
    this.#arrivals.set(hit.docketId, arrival);
    if (arrival.by.has(watch)) return [];
    arrival.by.add(watch);
    return [line];
  }

  /** Returns the line of a case that is back, with all that other watches reported of it meanwhile. */
  #returned(watch: WatchId, hit: DocketHit, { goneAt }: Held): string[] {
    if (goneAt === undefined) return [];
    const all = this.#changes.get(hit.docketId) ?? [];
    const missed = all.filter(({ hour, by }) => hour >= goneAt && !by.has(watch));
    for (const { by } of missed) by.add(watch);
    return [`docket.back ${hit.docketNumber}`, ...missed.map(({ line }) => line)];
  }

  #missed(own: ReadonlyMap<number, Held>, shown: readonly DocketHit[], hour: number): string[] {
    const ids = new Set(shown.map((hit) => hit.docketId));
    return [...own].flatMap(([id, held]) => {
      if (ids.has(id)) return [];
      held.missed += 1;
      if (held.missed !== this.#goneAfterChecks) return [];
      held.goneAt = hour;
      return [`docket.gone ${this.#known.get(id)?.docketNumber}`];
    });
  }
}
