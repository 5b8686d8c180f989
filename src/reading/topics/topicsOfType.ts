import type { EntryTopic, EntryType } from '../../records/docket.ts';
import { regex } from '../rule.ts';

export type TopicRead = Readonly<{ topic: EntryTopic; rule: string }>;

export interface KnownOfEntry {
  readonly type: EntryType;
  readonly typeRule: string;
  readonly head: string;
  readonly decided: boolean;
  readonly rulesOnMotion: boolean; // True if the entry says what became of a motion, unless that it was withdrawn.
  readonly setsHearing: boolean;
  readonly unsetsHearing: boolean;
  readonly setsDays: boolean;
  readonly setsDates: boolean; // True for calendar dates; a number of days from the filing does not count.
  readonly dismissedOnAppeal: boolean;
  readonly setsInBody: 'sentence' | 'trial' | undefined;
}

/** Topics whose words cover the rest of their clause: "extension of time to file a motion to dismiss". */
export const swallowing: ReadonlySet<string> = new Set<EntryTopic>([
  'extension',
  'joinder',
  'page limit',
  'pro hac vice',
]);

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
export function schedulingCounts({ type, decided }: KnownOfEntry, found: readonly TopicRead[], subject: string) {
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

export function unsetsHearing(body: string): boolean {
  return takenOff.test(body.slice(0, 400));
}

/** True for minutes of another hearing that set the sentencing or the trial: both topics count then. */
export function setsInMinutes(known: KnownOfEntry, topics: readonly TopicRead[]): boolean {
  const { type, head, setsHearing } = known;
  if ((type !== 'order' && type !== 'hearing') || !/\bminutes?\b/.test(head) || !setsHearing) return false;
  return (
    topics.every(({ topic }) => ['sentence', 'dismissal', 'scheduling', 'trial'].includes(topic)) &&
    known.setsInBody !== undefined
  );
}

const movesADay = /\b(?:reset|rescheduled|moved|continued)\b/;

/** True for an order that sets a trial or moves a sentencing and decides nothing: both topics count then. */
export function setsADayOfItsOwn({ type, head, decided, setsHearing }: KnownOfEntry, topics: readonly TopicRead[]) {
  if (type !== 'order' || decided || !setsHearing || topics.length === 0) return false;
  return topics.every(({ topic }) => topic === 'trial' || (topic === 'sentence' && movesADay.test(head)));
}

export function withDays({ setsInBody }: KnownOfEntry, topics: readonly TopicRead[]): TopicRead[] {
  const rule = 'minutes that set a sentencing or a trial';
  const more: TopicRead[] = [{ topic: 'scheduling', rule }];
  if (setsInBody === 'trial') more.push({ topic: 'trial', rule });
  return [...topics, ...more.filter(({ topic }) => !topics.some((other) => other.topic === topic))];
}

// In a bankruptcy court, the schedules that a debtor has not filed are papers, not the schedule of the case.
const missingPapers = /\b(?:missing documents|to update|incomplete filings?)\b/;
const naming = regex()`^(?:[\w'-]+ ){0,2}notice [^.]{0,60}?\b(?:re:?|on|regarding)\b [^.]{0,80}?\b(?:motions?
  |application|objection)\b[^.]{0,20}? (?:to|for) `;

export function setsADay({
  type,
  typeRule,
  head,
  decided,
  setsHearing,
  unsetsHearing,
  setsDays,
  setsDates,
}: KnownOfEntry): boolean {
  if (type === 'order')
    return (
      !decided &&
      !missingPapers.test(head) &&
      (setsDates || setsHearing || unsetsHearing || settingADay.test(head) || unsettingADay.test(head))
    );
  if (type === 'hearing' && naming.test(head)) return false;
  if (type === 'hearing')
    return (
      setsHearing ||
      unsetsHearing ||
      movedHearing.test(head) ||
      /\bargument notice\b/.test(head) ||
      /notice|meeting of/.test(typeRule)
    );
  if (type === 'letter') return setsHearing;
  return type === 'clerk' && setsDays && !housekeeping.test(head);
}

const sentencingSet = /\bsentenc(?:e|ing)\b(?: (?:with|without) psr)?(?: hearing)? (?:is )?set\b/;
const trialSet = /\btrial (?:is )?set\b/;

export function setsInBody(body: string): 'sentence' | 'trial' | undefined {
  if (trialSet.test(body)) return 'trial';
  return sentencingSet.test(body) ? 'sentence' : undefined;
}
