import { capitalised } from '../../base/words/sentence.ts';
import type { DayKind } from '../../records/entryReading.ts';
import { regex } from '../rule.ts';

/** `named` identifies an event of a case by itself; `topic` and `generic` only together with other facts. */
type SubjectKind = 'named' | 'topic' | 'generic';

export interface Subject {
  readonly name: string; // `markman hearing`, `answer`, `response`
  readonly kind: SubjectKind;
  readonly party: string; // Whose deadline it is, in lower case, where the text says so; else ''.
}

export interface DateLine extends Subject {
  /** `asks`: nobody has set the day. `may cancel`: the date stands. `ends`: of the case. `reopens`: it goes on. */
  readonly act: 'sets' | 'asks' | 'cancels' | 'may cancel' | 'ends' | 'reopens';
  readonly what: DayKind;
  /** `YYYY-MM-DD`; absent for a cancellation or an end, and for days counted from a filing whose day is unknown. */
  readonly date?: string | undefined;
  readonly time?: string | undefined; // `HH:MM` at the court.
  readonly days?: number | undefined; // The text counts so many days from its filing.
  readonly words: string;
  /** `again`: it sets days again; `name`: it moves only its namesake; `none`: it repeats what others set. */
  readonly moves: 'again' | 'name' | 'none';
  /** Other days that the entry names, those that it moves or cancels among them. */
  readonly named: readonly string[];
  /** An order that sets the schedule: its deadline takes the place of the one of the same name and party. */
  readonly supersedes?: boolean | undefined;
  readonly all?: boolean | undefined; // For `cancels`: all of its kind that lies ahead, whatever it is called.
}

export interface DateSource {
  /** Position in the order of first sight, from 1: which of two filings of one day came later. */
  readonly seq: number;
  readonly documentNumber: string;
  readonly filed: string | undefined; // ISO day; undefined where unknown.
  readonly refersTo: readonly string[];
}

/** `asked`: no court has set it. `superseded`: a later order set another day. `expired`: a design, on its day. */
export const dateStatuses = ['set', 'asked', 'cancelled', 'superseded', 'case-ended', 'expired'] as const;
export type DateStatus = (typeof dateStatuses)[number];

export interface EarlierDay {
  readonly date: string;
  readonly entry: string; // Number of the document that set it; '' where it has none.
}

export interface CaseDate<Source extends DateSource = DateSource> {
  /** Stays the same when the date moves: its kind, its name, and the day for which it was first set. */
  readonly id: string;
  readonly what: DayKind;
  readonly subject: string; // `markman hearing`, `answer`
  readonly party: string;
  readonly date: string;
  readonly time: string | undefined;
  readonly days: number | undefined;
  readonly words: string;
  readonly status: Exclude<DateStatus, 'expired'>;
  readonly doubt?: Source | undefined; // A filing whose words may cancel it. In doubt the date stands.
  readonly earlier: readonly EarlierDay[]; // The days for which it was set before, the last one first.
  readonly caseEnded?: string | undefined; // For `case-ended`: the ISO day on which the case ended.
  readonly isAsked?: boolean | undefined; // For `case-ended`: a party only asked for it.
  readonly sequence: number; // How often it was changed: iCalendar's SEQUENCE.
  readonly source: Source;
}

export interface KnownDate<Source extends DateSource> extends CaseDate<Source> {
  readonly kind: DateLine['kind'];
  readonly numbers: ReadonlySet<string>; // Document numbers of its filings and of those that they refer to.
}

/** What can end the name of a deadline that readers are shown: "Rival shall produce Exhibit C by" has no name. */
const ends = new RegExp(
  `\\b(?:${[
    'acknowledge?ment|affair|affidavit|agreement|amendment|answer|appeal|appendix|application|ballot|brief',
    'briefing|certificate|certification|chart|claim|complaint|compliance|confirmation|contention|counseling',
    'counterclaim|course|creditor|debt|declaration|deposition|designation|discharge|dischargeability',
    'disclosure|discovery|exhibit|fee|filing|form|holder|income|installment|instruction|joinder|judgment',
    'letter|liability|limine|list|matrix|mediation|memorandum|motion|notice|objection|operation|opposition',
    'order|payment|petition|plan|pleading|production|proposal|record|redaction|reply|report|request|response',
    'restriction|return|schedule|sheet|statement|stipulation|submission',
    'summary|surreply|sur-reply|transcript|verification|witness|schedule [a-j](?:-[a-j])?',
  ].join('|')})$`,
);
/** Words before that which belong to something else: a room, a docket number, a party. */
const strange = /\b(?:courtroom|inc|llc|llp|ltd|corp|co|gmbh)\b|(?<!\bchapter )\b\d/;

/** "directed to respond to the motion by 8/1/2027": what is due is the response. */
const answers = regex('i')`\b(respon|repl|object|oppos)(?:d|ses?|y|ies|ions?|es?|itions?)?(?: to)?
  (?: [\w'’-]+){1,7} (?:due|filed|by|no later than|on or before)(?: \w+){0,3}[ :]*[\d/-]*$`;
const answerNames: Readonly<Record<string, string>> = {
  respon: 'Response',
  repl: 'Reply',
  object: 'Objection',
  oppos: 'Opposition',
};

/** `Markman hearing`, `Answer due (Rival Inc)`; `Deadline`: its words are no name; `Requested date`: nobody set it. */
export function dateTitle(
  { what, name, party, words }: Pick<DateLine, 'what' | 'name' | 'party' | 'words'>,
  isAsked: boolean,
): string {
  const said = what === 'deadline' ? deadlineTitle(name, words) : capitalised(name);
  const title = isAsked && said === 'Deadline' ? 'Requested date' : said;
  return party === '' ? title : `${title} (${partyName(party)})`;
}

/** Whether a name says what is due; else it is only the words that stand next to the day: `rival has`. */
export function saysWhatIsDue(name: string): boolean {
  return ends.test(name);
}

const legalForm = /\b(?:llc|llp|lp|plc|ag|sa|bv|nv|kk|usa|us)\b/giu;

/** Names of parties are kept in lower case: `copycat llc` → `Copycat LLC`. */
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
  return `${capitalised(strange.test(name) ? end : name)} due`;
}
