import type { DayKind } from '../entryReading.ts';
import { event2, nearest, rightBefore } from './dayCues.ts';

/** What is said around a day, in lower case: `before` back to the sentence's beginning or the day before, `after` to its end. */
export interface DayContext {
  readonly before: string;
  /** From the beginning of the sentence, over other days. */
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
const cancelled = /\b(?:not be (?:heard|held)|cancel\w*|vacat\w*|terminat\w*|stricken|off calendar)\b/;
const setAgain =
  /\b(?:re-?set|reschedul\w*|continued (?:to|until)|adjourned (?:to|until)|moved to|advanced to|now set|extended)\b/;

/** What the day is for the case; undefined for a day that the text only mentions. */
export function roleOf(context: DayContext): DayKind | undefined {
  const right = rightBefore.find(([, pattern]) => pattern.test(context.before));
  if (right?.[0] === 'past' || right?.[0] === 'old') return undefined;
  // "The December 1 hearing was adjourned": a hearing known by its day.
  if (context.yearless && namesEvent.test(context.after)) return undefined;
  if (notAvailable.test(context.sentence) && right?.[0] !== 'hearing') return undefined;
  if (laterMoved.test(context.after)) return undefined;
  if (namesEvent.test(context.after) && movedEvent.test(context.before) && !/\b(?:to|for|until) $/.test(context.before))
    return undefined;
  if (cancelled.test(context.before) && !setAgain.test(context.before)) return undefined;
  if (right?.[0] === 'hearing' && designated.test(context.before)) return 'deadline';
  if (right?.[0] === 'hearing' && !/\b(?:deadlines?|due|cut-?off)\b/.test(context.before)) return 'hearing';
  if (right?.[0] === 'deadline') return atAHearing(context) ?? 'deadline';
  return (
    nearestCue(context.before) ??
    nearestCue(context.sentence) ??
    (context.hasTime ? 'hearing' : afterCue(context.after))
  );
}

// "Transcript Designation set for 11/28/2026"
const designated = /\b(?:designation|briefs?|statement) set for $/;

// "continued until 3/1 at 10:00", "hearing extended to 3/1": the hearing, not a deadline.
function atAHearing({ before, hasTime }: DayContext): DayKind | undefined {
  const moved =
    /\b(?:adjourned|continued|reset|rescheduled|postponed|set|moved|held)\b[^.;]{0,40}\b(?:until|to|by|through|till) (?:\w+day,? )?$/.test(
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
  if (namesEvent.test(after)) return 'hearing';
  return /^ (?:deadline|cut-?off)/.test(after) ? 'deadline' : undefined;
}
