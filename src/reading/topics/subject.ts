import type { EntryParts } from '../entryParts.ts';
import type { EntryType } from '../entryReading.ts';

// The references of a motion say what it responds to or belongs to, not what it asks: "MOTION to Stay re 2 MOTION to Certify Class".
const reference = / (?:re|re:|regarding|as to|related document\(s\)|\(?re: related document\(s\)) \[?\d.*$/;
const asides = /\((?:related|re:|re ).*$/;
// The words from here on say when, where and by whom; they are not the subject.
const circumstances =
  /(?:(?<=.)motions? referred|\breferred to: | - referred to |(?:hearing|motion|conference) (?:set|scheduled)|with hearing|responses? due|objections? due|objection deadline|response deadline|fee amount|\bsigned by|\bordered by|before (?:the )?(?:honorable|judge|magistrate)|lodged|\(court reporter|\bservice date\b|\bcertificate of service\b|\bfiling fee\b).*$/;
const ownRequests: ReadonlySet<EntryType> = new Set(['motion']);

const answers: ReadonlySet<EntryType> = new Set(['reply', 'response', 'brief']);
// A paper that names its motion in the title says everything there; the list of related papers names others.
const relatedPapers = /(?<=\bmotion\b.*)\(related document.*$/;

const signing = /\bsigned by [^.;:]{1,60}? on \d{1,2}\/\d{1,2}\/\d{2,4}(?= [a-z0-9])/g;
const courts: ReadonlySet<EntryType> = new Set(['report', 'judgment', 'order']);

/** The part of the text that says what a filing of this type is about. */
export function subjectOf(type: EntryType, parts: EntryParts): string {
  if (courts.has(type) && signing.test(parts.head))
    return subjectOf(type, { ...parts, head: parts.head.replace(signing, ' ') });
  if (ownRequests.has(type)) return parts.head.replace(asides, '').replace(reference, '').replace(circumstances, '');
  if (type === 'order' || type === 'hearing')
    return parts.head.replace(beforeWhom, ' ').replace(circumstancesOfCourt, '');
  if (withdrawnPaper.test(parts.head)) return '';
  const said = answers.has(type) ? parts.head.replace(relatedPapers, '') : parts.head;
  return said.replace(circumstances, '');
}

const beforeWhom =
  /\bbefore (?:the )?(?:honorable|(?:senior |magistrate |district |chief |duty )*judge|magistrate)\b [^,.;:()\d]{0,60}/g;
const circumstancesOfCourt = /(?:\bsigned by|\bordered by|\(court reporter).*$/;

// "NOTICE of Withdrawal of Doc. 166 re 160 Notice of Attorney Appearance": the paper that was withdrawn is not the subject.
const withdrawnPaper = /^notice of withdrawal of doc/;
