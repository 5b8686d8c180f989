import { partsOf } from '../entryParts.ts';
import type { EntryOutcome } from '../entryReading.ts';

/** What one text decides on one paper that it names by number. */
export interface Fate {
  /** As printed: `88`, `33-1`. */
  readonly number: string;
  /** What the text calls the paper, in lower case: `motion`, `objections`; '' where it does not say. */
  readonly paper: string;
  readonly outcome: EntryOutcome;
  /** `GRANTED`, `OVERRULED` */
  readonly done: string;
  /** `Grants`, `Overrules` */
  readonly does: string;
}

type Verb = Pick<Fate, 'outcome' | 'done' | 'does'>;

const verb = (outcome: EntryOutcome, done: string, does: string): Verb => ({ outcome, done, does });
const moot = verb('moot', 'MOOT', 'Finds moot');

/** By the beginning of the verb; `in part` and `as moot` behind it say more. */
const verbs: readonly (readonly [RegExp, Verb])[] = [
  [/^(?:find|moot)|\bmoot$/i, moot],
  [/\bpart\b/i, verb('granted in part', 'GRANTED IN PART', 'Grants in part')],
  [/^grant|^allow/i, verb('granted', 'GRANTED', 'Grants')],
  [/^den/i, verb('denied', 'DENIED', 'Denies')],
  [/^overrul/i, verb('denied', 'OVERRULED', 'Overrules')],
  [/^sustain/i, verb('granted', 'SUSTAINED', 'Sustains')],
  [/^(?:adopt|accept)/i, verb('granted', 'ADOPTED', 'Adopts')],
  [/^approv/i, verb('granted', 'APPROVED', 'Approves')],
];

/** A list of hundreds of motions is no sentence that a reader is told. */
const longestDecision = 6_000;

const number = String.raw`\d{1,4}(?:-\d{1,2})?`;
const numbers =
  String.raw`[[(]{0,2} ?#? ?(${number}(?:[\])]*(?:,? and|,| &) [[(]*${number}){0,20})` +
  String.raw`(?![\d/:]) ?[\])]{0,2}`;
const paper =
  String.raw`(?: ?(?:[\w']+ ){0,4}?(motions?|objections?|reports?|r&r` +
  String.raw`|stipulations?|applications?|requests?)\b)?`;
const before = new RegExp(
  String.raw`\b((?:granting|denying|allowing|overruling|sustaining|adopting|accepting|approving|finding as moot` +
    String.raw`|finding moot|mooting)(?: in part(?: and denying in part)?| as moot)?(?: with(?:out)? prejudice)?),? ` +
    String.raw`(?:(?:the|motions?|${"[a-z]+'s?"}) ){0,2}${numbers}${paper}`,
  'gi',
);
const after = new RegExp(
  String.raw`${numbers}${paper}[^.;:\d]{0,60}? (?:is|are) (?:hereby )?((?:granted|denied|allowed|overruled|sustained` +
    String.raw`|adopted|accepted|approved|moot)(?: in part(?: and denied in part)?| as moot)?)\b`,
  'gi',
);

/** What became of each paper that a decision names, in the order of the text, each once. */
export function fatesOf(text: string): Fate[] {
  const whole = partsOf(text).whole.slice(0, longestDecision);
  const found = [
    ...[...whole.matchAll(before)].map(({ index, 1: said, 2: list, 3: what }) => ({ index, said, list, what })),
    ...[...whole.matchAll(after)].map(({ index, 1: list, 2: what, 3: said }) => ({ index, said, list, what })),
  ].sort((a, b) => a.index - b.index);
  const fates = new Map<string, Fate>();
  for (const { said = '', list = '', what = '' } of found) {
    const how = verbs.find(([pattern]) => pattern.test(said))?.[1];
    for (const [each] of list.matchAll(new RegExp(number, 'g'))) {
      if (how !== undefined && !fates.has(each)) fates.set(each, { number: each, paper: what.toLowerCase(), ...how });
    }
  }
  return [...fates.values()];
}
