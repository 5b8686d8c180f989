const datedNotes =
  /\b(?:modified|corrected|edited|replaced|added|stricken|vacated)\s+on\s+(\d{1,2})\/(\d{1,2})\/(\d{4})/gi;

/** Whether a clerk noted an edit on that day or later: `Modified on 3/6/2026`, `Additional attachment(s) added on …`. */
export function isEditedSince(description: string, since: string): boolean {
  return [...description.matchAll(datedNotes)].some(([, month = '', day = '', year = '']) => {
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` >= since;
  });
}

const notes =
  /\b(?:(?:modified|corrected|edited|replaced) on\b|attachments?(?:\(s\))? added|document replaced|(?:text|event) (?:modified|corrected))/gi;
/** In capitals: a motion to have something stricken or vacated is no such note. */
const rulings = /\b(?:STRICKEN|VACATED)\b/g;

function countNotes(description: string): number {
  return (description.match(notes)?.length ?? 0) + (description.match(rulings)?.length ?? 0);
}

/** Whether a text has a clerk's note that it had not before. */
export function addsEditNote(before: string, after: string): boolean {
  return countNotes(after) > countNotes(before);
}
