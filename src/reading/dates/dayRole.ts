import type { DayKind } from '../entryReading.ts';
import { type Cue, event2, nearest, rightBefore } from './dayCues.ts';

/** The words around a day, in lower case: `before` from the start of the sentence or from the previous day, `after` to the end of the sentence. */
export interface DayContext {
  readonly before: string;
  /** From the start of the sentence, across other days. */
  readonly sentence: string;
  readonly after: string;
  readonly hasTime: boolean;
  readonly yearless: boolean;
}

const laterMoved =
  /^ ?-? ?correct hearing date|^(?:[^.;\d/]|\d(?!\d?\/)){0,80}?\b(?:is|are|be|was|has been|have been|hereby|and|,)? ?(?:hereby )?(?:vacated|cancelled|canceled|adjourned|continued|reset|rescheduled|postponed|stricken|converted|taken under|moved|advanced|terminated|off calendar|taken off|to be continued|withdrawn|will be (?:decided|submitted|taken)|be decided)\b/;
const movedEvent =
  /\b(?:vacat\w*|cancel\w*|adjourn\w*|continu\w*|postpon\w*|reschedul\w*|reset\w*|strik\w*)\b[^.;]{0,60}$/;
const namesEvent = new RegExp(`^ (?:[a-z-]+ ){0,3}(?:${event2}|deadline|date|setting)\\b`);
const notAvailable = /\bunavailab/;
// A day in court that does not take place. "Motion to vacate (related document 28 …). Hearing scheduled for" is another matter.
const unsetting = '(?:cancel\\w*|vacat\\w*|terminat\\w*|str(?:icken|iking))';
const dayInCourt = `(?:${event2}|deadlines?|dates?|settings?|calendar)`;
const cancelled = new RegExp(
  `\\b(?:not be (?:heard|held)|off calendar)\\b|\\b${dayInCourt}\\b[^.;()]{0,80}\\b${unsetting}\\b|(?<!\\bmotion to )\\b${unsetting} [^.;:()]{0,60}\\b${dayInCourt}\\b`,
);
// Time excluded from the count to a trial: the days on which it ends are not dates to keep.
const excluded =
  /\b(?:excluded|excludable|excluding)(?: time| is| shall be| deemed| hereby)*(?: (?:from|between|started|beginning))? (?:[a-z]{3,9}\.? )?[\d/., -]{4,20} ?(?:through|thru|to|and) $/;
// "Bench Trial set for 3/3/2026 through 3/6/2026": the day it begins is the one to keep.
const endsSpan = /^,? ?(?:through|thru) $/;
// "Judge A. will be on trial for two weeks starting on 3/1/2026"
const judgesOwn =
  /\bjudge [^.;]{1,40}\b(?:will|would|may) be (?:on trial|unavailable|out of|away|absent)\b(?![^.;]*\b(?:re)?(?:set|scheduled|moved|continued)\b)/;
const setAgain =
  /\b(?:re-?set|reschedul\w*|continued (?:to|until)|adjourned (?:to|until)|moved to|advanced to|now set|extended)\b/;

const remains = /^[^.;]{0,30}\b(?:remains?|stands|will (?:proceed|go forward)|is (?:re)?confirmed)\b/;

type CueKind = Cue[0] | undefined;

/** Reasons for which a day is no date to keep, whatever the words before it say. */
const setsNothing: readonly ((context: DayContext, cue: CueKind) => boolean)[] = [
  (_, cue) => cue === 'past' || cue === 'old',
  // "The December 1 hearing was adjourned": a hearing known by its day.
  ({ yearless, after }) => yearless && namesEvent.test(after),
  ({ sentence }, cue) => notAvailable.test(sentence) && cue !== 'hearing',
  ({ after }) => laterMoved.test(after),
  ({ before, after }) => namesEvent.test(after) && movedEvent.test(before) && !/\b(?:to|for|until) $/.test(before),
  ({ before }) => cancelled.test(before) && !setAgain.test(before),
  ({ before, sentence }) => endsSpan.test(before) && nearestCue(sentence) === 'hearing',
  ({ sentence }) => excluded.test(sentence) || judgesOwn.test(sentence),
];

/** What the day is for the case; undefined for a day that the text only mentions. */
export function roleOf(context: DayContext): DayKind | undefined {
  const cue = rightBefore.find(([, pattern]) => pattern.test(context.before))?.[0];
  // "The hearing previously set for 3/1/2026 at 9:00 shall remain"
  if (cue === 'old' && remains.test(context.after)) return 'hearing';
  return setsNothing.some((reason) => reason(context, cue)) ? undefined : kindOf(context, cue);
}

function kindOf(context: DayContext, cue: CueKind): DayKind | undefined {
  const { before, sentence, after, hasTime } = context;
  if (cue === 'hearing' && designated.test(before)) return 'deadline';
  if (cue === 'hearing' && !/\b(?:deadlines?|due|cut-?off)\b/.test(before)) return 'hearing';
  if (cue === 'deadline') return atAHearing(context) ?? 'deadline';
  return nearestCue(before) ?? nearestCue(sentence) ?? (hasTime ? 'hearing' : afterCue(after));
}

// "Transcript Designation set for 11/28/2026"
const designated = /\b(?:designation|briefs?|statement) set for $/;

// "continued until 3/1 at 10:00", "hearing extended to 3/1": the hearing, not a deadline. "Set/Reset Deadlines: status report due by" is one.
function atAHearing({ before, hasTime }: DayContext): DayKind | undefined {
  const moved =
    /\b(?:adjourned|continued|reset|rescheduled|postponed|set|moved|held)\b(?:(?!\bdue by )[^.;]){0,40}\b(?:until|to|by|through|till) (?:\w+day,? )?$/.test(
      before,
    );
  return moved && (hasTime || new RegExp(event2).test(before)) ? 'hearing' : undefined;
}

function nearestCue(text: string): DayKind | undefined {
  let at = -1;
  let kind: DayKind | undefined;
  for (const [cue, pattern] of nearest) {
    for (const found of text.matchAll(pattern)) {
      if (found.index >= at && (cue === 'hearing' || cue === 'deadline')) {
        at = found.index;
        kind = cue;
      }
    }
  }
  return kind;
}

function afterCue(after: string): DayKind | undefined {
  // "the 12/7/2026 expert deadline"
  if (/^ (?:[a-z-]+ ){0,3}(?:deadline|cut-?off)/.test(after)) return 'deadline';
  return namesEvent.test(after) ? 'hearing' : undefined;
}
