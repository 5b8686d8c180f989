import { courtWeek } from '../../../src/schedule/adaptive/nextCheck.ts';
import { fromLocal, hoursOfEntry, type Life, weeks, yearStart } from './world.ts';

const hourMs = 3_600_000;
const weekMs = 168 * hourMs;

/** The result of one way of checking. */
export interface Outcome {
  /** Hours from filing to finding, for each entry. */
  readonly delays: readonly number[];
  readonly looks: number;
}

/** Checks at fixed hours of the week, the same for every case. 0 is Monday 00:00 at the court. */
export function replayFixed(lives: readonly Life[], hours: readonly number[]): Outcome {
  const delays: number[] = [];
  let looks = 0;
  for (const life of lives) {
    const times = looksOf(life, hours);
    looks += times.length;
    let next = 0;
    for (const filed of life.filed) {
      if (filed < life.from || filed >= life.until) continue;
      while (next < times.length && (times[next] ?? 0) < filed) next += 1;
      delays.push(((times[next] ?? life.until) - filed) / hourMs);
    }
  }
  return { delays, looks };
}

function looksOf({ from, until, zone }: Life, hours: readonly number[]): number[] {
  const times: number[] = [];
  for (let week = -1; week <= weeks; week += 1) {
    for (const hour of hours) {
      const at = fromLocal(yearStart + week * weekMs + hour * hourMs, zone);
      if (at >= from && at < until) times.push(at);
    }
  }
  return times;
}

export const daily = Array.from({ length: 7 }, (_, day) => day * 24 + 7);

/**
 * Tries many fixed weeks with this number of checks and returns the best: even ones, and ones that follow the square
 * root of how much is filed in each hour (the optimum for a constant rate), by the policy's own week and by the hours
 * of entry that the replay draws from. Each starts at eight points.
 */
export function bestFixed(lives: readonly Life[], looks: number): Outcome {
  const policy = courtWeek('UTC').weights;
  const mondayFirst = [...policy.slice(24), ...policy.slice(0, 24)];
  const drawn = Array.from({ length: 7 }, (_, day) =>
    hoursOfEntry.map((one) => (one + 0.02) * (day > 4 ? 0.035 : 1)),
  ).flat();
  const shapes = [mondayFirst.map(() => 1), mondayFirst, drawn];
  const tried = shapes.flatMap((shape) =>
    Array.from({ length: 8 }, (_, point) => replayFixed(lives, spread(shape, looks, (point + 0.5) / 8))),
  );
  return tried.reduce((best, one) => (mean(one.delays) < mean(best.delays) ? one : best));
}

function spread(shape: readonly number[], looks: number, point: number): number[] {
  const roots = shape.map(Math.sqrt);
  const whole = roots.reduce((sum, one) => sum + one, 0);
  return Array.from({ length: looks }, (_, index) => {
    let left = ((index + point) / looks) * whole;
    const hour = roots.findIndex((root) => {
      left -= root;
      return left < 0;
    });
    return hour + 1 + left / (roots[hour] ?? 1);
  });
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
}
