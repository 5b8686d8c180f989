import { dayMs } from '../base/time.ts';
import type { EntryDate, EntryReading, EntryTopic, EntryType } from '../records/docket.ts';
import { inError, relatedPapers, takenBack } from './entryParts.ts';
import { decisionsIn, partDismissed } from './outcomes/partDismissed.ts';
import { leavesOpen, oralMotion } from './outcomes/readOutcome.ts';
import { endsOrReopens, grantsTransfer, leavesCourt, staysCase, vacatesJudgment } from './phase.ts';
import { readEntry } from './readEntry.ts';
import { regex } from './rule.ts';
import { ofHigherCourt } from './topics/topicsOfType.ts';

/** `act`: the reader must do something. `read`: the reader should know. `routine`: only to be filed. */
export type Priority = 'act' | 'read' | 'routine';

/** Returns `routine` for an empty list. */
export function highestPriority(priorities: readonly Priority[]): Priority {
  return priorities.toSorted((a, b) => priorityOrder(a) - priorityOrder(b))[0] ?? 'routine';
}

export function priorityOrder(priority: Priority): number {
  return { act: 0, read: 1, routine: 2 }[priority];
}

/** What an entry's type alone says. Its dates, its decision and other words can raise it. */
// biome-ignore format: a table
const ofType: Readonly<Record<EntryType, 'read' | 'routine'>> = {
  complaint: 'read', answer: 'read', motion: 'read', response: 'read', reply: 'read', brief: 'read', order: 'read',
  judgment: 'read', report: 'read', hearing: 'read', verdict: 'read', stipulation: 'read', dismissal: 'read',
  appeal: 'read', evidence: 'routine', transcript: 'routine', status: 'routine', discovery: 'routine',
  appearance: 'routine', service: 'routine', disclosure: 'routine', letter: 'routine', notice: 'routine',
  clerk: 'routine', fee: 'routine', other: 'routine',
};

/** `decided`: the time to challenge or appeal the decision may be running. */
export type EntryReason = 'due' | 'decided' | 'verdict' | 'transferred' | 'injunction';

/** A date within this number of days of the filing, or of its discovery, is near. Later dates go to the calendar. */
export const nearDays = 30;

const asking: ReadonlySet<EntryType> = new Set(['motion', 'stipulation', 'letter', 'brief', 'response', 'reply']);

/** Returns why somebody must act. @param from ISO day of the filing or of its discovery; '' if unknown */
export function entryReason(reading: EntryReading, text: string, from: string): EntryReason | undefined {
  const { type, about, outcome, dates } = reading;
  // The redaction dates of a transcript are no deadlines, and a requested day may never be set.
  const setsDays = type !== 'transcript' && !(asking.has(type) && about.includes('extension'));
  if (setsDays && dates.some((date) => isNear(date, from))) return 'due';
  if (takenBack(text)) return undefined;
  if (type === 'verdict') return 'verdict';
  const decisions = decisionsOf(reading, text);
  if (leavesCourt(reading, text) !== undefined || decisions.some((one) => grantsTransfer(one.reading, one.text)))
    return 'transferred';
  if (decisions.some(endsCase)) return 'decided';
  const asksOrGrants = type === 'motion' || ((type === 'order' || type === 'report') && outcome !== 'denied');
  return about.includes('injunction') && asksOrGrants && outcome !== 'moot' ? 'injunction' : undefined;
}

type Decided = Readonly<{ reading: EntryReading; text: string }>;

/** Returns an order and, as orders of their own, its parts, which may decide differently. */
function decisionsOf(reading: EntryReading, text: string): Decided[] {
  const whole = { reading, text };
  const { type, outcome } = reading;
  if (type !== 'order' || outcome === null || outcome === 'dismissed' || !weighty.test(text)) return [whole];
  const parts = decisionsIn(text).map((said) => ({
    reading: readEntry(asOrder.test(said) ? said : `ORDER ${said}`),
    text: said,
  }));
  // The title of minutes names what was heard, which need not be what was decided.
  const decided = parts.filter((one) => one.reading.outcome !== null);
  const isNamed = minutes.test(text) && decided.length > 0 && decided.every((one) => one.reading.about.length > 0);
  const isRefused = outcome === 'granted' && decided.some((one) => one.reading.outcome === 'denied');
  return isNamed || isRefused ? decided : [whole, ...parts.filter((one) => !limited.test(one.text))];
}

const weighty = /\b(?:dismiss|transfer|remand|trial|judgment|jmol|acquittal|rehearing|rule (?:5|6))/i;
const asOrder = /^\W*(?:\w+ )?order\b/i;
const minutes = /^\W*(?:\w+ ){0,3}(?:minutes?|hearing|proceedings|conference|argument)\b/i;
const limited = /\b(?:as to|with respect to|insofar|to the extent)\b/i;

function endsCase({ reading, text }: Decided): boolean {
  return endsByCourt(reading, text) && (/^(?:appeal)?$/.test(partDismissed(reading, text)) || isFinal(reading, text));
}

type Decision = Pick<EntryReading, 'type' | 'about' | 'outcome'>;

/** A final judgment or a higher court also decides the rest, even if it names only a part as dismissed. */
function isFinal({ type }: Decision, text: string): boolean {
  if (type === 'order') return ofHigherCourt.test(text);
  return type === 'judgment' && /\bfinal judgment\b|\bcases? (?:is |are )?(?:hereby )?closed\b/i.test(text);
}

/** True if the court, not the parties, decided the case or undid its judgment, or a higher court decided the appeal. */
function endsByCourt({ type, about, outcome }: Decision, text: string): boolean {
  if (vacatesJudgment({ type, about, outcome }, text)) return true;
  if (type === 'judgment') return outcome !== 'denied';
  if (rulesAfterJudgment({ type, about, outcome }, text)) return true;
  if (type === 'order' && about.includes('appeal') && outcome === 'dismissed')
    return !/\b42\(b\)|\bvoluntar|\bstipulat/i.test(text);
  // The mandate does not count: by then the time to ask for a rehearing is over.
  if (type === 'order' && about.includes('appeal') && ofHigherCourt.test(text))
    return /\b(?:affirm|revers|vacat)/i.test(text) && !/\bmandate\b/i.test(text);
  return type === 'order' && (outcome === 'dismissed' || (outcome === 'granted' && about.includes('dismissal')));
}

// The title of the motion itself: "Motion for Extension of Time to File Motion for New Trial" is none of these.
const afterJudgment = regex('i')`^(?:(?!\b(?:motion|petition|application)s? (?:for|to|under)\b).)*?(?:\b(?:motion
  |application)s? (?:for|to) (?:an? |the )?(?:new trial|remittitur|jmol|judgment (?:as a matter of law|notwithstanding
  |n\.?o\.?v|of acquittal)|acquittal|alter\b|amend (?:or alter )?(?:the |its |final )*(?:judgment|findings)
  |relief from (?:the |final )*judgment)|\bpetitions? for (?:panel )?rehearing
  |\brule (?:50\(b\)|52\(b\)|59|60)(?:\([a-z]\))? motion)`;
const beforeVerdict = new RegExp(String.raw`\b50\(a\)|${oralMotion}`, 'i');
const trialDay = /\b(?:jury|bench) trial\b/i;

/** True if an order decides a motion against a judgment or verdict: the time to appeal often runs from this order. */
function rulesAfterJudgment({ type, about, outcome }: Decision, text: string): boolean {
  const isOpen = outcome === null || outcome === 'deferred' || outcome === 'withdrawn' || leavesOpen(text);
  if (type !== 'order' || isOpen || !about.some((topic) => topic === 'reconsideration' || topic === 'appeal'))
    return false;
  const isEarlier = beforeVerdict.test(text) || (minutes.test(text) && trialDay.test(text));
  return !isEarlier && afterJudgment.test(text);
}

function isNear(date: EntryDate, from: string): boolean {
  if (!('date' in date)) return date.days <= nearDays;
  const days = (Date.parse(date.date) - Date.parse(from.slice(0, 10))) / dayMs;
  return Number.isNaN(days) || (days >= 0 && days <= nearDays);
}

/** A withdrawn motion needs no response any more. */
export const withdrawnMotion = regex('i')`\bwithdrawal of (?:(?:its|the|joint|amended|[a-z]+'s|re|doc(?:ument)?\.?|no\.
  |[[(]?\d+[\])]?) ){0,4}(?:motion|application)\b`;

/** "Document 45 was filed in error": the clerk takes another entry back. */
export const takesBack = regex('i')`(?:: |\b(?:document|doc|entry|ecf|dkt|docket|paper|d\.i|no)\b\.? ?(?:no\.? ?)?#? ?)
  \[?(\d{1,4})\]?(?: \([^()]{1,40}\))?,? (?:was |is |has been )?(${inError}|stricken|deleted|withdrawn|expunged)\b`;

const matters = regex('i')`\bsuggestion of bankruptcy\b|\bnotice of (?:filing of )?bankruptcy\b
  |\b(?:case|action) (?:is )?(?:hereby )?administratively closed\b|\breturn(?:ed|s)?\b[^.;]{0,40}\bunexecuted\b
  |${withdrawnMotion.source}|\bnotice\b.{0,60}\b(?:ptab|final written decision|inter partes review)\b`;

export function entryPriority(reading: EntryReading, text: string, from: string): Priority {
  if (entryReason(reading, text, from) !== undefined) return 'act';
  const { type, dates, about } = reading;
  const isClerks = type === 'clerk' && (vacatesHearing(text) || staysOrReopens(reading, text) || takesBack.test(text));
  const says =
    (dates.length > 0 && type !== 'transcript') || about.includes('injunction') || isClerks || matters.test(text);
  return says ? 'read' : ofType[type];
}

function staysOrReopens(reading: EntryReading, text: string): boolean {
  return staysCase(reading, text) || endsOrReopens(reading, text) === 'reopened';
}

/** Words of an edit with which a clerk takes an entry back. */
export const takenByEdit = regex('i')`\b(stricken|vacated|withdrawn|expunged|${inError})\b`;

/** Words that may be about a party, an attorney or the case, and not about the entry itself. */
const ended = /\b(terminated|set aside)\b/i;

/** @param added the words that the edit added @param reading of these words only @param from as for `entryReason` */
export function editPriority(added: string, reading: EntryReading, from: string): Priority {
  if (entryReason({ ...reading, type: 'order', about: [], outcome: null }, added, from) === 'due') return 'act';
  return takenByEdit.test(added) || ended.test(added) || reading.outcome !== null || reading.dates.length > 0
    ? 'read'
    : 'routine';
}

/** Which entries the readers of a watch want: `report:` in watches.yaml. An absent list allows everything. */
export interface ReportFilter {
  /** Types to report. An entry that fits either `entries` or `about` is reported. */
  readonly entries?: readonly EntryType[] | undefined;
  readonly about?: readonly EntryTopic[] | undefined;
  readonly exclude?: readonly (EntryType | EntryTopic)[] | undefined;
  /** Types and topics that get the priority `act`. */
  readonly important?: readonly (EntryType | EntryTopic)[] | undefined;
}

/** Returns why a filter leaves an entry out: `report.exclude: transcript`; undefined if the entry is reported. */
export function filteredOutBy(filter: ReportFilter | undefined, reading: EntryReading): string | undefined {
  if (filter === undefined) return undefined;
  const excluded = filter.exclude?.find((one) => isOne(reading, one));
  if (excluded !== undefined) return `report.exclude: ${excluded}`;
  const { entries, about } = filter;
  if (entries === undefined && about === undefined) return undefined;
  const isWanted = entries?.includes(reading.type) || about?.some((topic) => reading.about.includes(topic));
  if (isWanted) return undefined;
  const what = reading.about.length === 0 ? reading.type : `${reading.type} about ${reading.about.join(', ')}`;
  return `${entries === undefined ? 'report.about' : 'report.entries'} does not name it: ${what}`;
}

export function isImportantTo(filter: ReportFilter | undefined, reading: EntryReading): boolean {
  return filter?.important?.some((one) => isOne(reading, one)) ?? false;
}

function isOne({ type, about }: EntryReading, wanted: EntryType | EntryTopic): boolean {
  return type === wanted || about.some((topic) => topic === wanted);
}

const occasion = String.raw`(?:hearings?|conferences?|trial|arguments?)\b`;
const off =
  '(?:vacated|cancell?ed|stricken|(?:adjourned|continued|postponed) (?:sine die|indefinitely|to a date to be \\w+))';

/** Each pattern takes a hearing off the calendar. */
const ways: readonly RegExp[] = [
  // "ORDER vacating the Markman hearing"
  regex('i')`\b(?:vacating|vacates|cancell?ing|cancels|striking|strikes) (?:the )?(?:(?!order(?! to show)|judgment
    |default|stay\b)[\w'-]+ ){0,6}?${occasion}`,
  // "The conference set for 12/3/2026 is CANCELLED"
  new RegExp(String.raw`\b${occasion}[^.;]{0,80}\b${off}\b`, 'i'),
  new RegExp(String.raw`\b${off} ${occasion}`, 'i'),
  // "the motions will not be heard on 12/3/2026"
  regex('i')`\b(?:hearings?|conferences?|trial|arguments?|motions?) will not (?:be (?:heard|held)|go forward|proceed
    |take place)\b`,
  // A form that shows what became of the hearing in its title: "Proceedings: VACATED"
  /\bproceedings: ?(?:_*x?_*)? ?(?:vacated|cancell?ed|stricken)\b/i,
];
const doubtful = regex('i')`\b(?:if|unless|whether|may(?! \d)|might|could|would|should|will|not|never|den(?:y|ies|ied
  |ying)|request\w*|seek\w*|declin\w+|refus\w+|mov(?:es|ed|ing) (?:to|for)|motions? (?:to|for))\b`;
const sentenceEnds = /(?<=[A-Za-z\d)\]]{4}[.;]) (?=["(]?[A-Z])/;
/** The points of `9:00 a.m.` end no sentence. */
export const pointsInside = /\b([ap])\.m\./gi;

/** True if a text certainly takes a hearing, conference or trial off the calendar, without a condition. */
export function vacatesHearing(text: string): boolean {
  return text
    .replace(relatedPapers, ' ')
    .replace(pointsInside, '$1m')
    .split(sentenceEnds)
    .some((sentence) => ways.some((way) => isCertain(sentence, way)));
}

function isCertain(sentence: string, way: RegExp): boolean {
  const found = way.exec(sentence);
  if (found === null) return false;
  const said = sentence.slice(0, found.index) + found[0].replace(/ will not .*/i, '');
  return !doubtful.test(said);
}
