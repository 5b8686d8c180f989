import { type Day, type Since, yearsLater } from './day.ts';
import type { DesignStory } from './designView.ts';
import { Dice } from './dice.ts';
import { COMPANIES, companyName } from './names.ts';
import { CLASSES, REGISTERS, type Register } from './sources.ts';

const STATES = ['CH', 'EM', 'GB', 'JP', 'KR', 'MX', 'NO', 'SG', 'TR', 'US'];
/** Renewals are foretold so many terms ahead: nobody looks further. */
const TERMS = 6;

/** Registration number `place` of the world's crowd, found from `shown` on. */
export function crowdDesign(seed: string, place: number, shown: Day): DesignStory {
  const dice = new Dice(seed, 'design', place);
  const register = weighted(dice);
  const kind = dice.pick(CLASSES);
  const registered = shown - dice.between(0, 40);
  const irn = register.irn(place, registered);
  const holder = spelt(companyName(dice.between(0, COMPANIES - 1)), dice);
  const terms = termsOf(register, registered, shown, dice);
  return {
    source: register.source,
    irn,
    id: register.id(irn, registered),
    filed: registered - dice.between(0, 120),
    registered,
    shown,
    product: register.source === 'HAGUE' ? `1. ${dice.pick(kind.products)}` : dice.pick(kind.products),
    locarno: kind.code,
    designated: register.source === 'HAGUE' ? dice.some(STATES, dice.between(1, 6)) : [register.designated],
    designCount: register.source === 'HAGUE' ? dice.between(1, 5) : 1,
    holders: turns(shown, [holder], dice.chance(0.06) && [companyName(dice.between(0, COMPANIES - 1))], dice),
    status: statusOf(terms, shown, dice),
    expires: terms.expires,
    pictures: turns(shown, dice.between(0, 7), dice.chance(0.05) && dice.between(1, 8), dice),
  };
}

/** Registers do not agree on how to write a firm: one in eight is in capitals, some have no commas. */
function spelt(name: string, dice: Dice): string {
  if (dice.chance(0.12)) return name.toUpperCase();
  return dice.chance(0.1) ? name.replaceAll(',', '') : name;
}

function weighted(dice: Dice): Register {
  let lot = dice.between(
    1,
    REGISTERS.reduce((sum, { weight }) => sum + weight, 0),
  );
  for (const register of REGISTERS) {
    lot -= register.weight;
    if (lot <= 0) return register;
  }
  return REGISTERS[0];
}

function turns<Value>(shown: Day, first: Value, second: Value | false, dice: Dice): Since<Value>[] {
  const begin = { from: shown, value: first };
  return second === false ? [begin] : [begin, { from: shown + dice.between(30, 1500), value: second }];
}

interface Terms {
  readonly expires: Since<Day>[];
  readonly lapses: Day;
}

/** First term, then renewals (three in five), each seen a month before the old term ends. */
function termsOf(register: Register, registered: Day, shown: Day, dice: Dice): Terms {
  let lapses = yearsLater(registered, register.termYears);
  const expires = [{ from: shown, value: lapses }];
  for (let term = 1; term < TERMS && register.renewalYears > 0 && dice.chance(0.6); term += 1) {
    const from = lapses - 30;
    lapses = yearsLater(registered, register.termYears + term * register.renewalYears);
    expires.push({ from, value: lapses });
  }
  return { expires, lapses };
}

function statusOf({ lapses }: Terms, shown: Day, dice: Dice): Since<string>[] {
  const pending = dice.chance(0.2);
  const active = pending ? shown + dice.between(10, 60) : shown;
  const end = dice.chance(0.02)
    ? { from: active + dice.between(100, 1500), value: 'DEL' }
    : { from: lapses + 1, value: 'EXP' };
  return [...(pending ? [{ from: shown, value: 'PEND' }] : []), { from: active, value: 'ACT' }, end];
}
