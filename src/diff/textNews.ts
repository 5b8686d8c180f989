import { entryWords, foldEntryText, isStamped } from './readEntry.ts';
import { isBeginning } from './similarText.ts';

/** A text of up to so many words, without the stamp of a full report, may be only a title. */
const titleWords = 15;

/** What became of an entry's text. */
export interface TextNews {
  readonly keep: string;
  readonly isNews: boolean;
  /** The full text replaced a title or a text that was cut off: a better report, with more of everything. */
  readonly isFuller?: boolean;
}

/**
 * Distinguishes an edit of an entry's text from another way to write it. Equal words are no news, nor is a title beside the full text of
 * the same entry, either way round: the fuller one is kept.
 * @param since notes of this day (`YYYY-MM-DD`) or later are news even where the full text replaces a title
 */
export function compareText(old: string, now: string, since: string): TextNews {
  const poorer = { keep: old, isNews: false };
  if (now === '' || now === old) return poorer;
  if (old === '') return { keep: now, isNews: false, isFuller: true };
  if (foldEntryText(old) === foldEntryText(now)) return poorer;
  const [oldWords, newWords] = [entryWords(old), entryWords(now)];
  if (isBeginning(newWords, oldWords)) return poorer;
  if (isTitle(now, newWords) && isFuller(old, oldWords, newWords)) return poorer;
  if (isCutOff(old, newWords)) return { keep: now, isNews: isEditedSince(now, since), isFuller: true };
  if (!isTitle(old, oldWords) || !isFuller(now, newWords, oldWords)) return { keep: now, isNews: true };
  return { keep: now, isNews: isStamped(now) ? isEditedSince(now, since) : addsEditNote(old, now), isFuller: true };
}

function isTitle(description: string, words: readonly string[]): boolean {
  return words.length <= titleWords && !isStamped(description);
}

/** The full text compared with a title: from the other style of report, or the title and more. */
function isFuller(description: string, words: readonly string[], title: readonly string[]): boolean {
  return isStamped(description) || isBeginning(title, words);
}

const sentenceStart = /^\s*(?!(?:By|Fee|Filed|For|Of)\b)\p{Lu}/u;

/** A text whose beginning the source was missing: `Filed by Rival Inc. (Doe, Jane)`, `deficiency) Filed by …`, `12of …`. */
function isCutOff(description: string, fuller: readonly string[]): boolean {
  const words = entryWords(description.replace(/^\s*\d+/, ''));
  if (words.length === 0) return true;
  const opened = description.split('(').length;
  const closed = description.split(')').length;
  if (sentenceStart.test(description) && closed <= opened) return false;
  const start = fuller.length - words.length;
  return start > 0 && words.every((word, index) => word === fuller[start + index]);
}

const datedNotes =
  /\b(?:modified|corrected|edited|replaced|added|stricken|vacated)\s+on\s+(\d{1,2})\/(\d{1,2})\/(\d{4})/gi;

/** Whether a clerk noted an edit on that day or later: `Modified on 3/6/2026`, `Additional attachment(s) added on …`. */
function isEditedSince(description: string, since: string): boolean {
  return [...description.matchAll(datedNotes)].some(([, month = '', day = '', year = '']) => {
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` >= since;
  });
}

const notes =
  /\b(?:(?:modified|corrected|edited|replaced) on\b|attachments?(?:\(s\))? added|document replaced|(?:text|event) (?:modified|corrected))/gi;
/** Only in capitals: a motion to have something stricken or vacated is no such note. */
const rulings = /\b(?:STRICKEN|VACATED)\b/g;

function countNotes(description: string): number {
  return (description.match(notes)?.length ?? 0) + (description.match(rulings)?.length ?? 0);
}

/** Whether a text has a clerk's note that it did not have before. */
function addsEditNote(before: string, after: string): boolean {
  return countNotes(after) > countNotes(before);
}
