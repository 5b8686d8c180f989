import type { EntryTopic, EntryType } from '../../records/docket.ts';
import { regex } from '../rule.ts';
import {
  type KnownOfEntry,
  schedulingCounts,
  setsADay,
  setsADayOfItsOwn,
  setsInMinutes,
  type TopicRead,
  trialSet,
  withDays,
} from './topicsOfType.ts';

const always: Partial<Record<EntryType, EntryTopic>> = {
  service: 'service',
  appeal: 'appeal',
  verdict: 'trial',
  discovery: 'discovery',
  dismissal: 'dismissal',
};

export function impliedTopics(known: KnownOfEntry, subject: string, found: readonly TopicRead[]): TopicRead[] {
  const counted = found.filter(({ topic }) => topic !== 'scheduling' || schedulingCounts(known, found, subject));
  const alone = firstAlone(known, found, counted);
  if (alone) return alone;
  const topics = withoutCompanions(
    known,
    [...ofType(known, subject, counted), ...counted, ...ofOutcome(known, counted)],
    subject,
  );
  if (setsInMinutes(known, topics) || setsADayOfItsOwn(known, topics)) return withDays(known, topics);
  if (topics.length > 0 || !setsADay(known)) return topics;
  return [{ topic: 'scheduling', rule: 'sets days, and no subject is named' }];
}

const schedules = /^scheduling: (?:\(scheduling\||\[joint\] case management|docket control|progression)/;

function firstAlone(known: KnownOfEntry, found: readonly TopicRead[], counted: readonly TopicRead[]) {
  const { type, body } = known;
  const first = found[0];
  if (type === 'order' && schedules.test(first?.rule ?? '')) {
    const days = counted.filter(({ topic }) => topic === 'scheduling' || topic === 'trial');
    return trialSet.test(body) ? withDays(known, days) : days;
  }
  // "Set/Reset Deadlines as to 17 MOTION to Intervene" and "this case is referred for discovery scheduling".
  if (type === 'clerk' && (first?.topic === 'scheduling' || first?.topic === 'judge'))
    return counted.filter(({ topic }) => topic === first.topic);
  return undefined;
}

const settled = /settle|resolution|compromise/;
const calledAmended = regex()`\b(?:amended|supplemental) (?:class action |consolidated |criminal |verified |third
  [- ]party )?(?:complaint|petition|counterclaim)`;

function ofType({ type, typeRule }: KnownOfEntry, subject: string, found: readonly TopicRead[]): TopicRead[] {
  const ever = always[type];
  if (ever && !(type === 'dismissal' && settled.test(subject)))
    return [{ topic: ever, rule: `every ${type} is about ${ever}` }];
  if (type === 'appearance' && found.length === 0 && !/request for/.test(typeRule))
    return [{ topic: 'representation', rule: 'every appearance' }];
  if (type === 'judgment' && /\b(?:appellate|circuit) judge\b/.test(subject))
    return [{ topic: 'appeal', rule: 'a judgment of a higher court' }];
  if (type === 'complaint' && calledAmended.test(subject.slice(0, 60)))
    return [{ topic: 'amendment', rule: 'a complaint that is called amended' }];
  return [];
}

function ofOutcome({ outcome }: KnownOfEntry, found: readonly TopicRead[]): TopicRead[] {
  const appeal = found.some(({ topic }) => topic === 'appeal');
  return outcome === 'dismissed' && appeal ? [{ topic: 'dismissal', rule: 'an appeal that is dismissed' }] : [];
}

const stayLifted = /\b(?:vacat\w*|modify\w*|annul\w*|set aside) (?:of )?(?:the )?(?:automatic )?stay\b/;
const referredFor =
  /\b(?:case|action|matter) (?:is|has been|was) (?:hereby )?referred to [^.;]{0,50}\bjudge\b[^.;]{0,40} for\b/;
// "In light of the notice of voluntary dismissal, this matter is returned to the District Judge": only the reason.
const returned = /\bin (?:light|view) of [^;]*\b(?:matter|case|action) is returned to\b/;
const disputed = /\b(?:lack|want|personal|subject)\b/;

function withoutCompanions({ type }: KnownOfEntry, topics: readonly TopicRead[], subject: string): TopicRead[] {
  const has = (...wanted: readonly EntryTopic[]): boolean => topics.some(({ topic }) => wanted.includes(topic));
  const dropped = new Set<EntryTopic>();
  // A motion to vacate a sentence under section 2255 does not ask to reconsider an order.
  if (has('habeas')) dropped.add('reconsideration');
  // "Motion to Vacate Stay" asks to vacate a stay, not an order.
  if (has('stay') && stayLifted.test(subject)) dropped.add('reconsideration');
  // "Order of Referral to Mediation" refers the case to no judge.
  if (has('settlement') && !/\bjudges?\b/.test(subject)) dropped.add('judge');
  // "This case has been referred to the Magistrate Judge for discovery and settlement" is only about the judge.
  if (has('judge') && referredFor.test(subject))
    for (const topic of ['discovery', 'settlement', 'scheduling'] as const) dropped.add(topic);
  if (has('judge') && returned.test(subject)) dropped.add('dismissal');
  // "Jurisdiction transferred" and "consent to the jurisdiction of a magistrate judge" dispute no jurisdiction.
  if (has('transfer', 'judge') && !disputed.test(subject)) dropped.add('jurisdiction');
  // "Rule 26(f) report; estimated length of trial 5-7 days" is not about the trial.
  if (type === 'status' && has('scheduling') && has('discovery')) dropped.add('trial');
  return topics.filter(({ topic }) => !dropped.has(topic));
}
