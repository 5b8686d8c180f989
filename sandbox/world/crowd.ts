import { type Day, dateOf, type Since, yearsLater } from './day.ts';
import type { DesignStory } from './designView.ts';
import { Dice } from './dice.ts';
import { dismissed, EntryWriter, joined, MIDDLE, OPENING, reassigned, reopened, UNNUMBERED } from './docketText.ts';
import type { DocketStory, EntryStory } from './docketView.ts';
import { COMPANIES, COURTS, caseNumberOf, companyName, judgeOf } from './names.ts';
import { CLASSES, REGISTERS, type Register } from './sources.ts';

const FIRST_ID = 60_000_000;

/** Case number `place` of the crowd. One in eight changes its judge, one in eight gains a party, and most end. */
export function crowdDocket(seed: string, place: number, filed: Day): DocketStory {
  const dice = new Dice(seed, 'docket', place);
  const court = dice.pick(COURTS);
  const plaintiff = companyName(dice.between(0, COMPANIES - 1));
  const defendant = companyName(dice.between(0, COMPANIES - 1));
  const ends = filed + dice.between(60, 1500);
  const patents = Array.from({ length: dice.between(1, 3) }, () => String(dice.between(9_100_000, 9_180_000)));
  return {
    docketId: FIRST_ID + place,
    caseNumber: caseNumberOf(dice.between(1, court.divisions), Number(dateOf(filed).slice(0, 4)), place * 7 + 101),
    caseName: `${plaintiff} v. ${defendant}`,
    court,
    suitNature: dice.chance(0.9) ? '830 Patent' : '835 Patent - Abbreviated New Drug Application (ANDA)',
    filed,
    judges: history(filed, judgeOf(court, place), dice.chance(0.12) && judgeOf(court, place + 3), dice, ends),
    parties: [
      { from: filed, value: plaintiff },
      ...history(filed, defendant, dice.chance(0.12) && companyName(dice.between(0, COMPANIES - 1)), dice, ends),
    ],
    patents: patents.map((value) => ({ from: filed, value })),
    turns: turnsOf(ends, dice),
  };
}

/** Returns a first value from the filing on, and the second one, if any, from a later day before the end. */
function history(filed: Day, first: string, second: string | false, dice: Dice, ends: Day): Since<string>[] {
  const begin = { from: filed, value: first };
  return second === false ? [begin] : [begin, { from: dice.between(filed + 20, ends - 10), value: second }];
}

function turnsOf(ends: Day, dice: Dice): DocketStory['turns'] {
  if (dice.chance(0.1)) return [];
  const end = { from: ends, value: 'terminated' as const };
  if (!dice.chance(0.05)) return [end];
  const again = ends + dice.between(20, 120);
  return [end, { from: again, value: 'open' }, { from: again + dice.between(90, 300), value: 'terminated' }];
}

export function crowdEntries(seed: string, story: DocketStory): EntryStory[] {
  const dice = new Dice(seed, 'entries', story.docketId);
  const writer = new EntryWriter(story, dice);
  OPENING.forEach((sentence, place) => {
    writer.numbered(story.filed + place * 2, sentence, { documents: place === 0 ? 3 : 1 });
  });
  for (const { day, write } of milestones(story, dice).sort((a, b) => a.day - b.day)) write(writer, day);
  return writer.entries;
}

interface Milestone {
  readonly day: Day;
  readonly write: (writer: EntryWriter, day: Day) => void;
}

function milestones(story: DocketStory, dice: Dice): Milestone[] {
  const ends = story.turns[0]?.from ?? story.filed + 1500;
  const ordinary = Array.from({ length: dice.between(4, 40) }, () => ({
    day: dice.between(story.filed + 14, ends),
    write: (writer: EntryWriter, day: Day) => ordinaryEntry(writer, day, dice),
  }));
  return [
    ...ordinary,
    ...story.judges.slice(1).map(({ from }) => unnumbered(from, reassigned)),
    ...story.parties.slice(2).map(({ from }) => numbered(from, joined)),
    ...story.turns.map(({ from, value }) => numbered(from, value === 'open' ? reopened : dismissed)),
  ];
}

function numbered(day: Day, sentence: Parameters<EntryWriter['numbered']>[1]): Milestone {
  return { day, write: (writer) => writer.numbered(day, sentence) };
}

function unnumbered(day: Day, sentence: Parameters<EntryWriter['numbered']>[1]): Milestone {
  return { day, write: (writer) => writer.unnumbered(day, sentence) };
}

/** One in eight has no number, and one in twelve is entered late. One in twenty is edited or gains an attachment. */
function ordinaryEntry(writer: EntryWriter, day: Day, dice: Dice): void {
  const turns = {
    lateDays: dice.chance(0.08) ? dice.between(2, 12) : 0,
    noteOn: dice.chance(0.05) ? day + dice.between(3, 20) : undefined,
    attachmentOn: dice.chance(0.05) ? day + dice.between(15, 30) : undefined,
  };
  if (dice.chance(0.125)) writer.unnumbered(day, dice.pick(UNNUMBERED), turns);
  else writer.numbered(day, dice.pick(MIDDLE), { ...turns, documents: dice.between(1, 3) });
}

const STATES = ['CH', 'EM', 'GB', 'JP', 'KR', 'MX', 'NO', 'SG', 'TR', 'US'];
/** Renewals are planned for this number of terms, which is beyond any test. */
const TERMS = 6;

/** Registration number `place` of the crowd, findable from `shown` on. */
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

/** Writes a company as registers do: one in eight in capitals, some without commas. */
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

/** Returns the first term, then renewals (three in five). A renewal is shown a month before the former term ends. */
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
