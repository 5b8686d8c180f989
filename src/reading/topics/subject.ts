import type { EntryParts } from '../entryParts.ts';
import type { EntryType } from '../entryReading.ts';

// A motion's own references say what it answers or stands beside, not what it asks: "MOTION to Stay re 2 MOTION to Certify Class".
const reference = / (?:re|re:|regarding|as to|related document\(s\)|\(?re: related document\(s\)) \[?\d.*$/;
const asides = /\((?:related|re:|re ).*$/;
// What follows is when, where, by whom: no subject.
const circumstances =
  /(?:motions? referred|(?:hearing|motion|conference) (?:set|scheduled)|with hearing|responses? due|objections? due|objection deadline|response deadline|fee amount|\bsigned by|\bordered by|before (?:the )?(?:honorable|judge|magistrate)|lodged|\(court reporter|\bservice date\b|\bcertificate of service\b|\bfiling fee\b).*$/;
const ownRequests: ReadonlySet<EntryType> = new Set(['motion']);

/** The piece of the text that says what a filing of this type is about. */
export function subjectOf(type: EntryType, parts: EntryParts): string {
  if (ownRequests.has(type)) return parts.head.replace(asides, '').replace(reference, '').replace(circumstances, '');
  if (type === 'order' || type === 'hearing') return parts.head.replace(circumstancesOfCourt, '');
  return parts.head.replace(circumstances, '');
}

const circumstancesOfCourt =
  /(?:\bsigned by|\bordered by|\(court reporter|before (?:the )?(?:honorable|(?:magistrate |district |chief )?judge|magistrate) (?![^:\d]{0,60}:)).*$/;
