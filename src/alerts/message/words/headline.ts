import { cleanText, shortText } from '../../../base/words/cleanText.ts';
import { type Reader, readerShortDay } from '../../../base/words/readerDate.ts';
import { capitalized, counted, listed, listedUpTo } from '../../../base/words/sentence.ts';
import { type ActReason, isEnding } from '../../../reading/changePriority.ts';
import { titleInSentence } from '../../../reading/events/dateLine.ts';
import type { CaseTurn, MessageChange } from '../content.ts';
import type { Consequence, RankedChange } from './consequence.ts';
import { happened } from './happened.ts';
import { likenessWords } from './recordWords.ts';

const mostTold = 4;

/** Returns `told`, the rulings and dates, and `happened`, which adds the rest: `answer due Nov 25; 2 new entries`. */
export function happenedWords(shown: readonly RankedChange[], consequences: readonly Consequence[], reader: Reader) {
  const told = consequences.filter(({ kind }) => kind !== 'filed');
  const others = untold(shown, told);
  const [only] = others.length === 1 ? others : [];
  const paper = consequences.find(({ kind, change }) => kind === 'filed' && change === only?.change);
  const changes = others.map(({ change }) => change);
  const isNamed = told.some(({ change }) => change.kind === 'entry.new');
  const rest = paper?.words ?? happened(changes, reader, labelsOf(others), isNamed ? 'more entry' : undefined);
  const words = toldWords(told, mostTold);
  return { told: words.join('; '), happened: [...words, rest].filter(Boolean).join('; ') };
}

function untold(shown: readonly RankedChange[], told: readonly Consequence[]): RankedChange[] {
  const covered = new Set(told.map(({ change }) => change));
  const isEnded = told.some(({ kind }) => kind === 'ended');
  const isTold = ({ change }: RankedChange) => covered.has(change) || (isEnded && change.kind === 'docket.status');
  return shown.filter((one) => one.inside !== true && !isTold(one));
}

function labelsOf(ranked: readonly RankedChange[]): string[] {
  return ranked
    .filter(({ change, prioritised }) => change.kind === 'entry.new' && prioritised.priority !== 'routine')
    .map(({ prioritised }) => prioritised.label)
    .filter(Boolean);
}

export function toldWords(
  told: readonly Consequence[],
  most: number,
  say: (one: Consequence) => string = ({ words }) => words,
): string[] {
  const named = told.slice(0, most);
  const alike = Map.groupBy(named, say);
  const first = [...alike].map(([words, some]) => (some.length > 1 ? `${words} ×${some.length}` : words));
  return [...first, countedRest(told.slice(most), named)].filter(Boolean);
}

/** Says whether the rest are rulings or dates, and `more` only if one of them is named before. */
function countedRest(rest: readonly Consequence[], named: readonly Consequence[]): string {
  const isDate = ({ day }: Consequence) => day !== '';
  const dates = rest.filter(isDate).reduce((sum, { count }) => sum + count, 0);
  const others = rest.filter((one) => !isDate(one)).length;
  return listed([
    ...(others > 0 ? [counted(others, named.every(isDate) ? 'ruling' : 'more ruling')] : []),
    ...(dates > 0 ? [counted(dates, named.some(isDate) ? 'more date' : 'date')] : []),
  ]);
}

const mostReasons = 2;

/** Returns '' if nobody must act, or if `said`, what happened, already says why. */
export function reasonOf(
  shown: readonly RankedChange[],
  consequences: readonly Consequence[],
  said: string,
  reader: Reader,
): string {
  const words = shown.flatMap(({ change, prioritised: { reason } }) => {
    if (reason === undefined) return [];
    const due = consequences.find((one) => one.change === change && one.kind === 'due' && one.day !== '');
    return [reason === 'due' ? (due?.words ?? '') : reasonWords(reason, change, consequences, reader)];
  });
  // Two papers may name the same date.
  const told = [...new Set(words)].filter((one) => one !== '');
  if (told.length === 0 && words.length > 0) return 'a date is near';
  const happened = said.toLowerCase();
  const unsaid = told.filter((one) => !happened.includes(one.toLowerCase()));
  return unsaid.slice(0, mostReasons).join('; ');
}

const mostDays = 4;

/** Says what happens to the dates of a case that ended. For a reopened case, `reasonOf` says it. */
export function datesAfterEnd(
  { kind, fields, caseTurn, superseded, detectedAt }: MessageChange,
  reader: Reader,
): string {
  if (superseded) return '';
  if (caseTurn?.turn === 'ended') {
    const [dates, are] = caseTurn.days.length === 1 ? ['this date', 'is'] : ['these dates', 'are'];
    const off = `The case ended, so ${dates} ${are} struck out`;
    const words = caseTurn.isOff ? off : `${capitalized(dates)} may no longer apply`;
    return `${words}: ${daysNamed(caseTurn, detectedAt, reader)}.`;
  }
  return kind === 'docket.status' && fields.some(isEnding) ? 'Dates set before, if any, may no longer apply.' : '';
}

/** Returns `Markman hearing Jan 29, 2027, answer due Feb 3 and 2 more`. */
function daysNamed({ days }: CaseTurn, detectedAt: string, reader: Reader): string {
  const named = days.map(({ title, date }) => `${titleInSentence(title)} ${readerShortDay(date, detectedAt, reader)}`);
  return listedUpTo(mostDays, named);
}

/** Says what to do with the dates of a reopened case for which no earlier date lies ahead. */
function datesToCheck(consequences: readonly Consequence[]): string {
  const isAnySet = consequences.some(({ day }) => day !== '');
  return `check the docket for ${isAnySet ? 'other dates' : 'the dates'} of the reopened case`;
}

const quoted = ({ entry }: MessageChange): string => `“${shortText(cleanText(entry?.description ?? ''), 90)}”`;

function reasonWords(
  reason: Exclude<ActReason, 'due'>,
  change: MessageChange,
  consequences: readonly Consequence[],
  reader: Reader,
): string {
  switch (reason) {
    case 'important':
      return 'your watch marks this as important';
    case 'decided':
      return `the time to challenge or appeal the decision may be running: ${quoted(change)}`;
    case 'verdict':
      return 'there is a verdict: the deadlines after trial run from the judgment';
    case 'transferred':
      return 'the case goes on in another court, under another number: watch it there';
    case 'injunction':
      return 'an injunction is sought or decided';
    case 'new case':
      return 'decide who handles it';
    case 'joined':
      return `${shortText(change.joined?.party, 60)} was added as a party: decide who handles it`;
    case 'reopened':
      if (change.caseTurn === undefined) return datesToCheck(consequences);
      return `check whether these apply again: ${daysNamed(change.caseTurn, change.detectedAt, reader)}`;
    case 'not shown':
      return 'check PACER: the search service does not show all entries of this docket';
    case 'litigation':
      return 'a case about this design is newly listed: decide who handles it';
    case 'alike': {
      const { own, likeness = 0, reviewed } = change.alike ?? {};
      const words = `${likenessWords(likeness)} (${likeness.toFixed(2)})${reviewed ? '; somebody asked about it' : ''}`;
      return `compare it with your ${shortText(own, 60)}, which is ${words}`;
    }
  }
}
