import { foldText, wordsOf } from './foldText.ts';

// `(Entered: 03/05/2019)`, `[Entered: 10/02/2023 11:17 AM]`, `(Filed on 2/8/2008)`: comes and goes with the kind of report.
const stamp = /[([]\s*(?:entered|filed on)(?:\s*:)?\s*(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})[^)\]]{0,20}[)\]]/gi;
const enteredStamp = /[([]\s*entered\s*:\s*(\d{1,2})\/(\d{1,2})\/(\d{4})[^)\]]{0,20}[)\]]\s*$/i;

/** The text of an entry without the stamps of its kind of report. */
function withoutStamps(description: string): string {
  return description.replace(stamp, ' ');
}

/** Equal for two texts that say the same, whatever the kind of report. */
export function foldEntryText(description: string): string {
  return foldText(withoutStamps(description));
}

export function entryWords(description: string): readonly string[] {
  return wordsOf(withoutStamps(description));
}

/** True for the full text of a docket report; a history or an RSS item gives short titles without the stamp. */
export function isStamped(description: string): boolean {
  return description.search(stamp) >= 0;
}

/** The day when the clerk put the entry on the docket, `YYYY-MM-DD`, where its text says so. */
export function enteredOn(description: string): string | undefined {
  const [, month, day, year] = enteredStamp.exec(description) ?? [];
  if (month === undefined || day === undefined || year === undefined) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
