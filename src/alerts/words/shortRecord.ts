import type { SearchRecord } from '../../records/record.ts';
import { shorten } from '../../words/fold.ts';
import { recordLabel, recordPlace, recordTitle } from './recordWords.ts';

const legalForm =
  /,?\s+(?:inc|incorporated|llc|llp|lp|ltd|limited|corp|corporation|co|company|gmbh|ag|kg|plc|s\.?a|b\.?v|n\.?v|et al)\.?$/i;
const longestParty = 28;

/** A record for a subject: court and number, which no other case has, then a caption that can be cut: `D. Del. 1:20-cv-00168 Widget v. Rival`. */
export function shortRecord(record: SearchRecord, room: number): string {
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
  return `${place} ${shorten(caption, room - place.length - 1)}`;
}

/** `Rival Industries, Inc.` as `Rival Industries` */
function shortParty(party: string): string {
  return shorten(party.replace(/,?\s+et al\.?$/i, '').replace(legalForm, ''), longestParty);
}
