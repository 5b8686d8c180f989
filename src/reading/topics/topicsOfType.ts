import type { EntryTopic, EntryType } from '../entryReading.ts';
import type { KnownOfEntry, TopicRead } from './readTopics.ts';

/** Topics whose words take the rest of their clause along: "extension of time to file a motion to dismiss" is no dismissal. */
export const swallowing: ReadonlySet<string> = new Set<EntryTopic>([
  'extension',
  'joinder',
  'page limit',
  'pro hac vice',
]);

/** A type that is listed can be about these alone; the other types can be about anything. */
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
  clerk: [
    'scheduling',
    'judge',
    'representation',
    'pro hac vice',
    'appeal',
    'transfer',
    'joinder',
    'discovery',
    'in forma pauperis',
    'amendment',
    'service',
    'settlement',
    'seal',
  ],
  other: [
    'seal',
    'sentence',
    'fees',
    'habeas',
    'trial',
    'discovery',
    'in forma pauperis',
    'infringement',
    'settlement',
    'judge',
  ],
  report: [
    'dismissal',
    'summary judgment',
    'judgment on the pleadings',
    'default',
    'claim construction',
    'injunction',
    'habeas',
    'class',
    'fees',
    'jurisdiction',
    'transfer',
    'in forma pauperis',
    'sanctions',
    'settlement',
    'sentence',
    'expert',
    'strike',
    'amendment',
    'stay',
    'reconsideration',
    'joinder',
  ],
};

// Mailings, deficiencies and dockets closed name other papers only to say which.
const housekeeping =
  /^case opened|^closed|\b(?:bnc|mailing|deficien\w*|missing|incomplete|correct(?:ion|ive|ing)|closed|previous dismissal|clerk'?s evidence|presumption|course|submission|error|mail sent|mail returned|to file conventionally|placed in file)\b/;

export function mayBeAbout({ type, head }: KnownOfEntry, topic: EntryTopic): boolean {
  if ((type === 'hearing' || type === 'letter') && topic === 'extension') return false;
  if (type === 'clerk' && housekeeping.test(head) && !/^(?:re)?set\b/.test(head)) return false;
  return only[type]?.includes(topic) ?? true;
}

const always: Partial<Record<EntryType, EntryTopic>> = {
  service: 'service',
  appeal: 'appeal',
  verdict: 'trial',
  discovery: 'discovery',
  dismissal: 'dismissal',
};

/** The topics found, with those that follow from the type or from there being no other, without those that only go along. */
export function impliedTopics(known: KnownOfEntry, subject: string, found: readonly TopicRead[]): TopicRead[] {
  const { type } = known;
  const habeas = found.some(({ topic }) => topic === 'habeas');
  const topics = found.filter(
    ({ topic }) =>
      (topic !== 'scheduling' || schedulingCounts(known, found, subject)) && !(habeas && topic === 'reconsideration'),
  );
  const schedules =
    /^scheduling: (?:\(scheduling\||\[joint\] case management|docket control)/.test(found[0]?.rule ?? '') &&
    type === 'order';
  if (schedules) return topics.filter(({ topic }) => topic === 'scheduling' || topic === 'trial');
  // "Set/Reset Deadlines as to 17 MOTION to Intervene", "this case is referred for discovery scheduling".
  const first = found[0]?.topic;
  if (type === 'clerk' && (first === 'scheduling' || first === 'judge'))
    return topics.filter(({ topic }) => topic === first);
  const ever = always[type];
  if (ever && !(type === 'dismissal' && /settle|resolution|compromise/.test(subject))) {
    topics.unshift({ topic: ever, rule: `every ${type} is about ${ever}` });
  }
  if (type === 'appearance' && topics.length === 0 && !/request for/.test(known.typeRule))
    topics.push({ topic: 'representation', rule: 'every appearance' });
  if (
    type === 'complaint' &&
    /\b(?:amended|supplemental) (?:class action |consolidated )?(?:complaint|petition|counterclaim)/.test(
      subject.slice(0, 60),
    )
  ) {
    topics.push({ topic: 'amendment', rule: 'a complaint that is called amended' });
  }
  const mediated = topics.some(({ topic }) => topic === 'settlement') && !/\bjudges?\b/.test(subject);
  if (mediated && topics.some(({ topic }) => topic === 'judge')) return topics.filter(({ topic }) => topic !== 'judge');
  const apart = topics.filter(({ topic }) => topic !== 'jurisdiction');
  // "Jurisdiction transferred", "consent to the jurisdiction of a magistrate judge": none is in dispute.
  if (
    apart.some(({ topic }) => topic === 'transfer' || topic === 'judge') &&
    !/\b(?:lack|want|personal|subject)\b/.test(subject)
  )
    return apart;
  if (
    known.dismissedOnAppeal &&
    topics.some(({ topic }) => topic === 'appeal') &&
    !topics.some(({ topic }) => topic === 'dismissal')
  )
    topics.push({ topic: 'dismissal', rule: 'an appeal that is dismissed' });
  if (setsInMinutes(known, topics)) return withDays(known, topics);
  if (topics.length === 0 && setsADay(known))
    topics.push({ topic: 'scheduling', rule: 'sets days, and no subject is named' });
  return topics;
}

// A decision or a named subject, and then the next days: the days are not what the order is about.
function schedulingCounts({ type, decided }: KnownOfEntry, found: readonly TopicRead[], subject: string): boolean {
  if (type !== 'order' && type !== 'hearing') return true;
  if (decided && !schedulingAsked.test(subject)) return false;
  if (type === 'order' && !decided && setsBeside.test(subject)) return true;
  return (
    (type === 'order' && found[0]?.topic === 'scheduling') ||
    found.every(({ topic }) => topic === 'scheduling' || topic === 'trial')
  );
}

const settingADay = /\b(?:re)?(?:setting|scheduling) [^.]{0,60}(?:hearing|conference|trial|argument|dates?\b|plea)/;
// "ORDER appointing counsel and setting status hearing": the title names both.
const setsBeside = /^(?:\w+ )?order [^.]{0,80}\band (?:re)?(?:setting|scheduling)\b/;
const movedHearing = /\b(?:hearing|conference) (?:is |has been )?(?:cancell?ed|vacated|reset|rescheduled)\b/;
const unsettingADay =
  /^(?:\w+ )?order (?:vacating|cancell?ing|striking|terminating) [^.]{0,40}(?:hearing|conference|trial|argument|date)/;
const schedulingAsked =
  /(?:motion|application|request|stipulation)[^.]{0,80}(?:schedul|setting|shorten|reset|continu|expedit|accelerat)/;

// Minutes of another day in court that set the sentencing or the trial are about that and about scheduling.
function setsInMinutes(known: KnownOfEntry, topics: readonly TopicRead[]): boolean {
  const { type, head, setsHearing } = known;
  if ((type !== 'order' && type !== 'hearing') || !/\bminutes?\b/.test(head) || !setsHearing) return false;
  return (
    topics.every(({ topic }) => ['sentence', 'dismissal', 'scheduling', 'trial'].includes(topic)) &&
    known.setsInBody !== undefined
  );
}

function withDays({ setsInBody }: KnownOfEntry, topics: readonly TopicRead[]): TopicRead[] {
  const rule = 'minutes that set a sentencing or a trial';
  const more: TopicRead[] = [{ topic: 'scheduling', rule }];
  if (setsInBody === 'trial') more.push({ topic: 'trial', rule });
  return [...topics, ...more.filter(({ topic }) => !topics.some((other) => other.topic === topic))];
}

const naming =
  /^(?:[\w'-]+ ){0,2}notice [^.]{0,60}?\b(?:re:?|on|regarding)\b [^.]{0,80}?\b(?:motions?|application|objection)\b[^.]{0,20}? (?:to|for) /;

function setsADay({ type, typeRule, head, decided, setsHearing, setsDays }: KnownOfEntry): boolean {
  if (type === 'order') return !decided && (setsHearing || settingADay.test(head) || unsettingADay.test(head));
  if (type === 'hearing' && naming.test(head)) return false;
  if (type === 'hearing')
    return (
      setsHearing || movedHearing.test(head) || /\bargument notice\b/.test(head) || /notice|meeting of/.test(typeRule)
    );
  if (type === 'letter') return setsHearing;
  return type === 'clerk' && setsDays && !housekeeping.test(head);
}
