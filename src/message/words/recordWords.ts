import type { FieldChange } from '../../diff/change.ts';
import { type Design, productName, rightNumber } from '../../records/design.ts';
import { recordLabel, recordPlace, recordTitle, type SearchRecord } from '../../records/record.ts';
import { shortText } from '../../words/cleanText.ts';
import { shorten } from '../../words/fold.ts';

/** A design inside a sentence: `DM/950012 (Rival AG, Flask)`. */
export function designName(design: Design): string {
  const facts = [design.holders?.[0], productName(design.products?.[0] ?? '')].map((one) => shortText(one, 60));
  const known = facts.filter(Boolean).join(', ');
  return known === '' ? recordLabel(design) : `${recordLabel(design)} (${known})`;
}

/** The patents of a case; those that are designs which we hold, by name. */
export function withDesignNames(field: FieldChange, storedDesigns: readonly Design[]): FieldChange {
  const { before, after } = field;
  if (field.field !== 'patentNumbers' || !Array.isArray(after)) return field;
  const names = new Map(
    storedDesigns.map((design) => [rightNumber(design.registrationNumber ?? ''), designName(design)] as const),
  );
  const named = (number: string) => names.get(rightNumber(number)) ?? number;
  return { ...field, before: Array.isArray(before) ? before.map(named) : before, after: after.map(named) };
}

// Titles have single blanks: an expression that allows several would try every one of a long run anew.
const legalForm =
  /,? (?:inc|incorporated|llc|llp|lp|ltd|limited|corp|corporation|co|company|gmbh|ag|kg|plc|s\.?a|b\.?v|n\.?v|et al)\.?$/i;
const longestParty = 28;

/**
 * A record for a subject: court and number, which no other case has, then a caption that can be cut: `D. Del. 1:20-cv-00168 Widget v. Rival`.
 * @param party one that the caption does not name, to be named after it
 */
export function shortRecord(record: SearchRecord, room: number, party = ''): string {
  const place = recordPlace(record);
  const title = recordTitle(record);
  // A design of JPID shows neither holder nor product: its number would stand twice.
  const isNamed = title !== recordLabel(record);
  if (!isNamed || room < place.length + 8) return place;
  const caption =
    record.type === 'docket'
      ? title
          .split(/ vs?\. /)
          .map(shortParty)
          .join(' v. ')
      : title;
  const ends = party === '' ? '' : ` (${shortParty(shortText(party, 60))})`;
  if (ends !== '' && room >= place.length + ends.length + 10) {
    return `${place} ${shorten(caption, room - place.length - 1 - ends.length)}${ends}`;
  }
  return `${place} ${shorten(caption, room - place.length - 1)}`;
}

/** `Rival Industries, Inc.` as `Rival Industries` */
export function shortParty(party: string): string {
  return shorten(party.replace(/,? et al\.?$/i, '').replace(legalForm, ''), longestParty);
}
