import { dayMs, hourMs } from '../../../src/base/time.ts';
import {
  courtWeek,
  filingsPerHour,
  freshRhythm,
  historyDays,
  learn,
  nextCheck,
  usualOfCases,
} from '../../../src/schedule/adaptive/nextCheck.ts';
import type { Outcome } from './fixed.ts';
import type { Life } from './world.ts';

const bounds = { atMostEveryHours: 0.5, atLeastEveryHours: 168 };
/** What is filed on the first days of a case says little about later news (chooseNext.ts). */
const openingDays = 3;
/** Halvings of the range of prices: the number of checks is then right to a percent. */
const tries = 10;

/** Checks the cases as the adaptive policy says, at the one price of a check that leads to so many checks at most. */
export function replayAdaptive(lives: readonly Life[], looks: number): Outcome {
  let [low, high] = [Math.log(0.01), Math.log(1000)];
  for (let index = 0; index < tries; index += 1) {
    const middle = (low + high) / 2;
    if (replayAt(lives, Math.exp(middle)).looks > looks) low = middle;
    else high = middle;
  }
  return replayAt(lives, Math.exp(high));
}

/** @param checkPrice hours of waiting that a check must save */
function replayAt(lives: readonly Life[], checkPrice: number): Outcome {
  const outcomes = lives.map((life) => replayCase(life, checkPrice));
  return {
    delays: outcomes.flatMap(({ delays }) => delays),
    looks: outcomes.reduce((sum, { looks }) => sum + looks, 0),
  };
}

function replayCase(life: Life, checkPrice: number): Outcome {
  const { zone, from, until, opened, filed } = life;
  const since = Math.min(from, Math.max(opened + openingDays * dayMs, from - historyDays * dayMs));
  let rhythm = freshRhythm(new Date(since), { zone, usual: usualOfCases(1) });
  let found = filed.filter((at) => at < since).length;
  const delays: number[] = [];
  const times: number[] = [];
  const find = (now: number) => {
    const news = filed.slice(found).filter((at) => at <= now);
    found += news.length;
    delays.push(...news.filter((at) => at >= from).map((at) => (now - at) / hourMs));
    return news;
  };
  for (let now = from; now < until; ) {
    times.push(now);
    rhythm = learn(
      rhythm,
      find(now).map((at) => asRead(at, zone)),
      new Date(now),
      times.length,
    );
    const rule = { lastCheck: new Date(now), perHour: filingsPerHour(rhythm), week: courtWeek(zone), checkPrice };
    now = nextCheck({ ...rule, ...bounds }).at.getTime();
  }
  find(until);
  return { delays, looks: times.length };
}

/** Dockets give only the day. The policy takes 18:00 UTC for its hour (`filedSince`). */
function asRead(at: number, timeZone: string): Date {
  return new Date(`${new Date(at).toLocaleDateString('sv-SE', { timeZone })}T18:00:00Z`);
}
