import { capitalised } from '../../base/words/sentence.ts';
import type { DateLine } from './dateLine.ts';

/**
 * What ends the name of a deadline that readers can be shown: a paper, or a step of a case. Names are the words next to
 * a day, and those of a sentence may be no name: "Rival shall produce Exhibit C no later than".
 */
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

/**
 * "directed to respond to the motion by 8/1/2027": what is due is the response, not what comes between it and the day.
 */
const answers = new RegExp(
  String.raw`\b(respon|repl|object|oppos)(?:d|ses?|y|ies|ions?|es?|itions?)?(?: to)?(?: [\w'’-]+){1,7} (?:due` +
    String.raw`|filed|by|no later than|on or before)(?: \w+){0,3}[ :]*[\d/-]*$`,
  'i',
);
const answerNames: Readonly<Record<string, string>> = {
  respon: 'Response',
  repl: 'Reply',
  object: 'Objection',
  oppos: 'Opposition',
};

/**
 * What readers see a date called: `Markman hearing`, `Answer due (Rival Inc)`; `Deadline` where its words are no name,
 * and `Requested date` where nobody has set it.
 */
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
