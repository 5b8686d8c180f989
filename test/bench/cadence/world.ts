import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { courtZone } from '../../../src/records/courts.ts';
import { hourOfWeek } from '../../../src/schedule/adaptive/nextCheck.ts';
import { parseDocketHit } from '../../../src/service/parse/parseDocket.ts';

// Real filing days, moved into one year in which the number and ages of active cases stay like those of a portfolio.

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
/** A Monday. */
export const yearStart = Date.UTC(2029, 0, 1);
export const weeks = 52;
const yearEnd = yearStart + weeks * weekMs;

/** What the replay uses of a docket: its court, and the days of its first year on which something was filed. */
export interface FilingDays {
  readonly court: string;
  readonly number: string;
  /** ISO days, in order. */
  readonly days: readonly string[];
}

/** A case that the replay watches from one moment to another. */
export interface Life {
  readonly zone: string;
  readonly from: number;
  readonly until: number;
  readonly opened: number;
  /** When each entry was filed, in order. Entries before `from` are its history. */
  readonly filed: readonly number[];
}

const leastEntries = 8;

/** Reads dockets with at least 8 entries in their first year, but no bankruptcies. @param file NDJSON, maybe gzipped */
export function readDockets(file: string): FilingDays[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return text.split('\n').flatMap((line): FilingDays[] => {
    if (line.trim() === '') return [];
    const docket = parseDocketHit(JSON.parse(line), 'docket', { add: () => undefined } as never);
    const court = docket?.courtId ?? '';
    if (docket === undefined || court.endsWith('b')) return [];
    const days = (docket.entries ?? []).map((entry) => entry.dateFiled).filter((day) => /^\d{4}-\d\d-\d\d$/.test(day));
    return firstYear({ court, number: docket.docketNumber ?? '', days: days.sort() });
  });
}

function firstYear({ days, ...docket }: FilingDays): FilingDays[] {
  const end = new Date(Date.parse(days[0] ?? '') + weeks * weekMs);
  if (Number.isNaN(end.getTime())) return [];
  const ofYear = days.filter((day) => day < end.toISOString().slice(0, 10));
  return ofYear.length < leastEntries ? [] : [{ ...docket, days: ofYear }];
}

/** Makes up dockets when no file is given: flurries of filings on weekdays, more of them in the beginning. */
export function madeUpDockets(count: number, random: () => number): FilingDays[] {
  const courts = ['nysd', 'txed', 'cand', 'ded', 'ilnd'];
  return Array.from({ length: count }, (_, index) => {
    const busy = 0.3 + 3 * random() ** 2;
    const days: string[] = [];
    for (let day = 0; day < weeks * 7; day += 1) {
      const date = new Date(Date.UTC(2024, 0, 1) + day * dayMs);
      const isWeekend = date.getUTCDay() % 6 === 0;
      const flurry = days.length > 0 && Date.parse(days.at(-1) ?? '') > date.getTime() - 4 * dayMs ? 3 : 0.5;
      const chance = isWeekend ? 0.002 : (busy * flurry * (0.5 + 2 ** (-day / 60))) / 15;
      for (let draw = day === 0 ? 0 : 1; draw < 3; draw += 1) {
        if (day === 0 || random() < chance) days.push(date.toISOString().slice(0, 10));
      }
    }
    return { court: courts[index % courts.length] ?? '', number: `1:24-cv-${String(10_001 + index)}`, days };
  });
}

// From the 146 entries of real dockets whose text gives the hour of entry.
export const hoursOfEntry = [0, 0, 0, 0, 1, 0, 1, 0, 2, 9, 17, 30, 13, 11, 15, 14, 12, 9, 6, 0, 4, 2, 0, 0];

/** Moves the dockets into one year. Each starts in its own week; what exceeds the year moves to its beginning. */
export function livesOf(dockets: readonly FilingDays[], random: () => number): Life[] {
  return dockets.flatMap((docket, index) => {
    const week = Math.floor((index * weeks) / dockets.length);
    const zone = courtZone(docket.court, docket.number) ?? 'America/New_York';
    const first = Date.parse(docket.days[0] ?? '');
    const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs;
    const shift = yearStart + week * weekMs - monday;
    const local = docket.days.map((day) => Date.parse(day) + shift + drawHour(random) * hourMs).sort((a, b) => a - b);
    const filed = local.map((at) => fromLocal(at, zone));
    const opened = first + shift;
    const from = opened + dayMs + 5 * hourMs;
    const year = yearEnd - yearStart;
    const atItsBeginning = filed.map((at) => at - year).filter((at) => at < from);
    return [
      { zone, from: yearStart, until: from, opened: opened - year, filed: atItsBeginning },
      { zone, from, until: yearEnd, opened, filed: filed.filter((at) => at < yearEnd) },
    ].filter(({ from: begins, until }) => until - begins > dayMs);
  });
}

function drawHour(random: () => number): number {
  let left = random() * hoursOfEntry.reduce((sum, one) => sum + one, 0);
  const hour = hoursOfEntry.findIndex((one) => {
    left -= one;
    return left < 0;
  });
  return (hour < 0 ? 17 : hour) + random();
}

const offsets = new Map<string, number>();

/** The moment when clocks in a zone show this time, which is given as if it were UTC. */
export function fromLocal(local: number, zone: string): number {
  const key = `${zone} ${Math.floor(local / weekMs)}`;
  const known = offsets.get(key);
  if (known !== undefined) return local - known;
  const week = 168;
  const ahead = (hourOfWeek(new Date(local), zone) - hourOfWeek(new Date(local), 'UTC') + 1.5 * week) % week;
  const offset = Math.round((ahead - week / 2) * 4) * (hourMs / 4);
  offsets.set(key, offset);
  return local - offset;
}

/** Numbers from 0 to 1, the same for each seed (mulberry32). */
export function drawsOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
