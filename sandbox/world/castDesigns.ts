import { type Day, EPOCH, yearsLater } from './day.ts';
import type { DesignStory } from './designView.ts';
import { Dice } from './dice.ts';
import { COURTS, type Court, DELAWARE } from './names.ts';
import { BOTTLES, REGISTERS, registerOf } from './sources.ts';

export const WIDGET = 'Widget Co.';
export const RIVAL = 'Rival, Inc.';
export const WIDGET_PATENT = '6834603';

/** Another company whose name begins with "Rival". Only a search for whole words tells them apart. */
export const RIVALRY = 'Rivalry Sports LLC';

/** A cycle begins on a Monday and has each kind of news once, so any 21 days show all kinds. */
export const CYCLE_DAYS = 21;

export function cycleStart(cycle: number): Day {
  return EPOCH + cycle * CYCLE_DAYS;
}

/** Returns the cycle of a day; negative before EPOCH. */
export function cycleOf(day: Day): number {
  return Math.floor((day - EPOCH) / CYCLE_DAYS);
}

export function courtOfCycle(cycle: number): Court {
  return COURTS[((cycle % COURTS.length) + COURTS.length) % COURTS.length] ?? DELAWARE;
}

/** Rival's bottles reach back this number of cycles, over five years, so that every cycle has one renewal. */
const CYCLES_BEFORE = 90;
const EMID_CYCLES_BEFORE = 20;
/** Like RIVALRY, but a holder of designs. */
const RIVALRY_SPORTS = 'Rivalry Sports';
/** Rivalry Sports registers a bottle once in this number of cycles. */
const RIVALRY_EVERY = 6;
/** A renewal is shown about a month before the fifth year ends. In cycles, since a year's length would miss some. */
const RENEWED_AFTER = 85 * CYCLE_DAYS + 14;
const FIRST_NUMBER = 250_000;
/** Widget's own bottle. Rival's newer bottles at the Hague are drawn after it (sandbox/pictures.ts). */
const OWN_SERIAL = FIRST_NUMBER - 300;
const OWN_CYCLE = -59;
/** The first Friday of a cycle, when the international bulletin appears, and the second one. */
const FIRST_FRIDAY = 4;
const SECOND_FRIDAY = 11;

export function castDesignNumber(cycle: number): string {
  return hague.irn(FIRST_NUMBER + cycle, cycleStart(cycle));
}

const hague = registerOf('HAGUE') ?? REGISTERS[0];
const emid = registerOf('EMID') ?? REGISTERS[1] ?? REGISTERS[0];

export function castDesigns(day: Day): DesignStory[] {
  const last = cycleOf(day);
  const stories: DesignStory[] = [];
  stories.push(bottle('HAGUE', OWN_CYCLE, WIDGET, cycleStart(OWN_CYCLE) + SECOND_FRIDAY, OWN_SERIAL));
  for (let cycle = -CYCLES_BEFORE; cycle <= last; cycle += 1) {
    stories.push(bottle('HAGUE', cycle, 'Rival AG', cycleStart(cycle) + FIRST_FRIDAY, FIRST_NUMBER + cycle));
    if (cycle >= -EMID_CYCLES_BEFORE) {
      stories.push(bottle('EMID', cycle, 'RIVAL, Inc.', cycleStart(cycle) + SECOND_FRIDAY, FIRST_NUMBER + cycle));
    }
    if (cycle % RIVALRY_EVERY === 0) {
      stories.push(
        bottle('HAGUE', cycle, RIVALRY_SPORTS, cycleStart(cycle) + SECOND_FRIDAY, FIRST_NUMBER + 500 + cycle),
      );
      stories.push(bottle('EMID', cycle, RIVALRY_SPORTS, cycleStart(cycle) + FIRST_FRIDAY, FIRST_NUMBER + 500 + cycle));
    }
  }
  return stories.filter((story) => story.shown <= day);
}

/**
 * A bottle that is visible from `shown` on: pending for two weeks, later with new pictures, every second one with
 * another holder. It is renewed before its fifth year ends, except for Rivalry Sports, whose designs lapse.
 */
function bottle(source: 'HAGUE' | 'EMID', cycle: number, holder: string, shown: Day, serial: number): DesignStory {
  const register = source === 'HAGUE' ? hague : emid;
  const dice = new Dice('bottle', source, serial);
  const registered = shown - 7;
  const irn = register.irn(serial, registered);
  const first = yearsLater(registered, register.termYears);
  const lasts = holder !== RIVALRY_SPORTS;
  const second = yearsLater(registered, register.termYears + register.renewalYears);
  return {
    source,
    irn,
    id: register.id(irn, registered),
    filed: registered - 60,
    registered,
    shown,
    product: source === 'HAGUE' ? `1. ${dice.pick(BOTTLES.products)}` : dice.pick(BOTTLES.products),
    locarno: BOTTLES.code,
    designated: source === 'HAGUE' ? dice.some(['CH', 'EM', 'GB', 'JP', 'KR', 'TR', 'US'], 4) : ['EM'],
    designCount: source === 'HAGUE' ? dice.between(1, 3) : 1,
    holders: holdersOf(source, holder, cycle, shown),
    status: [
      { from: shown, value: 'PEND' },
      { from: shown + 14, value: 'ACT' },
      { from: (lasts ? second : first) + 1, value: 'EXP' },
    ],
    expires: [{ from: shown, value: first }, ...(lasts ? [{ from: shown + RENEWED_AFTER, value: second }] : [])],
    pictures: [
      { from: shown, value: dice.between(2, 6) },
      { from: shown + 2 * CYCLE_DAYS, value: dice.between(3, 7) },
    ],
  };
}

/** In every cycle, the bottle of one register, by turns, gains a holder three cycles later on the same weekday. */
function holdersOf(source: 'HAGUE' | 'EMID', holder: string, cycle: number, shown: Day): DesignStory['holders'] {
  const begin = { from: shown, value: [holder] };
  const isItsTurn = (source === 'HAGUE') === (cycle % 2 === 0);
  if (!isItsTurn) return [begin];
  return [begin, { from: cycleStart(cycle + 3) + SECOND_FRIDAY, value: [holder, 'Rival Brands B.V.'] }];
}
