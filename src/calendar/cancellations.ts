import type { EntryType } from '../reading/entryReading.ts';
import type { DateLine } from './dateLine.ts';
import { subjectOf } from './subject.ts';

/** Only a court or its clerk cancels; parties ask for it. */
const cannotCancel: ReadonlySet<EntryType> = new Set([
  'motion',
  'stipulation',
  'response',
  'reply',
  'brief',
  'letter',
  'evidence',
  'transcript',
  'complaint',
  'answer',
]);

const event = '(?:hearings?|conferences?|trial|arguments?|depositions?|mediation|meeting|deadlines?|dates?)';
const undone =
  '(?:vacated|vacates?|vacating|cancell?ed|cancels?|cancell?ing|cancell?ation|stricken|strikes|terminated|terminates?|off calendar)';
const after = new RegExp(`(?:[\\w'-]+ ){0,4}\\b${event}\\b[^;]{0,90}?\\b${undone}\\b`, 'gi');
const before = new RegExp(
  `\\b${undone}\\b(?! (?:the|its|this)? ?(?:order|judgment))[^.;]{0,70}?\\b${event}\\b[^.;]{0,60}`,
  'gi',
);
const everything =
  /\ball (?:other |pending |future |remaining |set |scheduled )*(?:hearings?|deadlines?|dates|settings)\b|\bterminate deadlines and hearings\b/i;
const negated = /\b(?:not|shall remain|will be|if|unless|request(?:ed|ing)? to|motion to)\b/i;
/** The sentence also says to which day the event moves: that is read as a day set again. */
const movesTo =
  /\b(?:reset|rescheduled|continued|advanced|moved|adjourned|re-set|re-?noticed)\b(?: (?:to|for|until)\b)?/i;

/** What a text cancels without setting it again. @param named days that it names but does not set */
export function readCancellations(text: string, type: EntryType, named: readonly string[]): DateLine[] {
  if (cannotCancel.has(type) || !new RegExp(`\\b${undone}\\b|terminat`, 'i').test(text)) return [];
  const seen = new Set<string>();
  return [...text.matchAll(after), ...text.matchAll(before)].flatMap(({ 0: words, index }) => {
    const around = text.slice(Math.max(0, index - 25), index + words.length);
    const tail = text.slice(index + words.length, index + words.length + 40);
    if (negated.test(around) || movesTo.test(tail)) return [];
    const what = /\b(?:hearings?|conferences?|trial|arguments?|depositions?|mediation|meeting)\b/i.test(words)
      ? 'hearing'
      : 'deadline';
    const { name, kind, party } = subjectOf(words, what, []);
    if (seen.has(`${what} ${name}`)) return [];
    seen.add(`${what} ${name}`);
    const all = everything.test(around) || everything.test(words);
    return [{ act: 'cancels', what, name, kind, party, words: words.trim(), moves: 'none', named, all } as const];
  });
}
