import { type DesignRow, designRow } from '../designSearch.ts';
import { type DocketRow, docketRow } from '../docketSearch.ts';
import { castDesigns } from './castDesigns.ts';
import { castDockets, castEntries } from './castDockets.ts';
import { crowdDesign, crowdDocket, crowdEntries } from './crowd.ts';
import { type Day, EPOCH, type Times } from './day.ts';
import { type DesignStory, designHitOn, designTimes } from './designView.ts';
import { type DocketStory, docketHeaderOn, docketHitOn, docketTimes, type EntryStory } from './docketView.ts';

const YEARS_BEFORE = 8;
const SPAN = YEARS_BEFORE * 365;

/** Number of records on a day, and when each came. Depends only on size and day, not on how the day was reached. */
export class Population {
  readonly #size: number;
  readonly #daily: number;

  /** @param size records on the day before EPOCH; each later year adds an eighth of it, at least one record a day */
  constructor(size: number) {
    this.#size = size;
    this.#daily = size === 0 ? 0 : Math.max(1, Math.round(size / SPAN));
  }

  /** Returns the day on which record number `place` (from 0) came. */
  bornOn(place: number): Day {
    if (place < this.#size) return EPOCH - SPAN + Math.floor((place * SPAN) / this.#size);
    return EPOCH + Math.floor((place - this.#size) / this.#daily);
  }

  countOn(day: Day): number {
    if (day >= EPOCH) return this.#size + (day - EPOCH + 1) * this.#daily;
    return Math.max(0, Math.min(this.#size, Math.ceil(((day - EPOCH + SPAN + 1) * this.#size) / SPAN)));
  }
}

/** Records that became findable, or whose searchable fields changed, since an earlier day. */
export interface WorldRows {
  readonly dockets: DocketRow[];
  readonly designs: DesignRow[];
}

interface Life<Row> extends Times {
  row(day: Day): Row;
}

/**
 * An invented world of cases and registrations. Its content depends only on seed, size and day, so that every process
 * sees the same. Days never go back.
 */
export class World {
  readonly #seed: string;
  readonly #crowd: Population;
  readonly #dockets: Life<DocketRow>[] = [];
  readonly #designs: Life<DesignRow>[] = [];
  /** The cast that was already admitted. The crowd is only counted. */
  readonly #known = new Set<string>();
  #crowdSeen = 0;
  #day: Day = Number.NEGATIVE_INFINITY;

  /** @param size about this many dockets and designs besides the cast of the default watches; 0: only the cast */
  constructor(seed: string, size: number) {
    this.#seed = seed;
    this.#crowd = new Population(size);
  }

  get day(): Day {
    return this.#day;
  }

  /** Moves to a day, and returns records that came or changed a searchable field since the former day. */
  moveTo(day: Day): WorldRows {
    const before = this.#day;
    this.#admit(day);
    this.#day = day;
    return { dockets: turned(this.#dockets, before, day), designs: turned(this.#designs, before, day) };
  }

  #admit(day: Day): void {
    for (const story of castDockets(day)) {
      if (!this.#isNew(`docket ${story.docketId}`)) continue;
      this.#admitDocket(
        () => story,
        () => castEntries(story, this.#day),
      );
    }
    for (const story of castDesigns(day)) if (this.#isNew(story.id)) this.#admitDesign(() => story);
    this.#admitCrowd(day);
  }

  #admitCrowd(day: Day): void {
    for (const end = this.#crowd.countOn(day); this.#crowdSeen < end; this.#crowdSeen += 1) {
      const place = this.#crowdSeen;
      const born = this.#crowd.bornOn(place);
      this.#admitDocket(
        () => crowdDocket(this.#seed, place, born),
        (story) => crowdEntries(this.#seed, story),
      );
      this.#admitDesign(() => crowdDesign(this.#seed, place, born));
    }
  }

  /** @param makeStory called whenever the story is needed, since 100,000 stories would fill the memory */
  #admitDocket(makeStory: () => DocketStory, entriesOf: (story: DocketStory) => EntryStory[]): void {
    const hit = () => {
      const story = makeStory();
      return docketHitOn(story, entriesOf(story), this.#day);
    };
    const row = (day: Day) => docketRow(docketHeaderOn(makeStory(), day), hit);
    this.#dockets.push({ ...docketTimes(makeStory()), row });
  }

  #admitDesign(makeStory: () => DesignStory): void {
    const hit = () => designHitOn(makeStory(), this.#day);
    const row = (day: Day) => designRow(designHitOn(makeStory(), day), hit);
    this.#designs.push({ ...designTimes(makeStory()), row });
  }

  #isNew(key: string): boolean {
    const size = this.#known.size;
    return this.#known.add(key).size > size;
  }
}

/** Returns the rows that began or changed after `before`, up to and including `day`. */
function turned<Row>(lives: readonly Life<Row>[], before: Day, day: Day): Row[] {
  const within = (moment: Day) => moment > before && moment <= day;
  return lives
    .filter(({ begins, turningDays }) => within(begins) || turningDays.some(within))
    .map((life) => life.row(day));
}
