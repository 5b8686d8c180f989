import { news, together } from './caseNews.ts';
import type { WatchId } from './happening.ts';
import type { DocketHit } from './service.ts';

/** What one watch is to be told, in a line. */
export interface Told {
  readonly watch: WatchId;
  readonly line: string;
}

/** A case as one watch holds it. */
interface Held {
  /** Complete checks in a row that did not show it. */
  missed: number;
  /** The hour in which it was told as gone. */
  goneAt?: number;
}

/** Something told of a case, when, and who has heard of it. */
interface Heard {
  readonly line: string;
  readonly hour: number;
  readonly by: Set<WatchId>;
}

/** Who comes upon a new case so soon after another shares what was told of it then; nobody is told that twice. */
const sharedForHours = 24;

/**
 * What the watches know of the world together, told by comparing truths, not answers: each check compares what it was shown
 * with what any of them saw last, and every watch that holds the case hears of the difference.
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

  /** Whether a watch was never checked, or not since it left. */
  isNew(watch: WatchId): boolean {
    return !this.#begun.has(watch);
  }

  /** A watch is given up: should it return, it begins anew. */
  leave(watch: WatchId): void {
    this.#begun.delete(watch);
    this.#held.get(watch)?.clear();
  }

  /**
   * What is to be told after a check of a watch that showed these cases, each once. Only a complete one proves absences. Of its
   * first one a watch hears nothing.
   */
  tell(watch: WatchId, { seen, complete }: { seen: readonly DocketHit[]; complete: boolean }, hour: number): Told[] {
    const own = this.#held.get(watch) ?? new Map<number, Held>();
    const isFirst = this.isNew(watch);
    this.#begun.add(watch);
    const told = seen.flatMap((hit) => {
      const held = own.get(hit.docketId);
      const changed = this.#changed(watch, hit, hour);
      const came = held === undefined ? this.#arrived(watch, hit, hour, isFirst) : this.#returned(watch, hit, held);
      own.set(hit.docketId, { missed: 0 });
      return [...changed, ...came.map((line) => ({ watch, line }))];
    });
    return complete ? [...told, ...this.#missed(own, seen, hour).map((line) => ({ watch, line }))] : told;
  }

  /** What moved since anybody saw the case, to all who hold it; whoever it comes back to holds it again. */
  #changed(watch: WatchId, hit: DocketHit, hour: number): Told[] {
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

  /** New to a watch: told, unless it heard of it lately, before it was given up. */
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

  /** Back after it was gone, with all that others heard of it meanwhile. */
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
