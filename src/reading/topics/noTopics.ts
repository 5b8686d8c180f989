import type { EntryTopic, EntryType } from '../../records/docket.ts';
import { regex, rules } from '../rule.ts';
import {
  type KnownOfEntry,
  mayBeAbout,
  ofHigherCourt,
  schedulingCounts,
  setsADay,
  setsADayOfItsOwn,
  setsInMinutes,
  type TopicRead,
  trialSet,
  withDays,
} from './topicsOfType.ts';

/** Words that look like a topic but are none. These rules apply first and cover their words for all other rules. */
export const noTopics = rules('no topic')`
  remand* to [the] (custody|usm|usms|marshal*|us marshal*|united states marshal*|bop) → is remanded to the custody
  (pending|until|after) [the] (resolution|disposition|outcome|determination|decision) of [the|its|his
    |an] … (appeal [to the court of appeals]|appeals|petition) → is stayed pending resolution of the Government's appeal
  # (sealed|redacted|restricted) (document|exhibit|event)* → MOTION for leave to respond to 584 Sealed Document
  due to [the] unavailability → MINUTE entry: Due to unavailability of counsel, the Court appoints new counsel
  sealed [final] [ex parte|text|oral|minute|patent|joint|opposed|unopposed|amended|supplemental|memorandum
    |written] (order*|memorand*|opinion*|judgment|decision|ruling|minute*|verdict|report|findings|motion*|response*
    |reply|sur reply|brief*|opposition*|answer|letter*|declaration*|affidavit*|transcript*) → SEALED MEMORANDUM OPINION
  (order|opinion|judgment|decision) (sealed|filed under seal) → MEMORANDUM OPINION (SEALED)
  (sealed none|appointment of counsel waived|commissions and costs|transfer in kind|no financial affidavit
    |cases assigned to|that court assigned to|compel arbitration|with leave to amend|strike # holdings|adr scheduling
    |grand jury|on the judgment in a criminal case|# notice of removal|no mandate) → One disc, Sealed: None
  (on|upon|after|pending) reassignment → CLERK'S NOTICE Scheduling Initial CMC on Reassignment
  [fact|expert|all] discovery (due|to be completed|completed|closes|ends|shall be completed|must be completed)
    → ORDER: Fact discovery to be completed by 4/3/2026
  (first|1st) class mail → CLERK sends the order by certified and first class mail
  (vacating|vacated) [in part] [and] (remanding|remanded) → Ruling: Vacated/Remanded
  (day|deadline) to (amend|add|join) [or] [amend|add|join] [parties|pleadings] → Last day to amend or add parties
  (bail|bond|conditions) to continue → MINUTES: plea of not guilty entered. Bail to continue
  following [the|a] (appeal|pre motion conference) → MOTION of Counsel to Withdraw Following Appeal
  (pretrial|pre trial) (confinement|detention|release|services|diversion|order (#|no|no.|number))
    → PRETRIAL ORDER #4: granting leave
  assignment [transfer] of claim* → Notice of Assignment of Claim
  referral to [the] probation → Order of Referral to Probation for a Presentence Investigation
  at [the] [initial|further] (case management|scheduling) (hearing|conference) → at the Case Management Hearing
  (date|hearing*|conference*|deadline*) … stricken → MINUTE entry: the date given in court is stricken
  dismissed [and] converted → Notice of Intent to File Final Report - Chapter 13 Dismissed/Converted
  (will be|is) on trial → MINUTE entry: the judge will be on trial for two weeks
  (ii|iii|iv|v|b|c) (scheduling|setting) [a|an|the] [final|interim|further] hearing → (II) scheduling a final hearing
  (intent|leave) to serve [a|an|the] [third party] subpoena* → Notice of Intent to Serve Subpoena
  (stand|at|during|before|for use at|pending|speedy) trial → ORDER: defendant is competent to stand trial
  (to|and|or) continue (insurance|using|use|to|performing|operating|honor*|their|its|certain|prepetition|the use)
    → Order authorizing the debtors to continue insurance policies
  prior to [a|the] rule 26(f) conference → MOTION for discovery prior to a Rule 26(f) conference
  compel* (payment|turnover|performance|abandonment|assumption) → Motion for an order compelling payment
  vacat* [the] [status|motion] (hearing*|conference*|date*|deadline*|trial) → Notice Vacating Hearing
  (exclude|excluding|exclusion of|excludable) [speedy trial] time → STIPULATION to exclude speedy trial time
  amend [a|the|any] (lease|plan|schedule*|list|matrix|bylaws) → Motion authorizing the debtors to amend a lease
  having been (dismissed|converted|reopened) → The case having been dismissed; IT IS ORDERED that it is closed
  sentence (four|six) (of|remand) → ORDER: remanded under sentence four of 42 U.S.C. 405(g)
  (will|may|shall) be dismissed → This case will be dismissed if no fee is paid
  pending [conditional] transfer order → In light of the pending conditional transfer order, the action is stayed
  (trial|hearing) setting → Motion Hearing/Trial Setting
  protective order* (entered|in) [any] → Prior protective orders entered in any matter
  (sealed|redacted) (district court documents|copy of) → CD of sealed district court documents
  habeas corpus ad (prosequendum|testificandum) → Writ of Habeas Corpus ad Prosequendum Issued
`;

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
  const read = [...ofType(known, subject, counted), ...counted, ...ofOutcome(known, counted)];
  const topics = withoutCompanions(known, read, subject);
  if (setsInMinutes(known, topics) || setsADayOfItsOwn(known, topics)) return withDays(known, topics);
  if (topics.length > 0) return topics;
  if (calledSealed.test(subject) && mayBeAbout(known, 'seal'))
    return [{ topic: 'seal', rule: 'a sealed paper, and no subject is named' }];
  if (!setsADay(known)) return topics;
  return [{ topic: 'scheduling', rule: 'sets days, and no subject is named' }];
}

const calledSealed = regex()`\bsealed\W+(?:[a-z]+ ){0,3}?(?:orders?|opinions?|decision|motions?)\b
  |\b(?:order|opinion)\W+(?:sealed|filed under seal)\b`;

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

const affirmed = /\b(?:affirm(?:ed|ing|s|ance)|revers(?:ed|ing|es)|vacat(?:ed|ing|es)\b[^.;]{0,40}\bremand\w*)\b/;
const decidesMotion = /\b(?:grant(?:ed|ing|s)|den(?:ied|ying|ies))\b/;

/** True for the decision of a higher court on an appeal, whatever the paper is called. An order on a motion is none. */
function ofAppeal({ type, outcome, body }: KnownOfEntry): boolean {
  if ((type !== 'judgment' && type !== 'order') || outcome === undefined || decidesMotion.test(body)) return false;
  return affirmed.test(body) && ofHigherCourt.test(body);
}

function ofType(known: KnownOfEntry, subject: string, found: readonly TopicRead[]): TopicRead[] {
  const { type, typeRule } = known;
  const ever = always[type];
  if (ever && !(type === 'dismissal' && settled.test(subject)))
    return [{ topic: ever, rule: `every ${type} is about ${ever}` }];
  if (type === 'appearance' && found.length === 0 && !/request for/.test(typeRule))
    return [{ topic: 'representation', rule: 'every appearance' }];
  if (ofAppeal(known)) return [{ topic: 'appeal', rule: 'a decision of a higher court' }];
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

function withoutCompanions(known: KnownOfEntry, topics: readonly TopicRead[], subject: string): TopicRead[] {
  const has = (...wanted: readonly EntryTopic[]): boolean => topics.some(({ topic }) => wanted.includes(topic));
  const dropped = new Set<EntryTopic>();
  // "VACATED and REMANDED": the case goes back to the court from which the appeal came.
  if (ofAppeal(known)) dropped.add('transfer');
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
  if (known.type === 'status' && has('scheduling') && has('discovery')) dropped.add('trial');
  return topics.filter(({ topic }) => !dropped.has(topic));
}
