import { type Day, dateOf, type Since } from './day.ts';
import { Dice } from './dice.ts';
import { dismissed, EntryWriter, joined, MIDDLE, OPENING, reassigned, reopened, UNNUMBERED } from './docketText.ts';
import type { DocketStory, EntryStory } from './docketView.ts';
import { COMPANIES, COURTS, caseNumberOf, companyName, judgeOf } from './names.ts';

const FIRST_ID = 60_000_000;

/**
 * Case number `place` of the world's crowd, filed on `filed`: one in eight changes its judge, one in eight gains a
 * party, most end, some open again.
 */
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

/** A value from the filing on and, where there is one, another from some day before the end. */
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

/**
 * One in eight has no number, one in twelve is entered late, one in twenty is edited, one in twenty gains an
 * attachment.
 */
function ordinaryEntry(writer: EntryWriter, day: Day, dice: Dice): void {
  const turns = {
    lateDays: dice.chance(0.08) ? dice.between(2, 12) : 0,
    noteOn: dice.chance(0.05) ? day + dice.between(3, 20) : undefined,
    attachmentOn: dice.chance(0.05) ? day + dice.between(15, 30) : undefined,
  };
  if (dice.chance(0.125)) writer.unnumbered(day, dice.pick(UNNUMBERED), turns);
  else writer.numbered(day, dice.pick(MIDDLE), { ...turns, documents: dice.between(1, 3) });
}
