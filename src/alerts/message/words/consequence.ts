import { daysAfter } from '../../../base/time.ts';
import { cleanText, shortText } from '../../../base/words/cleanText.ts';
import { courtClock, type Reader, readerDay, readerShortDay } from '../../../base/words/readerDate.ts';
import { isEnding, isReopening, type Prioritised, prioritise } from '../../../reading/changePriority.ts';
import { filedDay } from '../../../reading/dates/findDays.ts';
import { paperWords } from '../../../reading/entryLabel.ts';
import { takenBack } from '../../../reading/entryParts.ts';
import { nearDays } from '../../../reading/entryPriority.ts';
import { type DateLine, dateTitle, titleInSentence } from '../../../reading/events/dateLine.ts';
import { readDateLines } from '../../../reading/events/readDateLines.ts';
import { partsDismissed, partsListed } from '../../../reading/outcomes/partDismissed.ts';
import { leavesCourt } from '../../../reading/phase.ts';
import { clockZone, courtsToday } from '../../../records/courts.ts';
import type { Entry, EntryReading } from '../../../records/docket.ts';
import type { MessageChange, MovedDate } from '../content.ts';
import { courtStatus, isNewlyVisible, kindHeading, updatedWords } from './happened.ts';
import { shortPartyOf } from './recordWords.ts';

export interface RankedChange {
  /** An entry that came with a new case has the kind `entry.new`. */
  readonly change: MessageChange;
  /** True for an entry that came with a new case: it is shown, but is not a stored change. */
  readonly inside?: boolean | undefined;
  /** True for an entry inside an old case that is too old to be news. */
  readonly isPast?: boolean | undefined;
  readonly prioritised: Prioritised;
}

/** Labels of entries that begin something, which are never only counted. */
export const orderToShowCause = 'ORDER TO SHOW CAUSE';
export const noticeOfAppeal = 'NOTICE OF APPEAL';
const noticeOfSettlement = 'NOTICE OF SETTLEMENT';

/** The kinds in the order of messages. `filed` is a paper that changes nothing yet. */
const kinds = ['important', 'ended', 'joined', 'new', 'due', 'ruled', 'later', 'filed'] as const;
export type ConsequenceKind = (typeof kinds)[number];

export interface Consequence {
  readonly kind: ConsequenceKind;
  readonly words: string;
  /** The words for a subject, without the number of the entry and the party of a date. */
  readonly short: string;
  /** The first ISO day that it sets. '' for other kinds. */
  readonly day: string;
  /** The number of dates that it sets. 1 for rulings and papers. */
  readonly count: number;
  readonly change: MessageChange;
}

export function consequencesOf(shown: readonly RankedChange[], reader: Reader): Consequence[] {
  const moved = shown.flatMap(({ change }) => change.moved ?? []);
  const all = shown.flatMap((one) => consequenceOf(one, reader, moved));
  const rank = ({ kind }: Consequence) => kinds.indexOf(kind);
  const sorted = all.toSorted((a, b) => rank(a) - rank(b) || (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  // "DISMISSED" already says that the case ended. Equal words of two papers or dates appear once.
  const isDecided = sorted.some(({ kind, short }) => kind === 'ended' && short === 'DISMISSED');
  const lastJudge = Math.max(...all.filter(isNewJudge).map(({ change }) => change.id));
  const words = new Set<string>();
  return sorted.filter((one) => {
    if (isNewJudge(one) && one.change.id !== lastJudge) return false;
    if (words.has(one.words) || (isDecided && one.short === caseEnded)) return false;
    words.add(one.words);
    return true;
  });
}

const caseEnded = 'case ENDED';

const isNewJudge = ({ short }: Consequence): boolean => /^(?:NEW JUDGE|JUDGE UNASSIGNED)/.test(short);

function consequenceOf(one: RankedChange, reader: Reader, movedInCase: readonly MovedDate[]): Consequence[] {
  const { change } = one;
  switch (change.kind) {
    case 'docket.new':
      if (change.joined !== undefined) return made(change, 'joined', joinedWords(change), kindHeading(change, reader));
      if (isNewlyVisible(change)) return made(change, 'new', kindHeading(change, reader).toLowerCase());
      return made(change, 'new', 'NEW CASE', 'new case');
    case 'docket.status':
      return statusConsequence(change);
    case 'docket.updated':
      return made(change, 'ruled', judgeWords(change));
    case 'entry.new':
    case 'entry.updated':
      return entryConsequences(one, reader, movedInCase);
    default:
      return [];
  }
}

/** Returns no consequence if `short` is ''. */
function made(change: MessageChange, kind: ConsequenceKind, short: string, words = short): Consequence[] {
  return short === '' ? [] : [{ kind, words, short, day: '', count: 1, change }];
}

/** True if the docket says that its case ended or was reopened. */
export function turnsCase(change: MessageChange): boolean {
  if (change.kind !== 'docket.status') return false;
  const { fields } = change;
  return fields.some((field) => isEnding(field) || isReopening(field)) || courtStatus(change) === 'ended';
}

function statusConsequence(change: MessageChange): Consequence[] {
  const status = change.superseded ? '' : courtStatus(change);
  if (status === 'ended') return made(change, 'ended', caseEnded);
  return status === 'reopened' ? made(change, 'ended', 'REOPENED', 'reopened') : [];
}

function entryConsequences(
  { change, prioritised, isPast }: RankedChange,
  reader: Reader,
  movedInCase: readonly MovedDate[],
): Consequence[] {
  const { reading, label } = prioritised;
  const paper = paperOf(change, prioritised);
  if (reading === undefined) return paper;
  const days = daysOf(change, reading, reader, movedInCase);
  if (isPast === true) return days;
  const decision = ruling(reading, label, change);
  const isSchedule =
    decision?.kind === 'ruled' && (days.length > 0 || namesMoved(reading, change, movedInCase)) && isBareOrder(reading);
  const ruled =
    decision === undefined || isSchedule
      ? []
      : made(change, decision.kind, decision.words, numbered(decision.words, change));
  const said = ruled.length > 0 ? ruled : paper.filter(({ kind }) => kind !== 'filed');
  return days.length + said.length > 0 ? [...days, ...said] : paper;
}

function paperOf(change: MessageChange, { reading, label, reason }: Prioritised): Consequence[] {
  const paper = change.kind === 'entry.updated' && label === 'IMPORTANT' ? 'IMPORTANT edited' : label;
  const isInjunction = reading?.type === 'motion' && reading.about.includes('injunction');
  const opens = isInjunction || label === noticeOfAppeal;
  const kind = reason === 'important' ? 'important' : opens ? 'new' : 'filed';
  return made(change, kind, paper, numbered(paper, change));
}

/** True if other entries of the message move or replace a date that this entry names. */
function namesMoved({ dates }: EntryReading, { replaced = [] }: MessageChange, movedInCase: readonly MovedDate[]) {
  const moved = [...replaced, ...movedInCase.map(({ date }) => date)];
  return dates.some((one) => 'date' in one && moved.includes(one.date));
}

const isBareOrder = ({ type, outcome }: EntryReading): boolean => type === 'order' && outcome === null;

function numbered(words: string, { entry }: MessageChange): string {
  const number = shortText(entry?.documentNumber, 12);
  return words === '' || number === '' ? words : `${words} (D.I. ${number})`;
}

const joinedWords = ({ record, joined }: MessageChange): string => `${shortPartyOf(record, joined?.party ?? '')} ADDED`;

function judgeWords(change: MessageChange): string {
  const judge = change.fields.find(({ field }) => field === 'assignedTo');
  if (typeof judge?.after !== 'string' || judge.after === '') return '';
  const others = change.fields.filter((field) => field !== judge);
  const words = others.length === 0 ? '' : `, ${updatedWords({ ...change, fields: others })}`;
  // Courts enter such a placeholder until they assign a judge.
  const said = /\bunassigned\b/i.test(judge.after) ? 'JUDGE UNASSIGNED' : `NEW JUDGE ${shortText(judge.after, 40)}`;
  return `${said}${words}`;
}

function ruling(
  reading: EntryReading,
  label: string,
  { record, entry, namedEntries, moved = [] }: MessageChange,
): { kind: ConsequenceKind; words: string } | undefined {
  const { type, outcome } = reading;
  const text = cleanText(entry?.description ?? '');
  if (takenBack(text)) return type === 'order' ? { kind: 'ruled', words: label } : undefined;
  const [said = '', ...more] = (label.split(' · ').at(-1) ?? '').split(/(?=, HEARING VACATED$)/);
  // If the hearing is known, another consequence says which one is vacated.
  const vacated = moved.length === 0 ? more.join('') : '';
  const part = partsListed(partsDismissed(reading, text).map((one) => shortPartyOf(record, one)));
  if (outcome === 'dismissed' && part !== '') return { kind: 'ruled', words: `${part} DISMISSED` };
  // Only the docket proves that the case ended; otherwise this is a reading of the entry.
  const isEnded = record.type === 'docket' && Boolean(record.dateTerminated);
  if (outcome === 'dismissed') return { kind: 'ended', words: isEnded ? 'DISMISSED' : 'appears DISMISSED' };
  if (label.startsWith(noticeOfSettlement))
    return part === '' ? { kind: 'ended', words: 'SETTLED' } : { kind: 'ruled', words: `SETTLED as to ${part}` };
  if (type === 'dismissal' && part !== '')
    return { kind: 'ruled', words: `DISMISSAL of ${part}${/\bonly\b/i.test(text) ? ' only' : ''}` };
  if (leavesCourt(reading, text) !== undefined) return { kind: 'ended', words: type === 'clerk' ? label : said };
  if (type === 'clerk') return undefined;
  // The plaintiff alone may dismiss a case early, with a notice.
  const dismissal = /^\W*notice\b/i.test(text) ? 'voluntary DISMISSAL' : 'DISMISSAL by the parties';
  if (type === 'dismissal') return { kind: 'ended', words: dismissal };
  if (type === 'judgment' || type === 'verdict') return { kind: 'ended', words: label };
  if (outcome !== null) {
    const isBare = /^[A-Z ()]+$/.test(said);
    const words = isBare ? `${decidedPaper(reading, said, namedEntries?.[0], text)} ${said}` : said;
    return { kind: 'ruled', words: `${words}${vacated}` };
  }
  if (label.startsWith(orderToShowCause)) return { kind: 'new', words: orderToShowCause };
  return type === 'order' || type === 'report' ? { kind: 'ruled', words: orderWords(label) } : undefined;
}

/** Names what is decided. A court affirms, reverses or vacates a decision, not a motion. */
function decidedPaper({ about }: EntryReading, says: string, named: Entry | undefined, text: string): string {
  const isOfAppeal = about.includes('appeal');
  if (says.startsWith('AFFIRMED') && isOfAppeal) return 'appeal';
  if (/^(?:REVERSED|VACATED)/.test(says)) return isOfAppeal ? 'judgment' : 'order';
  return motionNamed(named, text);
}

function motionNamed(entry: Entry | undefined, text: string): string {
  const asked = /\b(?:motion|stipulation|application|petition|request)\b/i.exec(text)?.[0].toLowerCase() ?? 'motion';
  if (entry === undefined) return asked;
  const words = paperWords(entry.description, entry.dateFiled);
  return words.startsWith('motion ') ? words : asked;
}

function orderWords(label: string): string {
  const [noun = '', ...about] = label.split(' · ');
  const said = about.join(' ');
  if (/ [A-Z]+$/.test(said)) return said;
  if (said === '') return noun;
  if (noun === 'REPORT AND RECOMMENDATION') return `R&R on ${said}`;
  return /^(?:motion|application|stipulation) /.test(said) ? `${noun} on ${said}` : `${said} ${noun}`;
}

/** @param movedInCase dates moved by other entries of the case, which are not reported a second time as set */
function daysOf(
  change: MessageChange,
  reading: EntryReading,
  reader: Reader,
  movedInCase: readonly MovedDate[],
): Consequence[] {
  const today = courtsToday(new Date(change.detectedAt));
  const moved = movedOf(change, today, reader);
  const isMoved = (line: DateLine) =>
    change.moved?.some(({ date }) => date !== undefined && date === line.date) ||
    movedInCase.some(({ date, title }) => date !== undefined && date === line.date && title === dateTitle(line, false));
  const set = daysSet({ ...change, reading }, today).filter((line) => line.act === 'sets' && !isMoved(line));
  const lines = [...new Map(set.map((line) => [dayWords(line, change, reader), line])).entries()];
  const [first] = lines.toSorted(([, a], [, b]) => (sortDay(a) < sortDay(b) ? -1 : 1));
  if (first === undefined) return moved;
  const [said, line] = first;
  const words = lines.length === 1 ? said : `${lines.length} dates set; first: ${said}`;
  const isNear = sortDay(line) <= daysAfter(today, nearDays) || (line.days ?? nearDays + 1) <= nearDays;
  const kind = isNear ? 'due' : 'later';
  const short = words.replace(/ \([^()]*\)$/, '');
  return [...moved, { kind, words, short, day: sortDay(line), count: lines.length, change }];
}

function movedOf(change: MessageChange, today: string, reader: Reader): Consequence[] {
  const kind = movesNear(change, today) ? 'due' : 'later';
  return (change.moved ?? []).map(({ title, was, date }) => {
    // The years of two days are both given, or neither.
    const inYear = date === undefined || date.slice(0, 4) === was.slice(0, 4);
    const dayIn = (day: string) => (inYear ? readerShortDay(day, change.detectedAt, reader) : readerDay(day, reader));
    const [old, now] = [dayIn(was), dayIn(date ?? '')];
    const name = titleInSentence(title);
    const words = date === undefined ? `VACATED: ${name} ${old}` : `MOVED to ${now} (was ${old}): ${name}`;
    return { kind, words, short: words, day: date ?? was, count: 1, change };
  });
}

const sortDay = ({ date }: DateLine): string => date ?? '9998';

function dayWords(line: DateLine, { kind, record, detectedAt }: MessageChange, reader: Reader): string {
  const { days, date, time } = line;
  const [, what = '', party = ''] = /^(.*?)(?: \(([^()]*)\))?$/.exec(dateTitle(line, false)) ?? [];
  const day = date === undefined ? `${days} days from filing` : readerShortDay(date, detectedAt, reader);
  const title = titleInSentence(what);
  const called = kind === 'entry.updated' ? title.replace(/(?= due$)|$/, ' now') : title;
  // An edit may change the time alone.
  const timezone = record.type === 'docket' ? clockZone(line.timezone, record) : undefined;
  const clock = kind === 'entry.updated' && time && date ? `, ${courtClock({ date, time, timezone }, reader)}` : '';
  return `${called} ${day}${clock}${party === '' ? '' : ` (${shortPartyOf(record, party)})`}`;
}

/** Like `prioritise`, but nobody must act on what is past, or on a date that nobody set or that fell away. */
export function prioritisedFor(change: MessageChange, watches: Parameters<typeof prioritise>[1]): Prioritised {
  const found = prioritise(change, watches);
  if (change.superseded && found.reason === 'reopened') return { ...found, priority: 'read', reason: undefined };
  const today = courtsToday(new Date(change.detectedAt));
  if (found.priority !== 'act' && movesNear(change, today)) return { ...found, priority: 'act', reason: 'due' };
  if (found.reason !== 'due') return found;
  const days = daysSet({ ...change, reading: found.reading }, today);
  if (movesNear(change, today) || days.some(({ act }) => act === 'sets')) return found;
  return { ...found, priority: 'read', reason: undefined };
}

/** True if the old or new day of a moved or vacated date is near, because readers have it in their calendars. */
function movesNear({ moved = [] }: Pick<MessageChange, 'moved'>, today: string): boolean {
  const isNear = (day: string) => day >= today && day <= daysAfter(today, nearDays);
  return moved.some(({ was, date }) => isNear(was) || (date !== undefined && isNear(date)));
}

type Filed = Pick<MessageChange, 'record' | 'entry' | 'reading' | 'replaced'>;

/** Returns the dates from `today` (ISO) on that an entry sets or requests. As a case ends, earlier dates fall away. */
export function daysSet({ record, entry, reading, replaced = [] }: Filed, today: string): DateLine[] {
  if (entry === undefined || reading === undefined || reading.dates.length === 0) return [];
  const ended = (record.type === 'docket' && record.dateTerminated) || '9999';
  return readDateLines(cleanText(entry.description), reading, entry.dateFiled)
    .filter(({ act, date }) => (act === 'sets' || act === 'asks') && (date === undefined || date >= today))
    .filter(({ act, date = '' }) => date <= ended || (act === 'sets' && (filedDay(entry.dateFiled) ?? '9999') >= ended))
    .filter(({ date = '' }) => !replaced.includes(date));
}
