import type { EntryDate, EntryOutcome, EntryTopic, EntryType } from '../../records/docket.ts';
import { regex } from '../rule.ts';

export type TopicRead = Readonly<{ topic: EntryTopic; rule: string }>;

export interface KnownOfEntry {
  readonly type: EntryType;
  readonly typeRule: string;
  readonly outcome: EntryOutcome | undefined;
  readonly dates: readonly EntryDate[];
  readonly head: string;
  readonly body: string;
}

function isDecided({ outcome }: KnownOfEntry): boolean {
  return outcome !== undefined && outcome !== 'deferred' && outcome !== 'moot';
}

function setsHearing({ dates }: KnownOfEntry): boolean {
  return dates.some(({ what }) => what === 'hearing');
}

/** Topics whose words cover the rest of their clause: "extension of time to file a motion to dismiss". */
export const swallowing = new Set<string>(['extension', 'joinder', 'page limit', 'pro hac vice']);

/** Words of a higher court, or of a court that decides as one. */
export const ofHigherCourt = regex('i')`\b(?:usca|court of appeals|(?:federal|\w+) circuit|appellate|bap|per curiam
  |memorandum disposition|summary order|(?:non)?precedential|(?:un)?published opinion|(?:rule|r\.) 36)\b|\bopinion
  (?:and judgment )?filed\b|\b(?:filed|judgment of|opinion of|decision of) the district court\b
  |\bdistrict court(?:'s)? (?:judgment|order|decision)\b|^\W*(?:appeal remark|opinion filed|filed opinion)\b`;

/** The only topics that a listed type can have. All other types can have any topic. */
const only: Partial<Record<EntryType, readonly EntryTopic[]>> = {
  complaint: ['transfer', 'habeas', 'class', 'appeal', 'infringement', 'amendment', 'sentence'],
  answer: ['amendment'],
  transcript: [],
  fee: [],
  disclosure: ['infringement', 'fees', 'seal'],
  appearance: ['pro hac vice', 'representation'],
  service: ['service'],
  verdict: ['trial'],
  appeal: ['appeal', 'class', 'in forma pauperis', 'seal', 'habeas'],
  // biome-ignore format: a list of words
  clerk: [
    'scheduling', 'judge', 'representation', 'pro hac vice', 'appeal', 'transfer', 'joinder', 'discovery',
    'in forma pauperis', 'amendment', 'service', 'settlement', 'seal',
  ],
  // biome-ignore format: a list of words
  other: [
    'seal', 'sentence', 'fees', 'habeas', 'trial', 'discovery', 'in forma pauperis', 'infringement', 'settlement',
    'judge',
  ],
  // biome-ignore format: a list of words
  report: [
    'dismissal', 'summary judgment', 'judgment on the pleadings', 'default', 'claim construction', 'injunction',
    'habeas', 'class', 'fees', 'jurisdiction', 'transfer', 'in forma pauperis', 'sanctions', 'settlement', 'sentence',
    'expert', 'strike', 'amendment', 'stay', 'reconsideration', 'joinder',
  ],
};

// A note about a mailing, a deficiency or a closed docket names another paper only to identify it.
export const housekeeping = regex()`^case opened|^closed|\b(?:bnc|mailing|deficien\w*|missing|incomplete|correct(?:ion
  |ive|ing)|closed|previous dismissal|clerk'?s evidence|presumption|course|submission|error|mail sent|mail returned
  |to file conventionally|placed in file|court deleted|being considered|defective)\b`;

export function mayBeAbout({ type, head }: KnownOfEntry, topic: EntryTopic): boolean {
  if ((type === 'hearing' || type === 'letter') && topic === 'extension') return false;
  if (type === 'clerk' && housekeeping.test(head) && !/^(?:re)?set\b/.test(head)) return false;
  // A trustee's report on a dismissed case is about its money.
  if (type === 'status' && topic === 'dismissal') return false;
  if (type === 'clerk' && topic === 'stay') return head.startsWith('case stayed');
  return only[type]?.includes(topic) ?? true;
}

/** False for an order that decides something or has another topic, and then only sets dates. */
export function schedulingCounts(known: KnownOfEntry, found: readonly TopicRead[], subject: string) {
  const { type } = known;
  const decided = isDecided(known);
  if (type !== 'order' && type !== 'hearing') return true;
  if (decided && !schedulingAsked.test(subject)) return false;
  if (type === 'order' && !decided && setsBeside.test(subject)) return true;
  return (
    (type === 'order' && found[0]?.topic === 'scheduling') ||
    found.every(({ topic }) => topic === 'scheduling' || topic === 'trial')
  );
}

const settingADay = /\b(?:re)?(?:setting|scheduling) [^.]{0,60}(?:hearing|conference|trial|argument|dates?\b|plea)/;
// "ORDER appointing counsel and setting status hearing": the title names both topics.
const setsBeside = /^(?:\w+ )?order [^.]{0,80}\band (?:re)?(?:setting|scheduling)\b/;
const movedHearing = /\b(?:hearing|conference) (?:is |has been )?(?:cancell?ed|vacated|reset|rescheduled)\b/;
const unsettingADay =
  /^(?:\w+ )?order (?:vacating|cancell?ing|striking|terminating) [^.]{0,40}(?:hearing|conference|trial|argument|date)/;
const schedulingAsked = regex()`^(?:[\w'-]+ ){0,4}(?:scheduling|pretrial|pre-trial|case management
  |docket control) order\b|(?:motion|application|request|stipulation)[^.]{0,80}(?:schedul|setting|shorten|reset|continu
  |expedit|accelerat|pre-?motion conference|pre motion conference)`;

const takenOff = regex()`\b(?:vacat|cancel|strik)(?:es?|s|ing) the [^.;]{0,60}\b(?:hearing|conference|trial)\b
  |\b(?:hearing|conference|trial)\b[^.;]{0,80}\b(?:is|are|be|and) (?:hereby )?(?:cancell?ed|vacated|stricken)\b`;

/** True for minutes of another hearing that set the sentencing or the trial: both topics count then. */
export function setsInMinutes(known: KnownOfEntry, topics: readonly TopicRead[]): boolean {
  const { type, head, body } = known;
  if ((type !== 'order' && type !== 'hearing') || !/\bminutes?\b/.test(head) || !setsHearing(known)) return false;
  const isOfMinutes = topics.every(({ topic }) => ['sentence', 'dismissal', 'scheduling', 'trial'].includes(topic));
  return isOfMinutes && (trialSet.test(body) || sentencingSet.test(body));
}

const movesADay = /\b(?:reset|rescheduled|moved|continued)\b/;

/** True for an order that sets a trial or moves a sentencing and decides nothing: both topics count then. */
export function setsADayOfItsOwn(known: KnownOfEntry, topics: readonly TopicRead[]) {
  if (known.type !== 'order' || isDecided(known) || !setsHearing(known) || topics.length === 0) return false;
  return topics.every(({ topic }) => topic === 'trial' || (topic === 'sentence' && movesADay.test(known.head)));
}

export function withDays({ body }: KnownOfEntry, topics: readonly TopicRead[]): TopicRead[] {
  const rule = 'minutes that set a sentencing or a trial';
  const more: TopicRead[] = [{ topic: 'scheduling', rule }];
  if (trialSet.test(body)) more.push({ topic: 'trial', rule });
  return [...topics, ...more.filter(({ topic }) => !topics.some((other) => other.topic === topic))];
}

// In a bankruptcy court, the schedules that a debtor has not filed are papers, not the schedule of the case.
const missingPapers = /\b(?:missing documents|to update|incomplete filings?)\b/;
const naming = regex()`^(?:[\w'-]+ ){0,2}notice [^.]{0,60}?\b(?:re:?|on|regarding)\b [^.]{0,80}?\b(?:motions?
  |application|objection)\b[^.]{0,20}? (?:to|for) `;

export function setsADay(known: KnownOfEntry): boolean {
  const { type, typeRule, head, dates } = known;
  const movesHearing = setsHearing(known) || takenOff.test(known.body.slice(0, 400));
  // A number of days from the filing is no date.
  const namesDate = dates.some((date) => 'date' in date);
  switch (type) {
    case 'order':
      if (isDecided(known) || missingPapers.test(head)) return false;
      return namesDate || movesHearing || settingADay.test(head) || unsettingADay.test(head);
    case 'hearing':
      if (naming.test(head)) return false;
      return movesHearing || movedHearing.test(head) || argumentNotice.test(head) || /notice|meeting of/.test(typeRule);
    case 'letter':
      return setsHearing(known);
    default:
      return type === 'clerk' && dates.length > 0 && !housekeeping.test(head);
  }
}

const argumentNotice = /\bargument notice\b/;
const sentencingSet = /\bsentenc(?:e|ing)\b(?: (?:with|without) psr)?(?: hearing)? (?:is )?set\b/;
export const trialSet = /\btrial (?:is )?set\b/;
