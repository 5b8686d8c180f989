import { dayMs, utcDay } from '../../base/time.ts';
import type { EntryDate, EntryReading, EntryType } from '../../records/docket.ts';
import { calledOff, toDay } from '../dates/dayRole.ts';
import { filedDay, findDays, monthBegins } from '../dates/findDays.ts';
import { dayReplaced, zoneWritten } from '../dates/readDates.ts';
import { partsOf } from '../entryParts.ts';
import { pointsInside } from '../entryPriority.ts';
import { endsOrReopens } from '../phase.ts';
import { regex, source } from '../rule.ts';
import { type DateLine, type Subject, saysWhatIsDue } from './dateLine.ts';
import { askedFor, filerOf, isAsked, plainParty, subjectOf } from './subject.ts';

// biome-ignore format: a list of words
const asking: ReadonlySet<EntryType> = new Set([
  'motion', 'stipulation', 'letter', 'brief', 'response', 'reply', 'status',
]);
const againSaid = regex('i')`\b(?:re-?set|re-?schedul\w*|extend\w*|enlarg\w*|continued|adjourned|postponed|moved to
  |advanced to|now due|(?:corrected|changed) to|(?:amended|corrected) (?:[a-z-]+ ){0,3}(?:order|notice|schedule
  |calendar)|set/reset|vacated and|new deadline)\b`;
export function readDateLines(text: string, reading: EntryReading, dateFiled: string): DateLine[] {
  const filed = filedDay(dateFiled);
  // The clerk's stamp is removed: its day belongs to no event.
  const { whole } = partsOf(text);
  const set = new Set(reading.dates.flatMap((each) => ('date' in each ? [each.date] : [])));
  const named = [...new Set(findDays(whole, filed).map(({ date }) => date))].filter((day) => !set.has(day));
  const again = againSaid.test(whole) || reading.about.includes('extension');
  // Filings of parties repeat dates that others set, or ask for new ones. Only a notice of deposition sets its own.
  const isRepeated = ofParties.has(reading.type) && reading.type !== 'discovery';
  const sets = reading.dates.map((date): DateLine => {
    const { what, words, time } = date;
    const old = 'date' in date ? dayReplaced(words, filed) : undefined;
    const isMove = old !== undefined && named.includes(old);
    const subject = subjectOf(words, what, reading.about, old === undefined ? '' : whole);
    const party = subject.name === 'answer' && subject.party === '' ? partyServed(whole, words) : subject.party;
    const asks = asking.has(reading.type) && isAsked(date, whole, again);
    const supersedes =
      what === 'deadline' && setsSchedule(reading) && saysWhatIsDue(subject.name) && !perPaper.test(subject.name);
    return {
      act: asks ? 'asks' : 'sets',
      what,
      ...subject,
      party,
      ...whenOf(date, filed),
      time,
      timezone: zoneWritten(date),
      words,
      moves: isRepeated && !asks ? 'none' : again || isMove ? 'again' : 'name',
      named: isMove ? [old] : named,
      ...(supersedes && { supersedes }),
      ...(asks &&
        subject.name === 'answer' &&
        !otherAnswer.test(whole) && { by: askedFor(whole) ?? filerOf(whole) ?? '' }),
    };
  });
  return [
    ...eachOnce(sets),
    ...readCancellations(whole, reading, named),
    ...readAnswer(whole, reading),
    ...(reading.outcome === 'granted' && reading.about[0] === 'extension' && sets.length === 0
      ? [lineOf('extends')]
      : []),
    ...readEnd(whole, reading),
  ];
}

/** Words of an answer that is not the one to the complaint. */
const otherAnswer = regex('i')`\b(?:amended|corrected|supplemental|partial|proposed|redacted) answer\b
  |\b(?:counter|cross)-? ?(?:claim|complaint)s?(?! against\b)`;

/** Returns who has answered the complaint; [] if the entry does not name its filer. */
function readAnswer(text: string, { type }: EntryReading): DateLine[] {
  const party = type === 'answer' && /\banswer\b/i.test(text) && !otherAnswer.test(text) ? filerOf(text) : undefined;
  if (party === undefined) return [];
  const answer = { what: 'deadline', name: 'answer', kind: 'named', party } as const;
  return [{ act: 'answers', ...answer, words: '', moves: 'none', named: [] }];
}

/** Keeps one line for a deadline that an entry names with and without its party: `Answer due (Rival Inc)`. */
function eachOnce(lines: readonly DateLine[]): DateLine[] {
  const isSame = (one: DateLine, other: DateLine) =>
    one.what === 'deadline' && one.what === other.what && one.name === other.name && one.date === other.date;
  return lines.filter((line) => line.party !== '' || !lines.some((other) => other.party !== '' && isSame(line, other)));
}

/** Deadlines that a case has several times, at once or in turn. */
const perPaper = regex()`\b(?:report|letter|status|update|response|opposition|objection|reply|brief|memorandum|motion
  |submission|answer|statement|notice)$`;

function setsSchedule({ type, about }: EntryReading): boolean {
  return type === 'order' && about.includes('scheduling');
}

function readEnd(text: string, reading: EntryReading): DateLine[] {
  const said = endsOrReopens(reading, text);
  if (said === undefined) return [];
  return [lineOf(said === 'ended' ? 'ends' : 'reopens')];
}

function lineOf(act: 'extends' | 'ends' | 'reopens'): DateLine {
  return { act, what: 'hearing', name: '', kind: 'generic', party: '', words: '', moves: 'none', named: [] };
}

function whenOf(date: EntryDate, filed: string | undefined): Pick<DateLine, 'date' | 'days'> {
  if ('date' in date) return { date: date.date };
  if (filed === undefined) return { days: date.days };
  const at = new Date(Date.parse(filed) + date.days * dayMs);
  return { days: date.days, date: utcDay(at) };
}

/** "Rival Inc. served on 11/25/2026, answer due 12/16/2026": returns the party named before the day of service. */
function partyServed(text: string, words: string): string {
  const at = text.indexOf(words);
  const before = at < 0 ? '' : text.slice(Math.max(0, at - 160), at);
  const name = /(?:^|[.;:] +|by |upon |on )([A-Z][^;:]{1,80}?) served on [^;]{0,30}$/.exec(before)?.[1] ?? '';
  return plainParty(name.replace(/^.*\. (?=[A-Z])/, ''));
}

/** Types that parties file. Only a court or its clerk moves and cancels; a party asks for it. */
// biome-ignore format: a list of words
const ofParties: ReadonlySet<EntryType> = new Set([
  'complaint', 'answer', 'motion', 'response', 'reply', 'brief', 'evidence', 'transcript', 'stipulation', 'dismissal',
  'appeal', 'status', 'discovery', 'appearance', 'service', 'disclosure', 'letter', 'fee',
]);
/** A clerk or a party gives a notice. What a party announces is not certain. */
const byParty = /^\W*(?:\w+ )?notice\b[^.;]{0,80}? by (?!the court|clerk|the clerk|judge|chambers)/i;

const event = '(?:hearings?|conferences?|trial|arguments?|depositions?|mediation|meeting|deadlines?|dates?|due)';
/** "The trial date is continued 60 days": the old day does not hold, and the new one is not named. */
const movedBy = source`(?:adjourned|continued|extended|postponed) (?:(?:an?|additional|another|approximately|about|at
  |by|for|least) )*[\w-]+ (?:\(\d+\) )?(?:days|weeks|months)`;
const undone = source`(?:${movedBy}|vacated|vacates?|vacating|cancell?ed|cancels?|cancell?ing|cancell?ation|stricken
  |strikes|terminated|terminates?|off calendar|${calledOff}|(?:adjourned|continued|postponed) (?:sine die|indefinitely
  |to a date to be \w+))`;
const isCalledOff = new RegExp(calledOff, 'gi');
const isMovedBy = new RegExp(movedBy, 'i');
const after = new RegExp(`(?:[\\w'-]+(?:\\.'s)? ){0,6}\\b${event}\\b(?:(?!\\. The )[^;]){0,90}?\\b${undone}\\b`, 'gi');
const before = new RegExp(`\\b${undone}\\b[^.;]{0,70}?\\b${event}\\b[^.;]{0,60}`, 'gi');
const many = '(?:hearings?|deadlines?|dates|settings)\\b';
const added = '(?:(?:and|or|all|other|pending|future|remaining|set|scheduled|trial) )*';
const allEvents = `\\ball ${added}${many}(?:,? ${added}${many})*`;
const everything = new RegExp(`${allEvents}|\\bterminate deadlines and hearings\\b`, 'i');
/** Words behind a cancellation that move the event. Its new day is read as a date that is set again. */
const movesTo =
  /\b(?:reset|rescheduled|continued|advanced|moved|adjourned|re-set|re-?noticed)\b(?: (?:to|for|until)\b)?/i;

/** The move names the new day. An event without one, "to be re-noticed", is canceled until then. */
const movesToDay = regex('i')`^[^.;]{0,30}\b(?:to|for|until) ${toDay}(?:\d|${monthBegins})`;

const be = '(?:is|are|was|were|be(?:,? and (?:hereby )?is)?|has been|have been|shall be)';
const isUndone = `[ ,:-]+(?:${be}[ ,]+)?(?:and[ ,]+)?(?:hereby[ ,]+)?(?:therefore[ ,]+)?(?:taken )?${undone}\\b`;
/** A verb that undoes what comes after it. "is VACATED because the trial is near" does not match. */
const undoes = source`\b(?:vacat|cancel|strik|terminat)(?:e|es|s|ing|ling|ed|led|ation|lation)? (?:of )?(?!(?:and|or|but
  |as|because|since|so|in|by|at|for|until|till|pending|after|before|when|while|with|without|due|pursuant|per|given|to
  |on)\b)`;
const setFor = source`[ ,]+(?:previously |currently |presently |now |originally )?(?:set|scheduled|noticed
  |calendared) (?:for|on|at|before|in|to)\b`;
/** The event is the subject of a verb that undoes it, or comes right behind such a verb. */
const plainly = regex('i')`\b${event}\b(?:${setFor}[^.;]*?|[ ,]+(?:of|on|for|at|before|in|as to) [^.;]*?
  |(?<=deadlines?) to [^.;]*?(?=[ ,]+${be}\b)|[ ,]+(?:and|or) [\w ]{1,40}?)?${isUndone}|${undoes}(?:(?!order(?! to show)
  |judgment|stay|dismissal|default|motion)[\w/:.-]+ ){0,6}?${event}\b`;
const plainlyAll = regex('i')`${allEvents}(?:(?:${setFor}| set forth in| in th(?:is|e|ese))(?: (?!${be} )
  [^ ;]+)*?)?${isUndone}|${undoes}(?:[\w ]{1,40} and )?${allEvents}(?! (?:${be}|will|being)\b)
  |\bterminate deadlines and hearings\b`;
/** Words that undo something other than a date: an order, a stay, an earlier cancellation. */
const undoesOther = regex('i')`\b(?:stay|orders?|judgments?|dismissals?|default|rulings?|opinion|cancell?ation)(?: (?:of
  |dated|entered|at) [^.;,:]{0,30}?)? (?:is|are|was|were|be|has been|have been) (?:hereby )?(?:vacated|stricken
  |terminated|cancell?ed|lifted)\b|\b(?:vacat\w+|strik\w+|terminat\w+|lift\w+|cancell?ing) (?:the |its |this |that |
  any )?(?:[\w-]+ ){0,3}?(?:stay|orders?(?! to show cause hearing)|judgments?|dismissals?|default|rulings?|opinion
  |cancell?ation)\b`;
/** Words that refuse to cancel a date, or restore or keep it. */
const refusesOrKeeps = regex('i')`\b(?:declin\w+|den(?:y|ies|ied|ying|ial)|refus\w+|reject\w*|overrul\w+|disallow\w*
  |reinstat\w+|restor\w+|reviv\w+|remains?|keep\w*|kept|retain\w*|maintain\w*|preserv\w+|in (?:full )?(?:force|effect)
  |go(?:es)? forward|proceeds? as|(?:will|shall) proceed|unaffected|unchanged)\b|\b(?:not|never|nor|neither|without
  |rather than|instead of) (?:\w+ ){0,3}?(?:vacat|cancel|strik|stricken|terminat|off calendar)|\b(?:vacat\w+|strik\w+
  |rescind\w*|withdraw\w*|set\w* aside) (?:[\w-]+ ){0,3}?(?:order|notice|entry|cancell?ation) (?:that|which|of|vacat\w+
  |cancel\w+)\b`;
/** Words of a request, an agreement, a condition, a possibility or an exception. */
const inDoubt = regex('i')`\b(?:request\w*|seek\w*|sought|mov(?:es|ing|ed) (?:to|for)|(?:motion|petition
  |application)s? (?:to|for|seeking|that)|propos\w+|stipulat\w+|ask\w*|pray\w*|urg\w+|wish\w*|recommend\w*|whether|if
  |unless|should|subject to|provided|may(?! \d)|might|could|would|will(?! (?:be )?(?:decid|rul|resolv)\w+)
  |in the event|contingent|tentative\w*|intend\w*|not|never|cannot|except(?:ing|ion of)?|excluding|other than|but
  |apart from|aside from|save for)\b`;
/** The motion that a hearing is about. This entry does not ask for it, unless that motion asks to undo a date. */
const subjectOfHearing = regex('gi')`\b(?:on|re|regarding|as to|of|for)[: ]+(?:[\w.,'’#()-]+ ){0,8}?(?:motion|petition
  |application|request)s? (?:to|for) (?!vacat|cancel|strik|terminat|continu|adjourn|reschedul|extend)[\w-]+`;
const asksFor = /\b(?:request\w*|seek\w*|sought|motions? (?:to|for|seeking|that)|ask\w*)\b/i;

const occasion = /\b(?:hearings?|conferences?|trial|arguments?|depositions?|mediation|meeting)\b/i;
const deadlineFor = /\bdeadlines? (?:for|to|of|on)\b/i;
const verbOf = regex('gi')`^${undone}\b|[ ,:-]+(?:(?:is|are|was|were|be|being|been|has|have|had|shall|should|may|might
  |must|will|would|hereby|therefore|and|taken)[ ,]+)*${undone}\b.*$`;

type Undone = Pick<DateLine, 'what' | 'name' | 'kind' | 'party' | 'all'> & Readonly<{ isPlain: boolean }>;

/** Returns what the words cancel. The verb is removed first, because it could be read as the name of a deadline. */
function undoneIn(words: string, named: readonly string[]): Undone[] {
  if (everything.test(words)) return kindsIn(words);
  const isPlain = plainly.test(words);
  const [hearing, deadline] = [words.search(occasion), words.search(deadlineFor)];
  if (hearing >= 0 && !(deadline >= 0 && deadline < hearing))
    return [{ what: 'hearing', ...subjectOf(words, 'hearing', []), isPlain }];
  // "The deadline" has neither name nor day. Even if only one deadline is known, another may be meant.
  return deadlinesIn(words.replace(verbOf, '')).map((subject) => ({
    what: 'deadline',
    ...subject,
    isPlain: isPlain && (subject.kind !== 'generic' || named.length > 0),
  }));
}

// "Terminate Deadlines and Hearings as to 45 MOTION to Dismiss"
const ofOneMotion = /\b(?:as to|re:?) \[?\d/i;

/** Returns hearings and deadlines. A kind that the words do not name, as hearings in "all deadlines", is in doubt. */
function kindsIn(words: string): Undone[] {
  const said = everything.exec(plainlyAll.exec(words)?.[0] ?? '')?.[0] ?? '';
  return (['hearing', 'deadline'] as const).map((what) => ({
    what,
    name: '',
    kind: 'generic',
    party: '',
    all: !ofOneMotion.test(words),
    isPlain: !ofOneMotion.test(words) && new RegExp(`${what}|dates|setting`, 'i').test(said),
  }));
}

function deadlinesIn(words: string): Subject[] {
  const parts = /\bdeadlines\b/i.test(words) ? words.split(/,? and |, /) : [words];
  const last = subjectOf(parts.at(-1) ?? '', 'deadline', []);
  const noun = last.name.split(' ').at(-1);
  const others = parts.slice(0, -1).map((part) => {
    const subject = subjectOf(part, 'deadline', []);
    return saysWhatIsDue(subject.name) ? subject : subjectOf(`${part} ${noun}`, 'deadline', []);
  });
  return [...others, last];
}

export function readCancellations(
  text: string,
  { type, outcome }: Pick<EntryReading, 'type' | 'outcome'>,
  named: readonly string[],
): DateLine[] {
  if (ofParties.has(type)) return [];
  const nobodyComes = notAttended(text, named);
  if (!new RegExp(`\\b${undone}\\b|terminat`, 'i').test(text)) return nobodyComes;
  let isSetAgain = false;
  const refused = outcome === 'denied' || outcome === 'moot' || outcome === 'withdrawn';
  const announced = byParty.test(text);
  const seen = new Set<string>();
  const cancelled = sentencesOf(text.replace(pointsInside, '$1m')).flatMap((sentence) => {
    const said = sentence.replace(isCalledOff, 'cancelled').replace(subjectOfHearing, ' ');
    if (refusesOrKeeps.test(said) || (refused && asksFor.test(said))) return [];
    const certain =
      (!refused || outcome === 'withdrawn') && !announced && !undoesOther.test(said) && !inDoubt.test(said);
    return [...sentence.matchAll(after), ...sentence.matchAll(before)].flatMap(({ 0: words, index }): DateLine[] => {
      if (movesTo.test(sentence.slice(index + words.length, index + words.length + 40))) {
        isSetAgain ||= movesToDay.test(sentence.slice(index + words.length));
        return [];
      }
      return undoneIn(words, named).flatMap(({ isPlain, ...undone }): DateLine[] => {
        const key = [undone.what, undone.name, undone.party].join('|');
        if (seen.has(key)) return [];
        seen.add(key);
        const act = certain && isPlain && !isMovedBy.test(words) ? 'cancels' : 'may cancel';
        return [{ act, ...undone, words: words.trim(), moves: 'none', named }];
      });
    });
  });
  if (cancelled.length === 0) return nobodyComes;
  // "NOTICE of Vacated Hearing: the pretrial hearing is vacated and continued to 12/10": the title names the same one.
  return cancelled.filter(({ what, kind, all }) => !(isSetAgain && what === 'hearing' && kind === 'generic' && !all));
}

const noAppearance =
  /\b(?:no (?:[a-z]+ )?appearances?\b[^.;]*\b(?:required|necessary|needed)|need not appear)\b[^.;]*/i;

/** "No appearance required on 12/2/2026": the hearing may be canceled, or may take place without the parties. */
function notAttended(text: string, named: readonly string[]): DateLine[] {
  const words = noAppearance.exec(text)?.[0];
  if (words === undefined || named.length === 0 || !/\d/.test(words)) return [];
  return [{ act: 'may cancel', what: 'hearing', name: '', kind: 'generic', party: '', words, moves: 'none', named }];
}

/** Splits into sentences. In doubt it does not split, so a refusal in either half keeps the date. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[\p{L}\d)\]]{4}[.;]|;)\s+(?=["“(]?\p{Lu})/u);
}
