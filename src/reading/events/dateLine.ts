import { capitalized } from '../../base/words/sentence.ts';
import type { DayKind } from '../../records/docket.ts';
import { regex } from '../rule.ts';

/** A `named` subject identifies an event of a case by itself. `topic` and `generic` need other facts as well. */
type SubjectKind = 'named' | 'topic' | 'generic';

export interface Subject {
  readonly name: string; // `markman hearing`, `answer`, `response`
  readonly kind: SubjectKind;
  readonly party: string; // Who must meet the deadline, in lower case; '' if the text does not say.
}

export interface DateLine extends Subject {
  /**
   * `asks`: no court has set the date. `may cancel`: the date is kept. `answers`: the answer of `party` is filed.
   * `extends`: more time is granted without a day. `ends`, `reopens`: what happens to the case.
   */
  readonly act: 'sets' | 'asks' | 'cancels' | 'may cancel' | 'answers' | 'extends' | 'ends' | 'reopens';
  readonly what: DayKind;
  /** `YYYY-MM-DD`. Absent for a cancellation, for an end, and if days are counted from an unknown day of filing. */
  readonly date?: string | undefined;
  readonly time?: string | undefined; // `HH:MM` at the court, or in `timezone`.
  readonly timezone?: string | undefined; // The IANA zone that the text names beside the time.
  readonly days?: number | undefined; // Number of days that the text counts from its filing.
  readonly words: string;
  /** `again`: sets a date again; `name`: moves only a hearing of that name; `none`: repeats dates that others set. */
  readonly moves: 'again' | 'name' | 'none';
  /** The other days that the entry names, including those that it moves or cancels. */
  readonly named: readonly string[];
  /** True in an order that sets the schedule: the deadline replaces one with the same name and party. */
  readonly supersedes?: boolean | undefined;
  readonly all?: boolean | undefined; // For `cancels`: true if all later dates of its kind are canceled.
  /** For `asks`: who is to have more time to answer a complaint, as `party` or `defendant`; '' if not said. */
  readonly by?: string | undefined;
}

export interface DateSource {
  /** Position in the order of first sight, from 1. It orders filings of the same day. */
  readonly seq: number;
  readonly documentNumber: string;
  readonly documentHref: string | null;
  readonly pdfUrl: string;
  readonly filed: string | undefined; // ISO day; undefined if unknown.
  readonly refersTo: readonly string[];
}

/**
 * `asked`: only a party asked for it. `superseded`: a later order set another day, or what is due appears to be filed.
 * `expired`: only for designs.
 */
export const dateStatuses = ['set', 'asked', 'cancelled', 'superseded', 'case-ended', 'expired'] as const;
export type DateStatus = (typeof dateStatuses)[number];

export interface EarlierDay {
  readonly date: string;
  readonly entry: string; // Number of the document that set the day; '' if it has none.
}

export interface CaseDate {
  /** Kind, name, party and the day that was set first. A move does not change it. */
  readonly id: string;
  readonly what: DayKind;
  readonly subject: string; // `markman hearing`, `answer`
  readonly party: string;
  readonly date: string;
  readonly time: string | undefined;
  readonly timezone: string | undefined;
  readonly days: number | undefined;
  readonly words: string;
  readonly status: Exclude<DateStatus, 'expired'>;
  readonly doubt?: DateSource | undefined; // A filing that may cancel the date. The date is kept.
  readonly orderedBy?: DateSource | undefined; // For a date that a party asked for: an order that may grant it.
  readonly metBy?: DateSource | undefined; // For a superseded date that a party asked for: the filing that was due.
  /** For a date that a party asked for `Defendant`, one of several: who has answered since then. */
  readonly answered?: readonly Answered[] | undefined;
  readonly earlier: readonly EarlierDay[]; // The days set before, the last one set first.
  /** The filing that set the day in place of the last earlier one. A filing that only repeats the day moves nothing. */
  readonly movedBy?: DateSource | undefined;
  readonly reopened?: DateSource | undefined; // The later filing that reopened the case.
  readonly caseEnded?: string | undefined; // For `case-ended`: the ISO day on which the case ended.
  readonly isAsked?: boolean | undefined; // For `case-ended`: true if only a party asked for the date.
  readonly sequence: number; // How often the date changed: the SEQUENCE of iCalendar.
  readonly source: DateSource;
}

export type Answered = { readonly party: string; readonly source: DateSource };

export interface KnownDate extends CaseDate {
  readonly kind: DateLine['kind'];
  readonly numbers: ReadonlySet<string>; // Numbers of the documents that set the date, and of those that they cite.
  readonly by: DateLine['by'];
}

/** Last words of a name that says what is due. Others have none: "Rival shall produce Exhibit C by" is no name. */
const ends = regex()`\b(?:acknowledge?ment|affair|affidavit|agreement|amendment|answer|appeal|appendix|application
  |ballot|brief|briefing|certificate|certification|chart|claim|complaint|compliance|confirmation|contention|counseling
  |counterclaim|course|creditor|debt|declaration|deposition|designation|discharge|dischargeability|disclosure|discovery
  |exhibit|fee|filing|form|holder|income|installment|instruction|joinder|judgment|letter|liability|limine|list|matrix
  |mediation|memorandum|motion|notice|objection|operation|opposition|order|payment|petition|plan|pleading|production
  |proposal|record|redaction|reply|report|request|response|restriction|return|schedule|sheet|statement|stipulation
  |submission|summary|surreply|sur-reply|transcript|verification|witness|schedule [a-j](?:-[a-j])?)$`;
/** Words that show that the beginning of a name belongs to a room, a docket number or a party. */
const strange = /\b(?:courtroom|inc|llc|llp|ltd|corp|co|gmbh)\b|(?<!\bchapter )\b\d/;

/** "directed to respond to the motion by 8/1/2027": the response is due, not the motion. */
const answers = regex('i')`\b(respon|repl|object|oppos)(?:d|ses?|y|ies|ions?|es?|itions?)?(?: to)?
  (?: [\w'’-]+){1,7} (?:due|filed|by|no later than|on or before)(?:,? \w+){0,7}[ :]*[\d/-]*$`;
const answerNames: Record<string, string> = {
  respon: 'Response',
  repl: 'Reply',
  object: 'Objection',
  oppos: 'Opposition',
};

/** Returns `Markman hearing`, `Answer due (Rival Inc)`; `Deadline` or `Requested date` if no name says what is due. */
export function dateTitle(
  { what, name, party, words }: Pick<DateLine, 'what' | 'name' | 'party' | 'words'>,
  isAsked: boolean,
): string {
  const said = what === 'deadline' ? deadlineTitle(name, words) : capitalized(name);
  const title = isAsked && said === 'Deadline' ? 'Requested date' : said;
  return party === '' ? title : `${title} (${partyName(party)})`;
}

/** Returns a title as it stands within a sentence: `answer due`, `Markman hearing`. */
export function titleInSentence(title: string): string {
  return /^(?:Markman|Rule|Daubert)\b/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}

/** True if a name says what is due. Other names are only the words next to the day: `rival has`. */
export function saysWhatIsDue(name: string): boolean {
  return ends.test(name);
}

const legalForm = /\b(?:llc|llp|lp|plc|ag|sa|bv|nv|kk|usa|us)\b/giu;

/** Restores the case of a party's name, which is stored in lower case: `copycat llc` → `Copycat LLC`. */
function partyName(party: string): string {
  return party
    .replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
    .replace(legalForm, (form) => form.toUpperCase())
    .replace(/\bGmbh\b/gu, 'GmbH');
}

function deadlineTitle(name: string, words: string): string {
  const answer = name === 'answer' ? undefined : answerNames[answers.exec(words)?.[1]?.toLowerCase() ?? ''];
  if (answer !== undefined) return `${answer} due`;
  const end = ends.exec(name)?.[0];
  if (end === undefined) return 'Deadline';
  return `${capitalized(strange.test(name) ? end : name)} due`;
}
