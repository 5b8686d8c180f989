import {
  CYCLE_DAYS,
  castDesignNumber,
  courtOfCycle,
  cycleOf,
  cycleStart,
  RIVAL,
  RIVALRY,
  WIDGET,
  WIDGET_PATENT,
} from './castDesigns.ts';
import { type Day, dateOf, dayOf, workday } from './day.ts';
import { Dice } from './dice.ts';
import { dismissed, EntryWriter, joined, MIDDLE, OPENING, reassigned, reopened, UNNUMBERED } from './docketText.ts';
import type { DocketStory, EntryStory } from './docketView.ts';
import { COURTS, type Court, caseNumberOf, companyName, DELAWARE, judgeOf } from './names.ts';

const FIRST_ID = 50_041_700;
/** First cycle in which the founding cases have every kind of news, so that these also fill the weeks after EPOCH. */
const NEWS_FROM = -2;
/** One case per name before EPOCH: the first in Delaware, the others in the next courts. */
const FOUNDING_DEFENDANTS = [RIVAL, 'Rival Packaging LLC', 'Rival Europe GmbH', RIVALRY] as const;

/** Returns every case of the cast that was filed by a day: the founding cases, then one per cycle. */
export function castDockets(day: Day): DocketStory[] {
  const founding = FOUNDING_DEFENDANTS.map(foundingCase);
  const cycles = Math.max(0, cycleOf(day) + 1);
  return [...founding, ...Array.from({ length: cycles }, (_, cycle) => cycleCase(cycle))].filter(
    (story) => story.filed <= day,
  );
}

/** Returns one of Widget's cases of 2020, which never end. Delaware's is 1:20-cv-00168. */
function foundingCase(defendant: string, place: number): DocketStory {
  const filed = dayOf('2020-02-05') + place * 40;
  const court = COURTS[place] ?? DELAWARE;
  return {
    ...between(defendant, court, filed),
    docketId: FIRST_ID + place,
    caseNumber: caseNumberOf(1, 2020, 168 + place * 31),
    judges: [{ from: filed, value: judgeOf(court, place) }],
    turns: [],
  };
}

/**
 * Filed on the cycle's Thursday. The judge and a party change in the next cycle. The case ends in the third, reopens in
 * the fifth and ends in the seventh: more than a cycle apart, so that no step hides another.
 */
function cycleCase(cycle: number): DocketStory {
  const start = cycleStart(cycle);
  const filed = start + 3;
  const court = courtOfCycle(cycle);
  const defendant = cycle % 2 === 0 ? RIVAL : companyName(cycle * 37 + 5);
  const story = between(defendant, court, filed);
  return {
    ...story,
    docketId: FIRST_ID + 1000 + cycle,
    caseNumber: caseNumberOf(1, Number(dateOf(filed).slice(0, 4)), 300 + cycle * 17),
    judges: [
      { from: filed, value: judgeOf(court, cycle) },
      { from: start + CYCLE_DAYS + 8, value: judgeOf(court, cycle + 3) },
    ],
    parties: [...story.parties, { from: start + CYCLE_DAYS + 10, value: companyName(cycle * 53 + 11) }],
    // In the third cycle the case also asserts Rival's design of its first cycle, which `enable_litigation` then finds.
    patents: [...story.patents, { from: start + 2 * CYCLE_DAYS + 7, value: castDesignNumber(cycle) }],
    turns: [
      { from: start + 2 * CYCLE_DAYS + 15, value: 'terminated' },
      { from: start + 4 * CYCLE_DAYS + 9, value: 'open' },
      { from: start + 6 * CYCLE_DAYS + 4, value: 'terminated' },
    ],
  };
}

function between(
  defendant: string,
  court: Court,
  filed: Day,
): Omit<DocketStory, 'docketId' | 'caseNumber' | 'judges' | 'turns'> {
  return {
    caseName: `${WIDGET} v. ${defendant}`,
    court,
    suitNature: '830 Patent',
    filed,
    parties: [WIDGET, defendant].map((value) => ({ from: filed, value })),
    patents: [{ from: filed, value: WIDGET_PATENT }],
  };
}

export function castEntries(story: DocketStory, day: Day): EntryStory[] {
  const dice = new Dice('cast', story.docketId);
  const writer = new EntryWriter(story, dice);
  OPENING.forEach((sentence, place) => {
    writer.numbered(workday(story.filed + place * 2), sentence, { documents: place === 0 ? 3 : 1 });
  });
  const steps = [...(story.turns.length === 0 ? foundingSteps(story, day) : cycleSteps(story))];
  for (const step of steps.sort((a, b) => a.day - b.day)) step.write(writer, step.day, dice);
  return writer.entries;
}

interface Step {
  readonly day: Day;
  readonly write: (writer: EntryWriter, day: Day, dice: Dice) => void;
}

const filing: Step['write'] = (writer, day, dice) => writer.numbered(day, dice.pick(MIDDLE));

/** Before EPOCH, a filing every two weeks at first, then fewer. Later, every cycle has the same kinds of news. */
function foundingSteps(story: DocketStory, day: Day): Step[] {
  const steps: Step[] = [];
  for (
    let past = story.filed + 30, pause = 14;
    past < cycleStart(NEWS_FROM);
    past += pause, pause = Math.min(60, pause + 3)
  ) {
    steps.push({ day: workday(past), write: filing });
  }
  for (let cycle = NEWS_FROM; cycle <= cycleOf(day); cycle += 1)
    steps.push(...cycleNews(cycleStart(cycle) + story.docketId - FIRST_ID));
  return steps;
}

/** Any 21 days show all of this: filings, one late, one unnumbered, one edited, and one with a late attachment. */
function cycleNews(start: Day): Step[] {
  const steps: Step[] = [
    { day: start + 1, write: filing },
    {
      day: start + 2,
      write: (writer, day, dice) => writer.numbered(day, dice.pick(MIDDLE), { noteOn: day + CYCLE_DAYS }),
    },
    { day: start + 4, write: (writer, day, dice) => writer.numbered(day, dice.pick(MIDDLE), { lateDays: 5 }) },
    {
      day: start + 8,
      write: (writer, day, dice) =>
        writer.numbered(day, dice.pick(MIDDLE), { documents: 3, attachmentOn: day + CYCLE_DAYS }),
    },
    { day: start + 10, write: (writer, day, dice) => writer.unnumbered(day, dice.pick(UNNUMBERED)) },
    { day: start + 14, write: filing },
  ];
  return steps.map((step) => ({ ...step, day: workday(step.day) }));
}

function cycleSteps(story: DocketStory): Step[] {
  const ends = story.turns.at(-1)?.from ?? story.filed;
  const filings: Step[] = [];
  for (let day = story.filed + 20; day < ends; day += 9) filings.push({ day: workday(day), write: filing });
  return [
    ...filings,
    ...story.judges
      .slice(1)
      .map(({ from }) => ({ day: from, write: (writer: EntryWriter) => writer.unnumbered(from, reassigned) })),
    ...story.parties
      .slice(2)
      .map(({ from }) => ({ day: from, write: (writer: EntryWriter) => writer.numbered(from, joined) })),
    ...story.turns.map(({ from, value }) => ({
      day: from,
      write: (writer: EntryWriter) => writer.numbered(from, value === 'open' ? reopened : dismissed),
    })),
  ];
}
