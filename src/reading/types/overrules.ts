import type { EntryType } from '../../records/docket.ts';
import { type EntryParts, takenBackFirst } from '../entryParts.ts';
import { readOutcome } from '../outcomes/readOutcome.ts';
import { regex, rules } from '../rule.ts';

// biome-ignore format: a list of words
const partyPapers: ReadonlySet<EntryType> = new Set([
  'stipulation', 'dismissal', 'motion', 'letter', 'notice', 'brief', 'status', 'hearing', 'clerk', 'response', 'other',
]);

// A remark of the clerk, or a notice, may tell how a higher court decided.
const appealRemark =
  /^(?:appeal remark|(?:notice|letter) (?:from|by) (?:the )?(?:u\.?s\.? )?(?:usca|court of appeals|[a-z]+ circuit))\b/;

// The instructions in a notice of hearing are no decision.
const noticeOfHearing = /^(?:[\w'-]+ ){0,2}(?:re-?)?notice\b|meeting of creditors|\b341\b/;

// A signed warrant, writ or form keeps its type. An order for a transcript from a court reporter decides nothing.
const signedForms = regex()`^(?:\w+ ){0,2}(?:arrest|warrant|writ|summons|statement of reasons|presentence|pre-sentence
  |waiver|bond|audio|judgment)\b`;
const madeInError = /^\W{0,5}(?:\w+ )?(?:error|(?:entered|filed|docketed) in error)\b/;
// "ORDER TO SHOW CAUSE HEARING" is the hearing on such an order, not the order.
const hearingOnOrder = /\border to show cause (?=hearing\b)/g;
const transcriptOrdered = /\btranscripts? (?:is |was )?(?:ordered|requested) by\b/g;

interface Correction {
  readonly from: EntryType;
  readonly to: EntryType;
  readonly why: string;
  readonly head: RegExp;
  readonly unless: RegExp | undefined;
}

const correction =
  (from: EntryType, to: EntryType, why: string, unless?: RegExp) =>
  (text: TemplateStringsArray): Correction => ({ from, to, why, head: regex()(text), unless });

const corrections: readonly Correction[] = [
  correction('service', 'discovery', 'a certificate that it was served')`certificate of service[^;]*\b(?:interrogator
    |requests? (?:for|to) (?:production|produce|admission)|initial disclosures|discovery re|privilege log)`,
  correction('letter', 'motion', 'a letter that asks')`^(?:restricted |sealed )?letter\b(?!.{0,30}non-?motion)
    [^;]{0,260}?\b(?:request(?:s|ing)?|asking|seeking|moving|pre-? ?motion)\b`,
  // The title names a motion first and only then the notice of joinder.
  correction('notice', 'response', 'a notice of joinder')`^notice (?:by|re|regarding)\b.*\bnotice of joinder\b`,
  // "Motions to Dismiss Hearing set for …" is a hearing. "MOTION to Continue Hearing set for …" remains a motion.
  correction('motion', 'hearing', 'a notice that sets one')`^motions? (?:(?!\b(?:by|filed|continue|reset|vacate|adjourn
    |reschedule|postpone|strike|cancel|advance|expedite|attend|appear|set)\b)[^.;()\d]){2,140}\bhearing (?:is )?(?:re)?
    (?:set|scheduled) for\b`,
  correction('notice', 'hearing', 'a notice that sets one', /^(?:notice of )?(?:withdrawal|intent)\b/)`
    \b(?:hearing|conference|trial|sentencing|arraignment|argument) (?:is |has been |will be )?(?:hereby )?
    (?:re)?(?:set|scheduled|cancell?ed|continued)\b`,
  correction('clerk', 'notice', 'a notice that names who filed it', /^notice of (?:deficien|docket)/)`
    ^notice\b(?:[^(]|\([^)]*\))*?\bfiled by (?!(?:the )?(?:clerk|court|u\.?s\.? bankruptcy))`,
];

const ofClerk = /\bsigned by (?:the )?clerk\b|\bfiled by (?:the )?(?:u\.?s\.? )?(?:bankruptcy |district )?court\b/;

export function corrected(type: EntryType, parts: EntryParts): { type: EntryType; rule: string } | undefined {
  if (/\b(?:ERROR|CASE|DELETED|REMOVED)$/.test(takenBackFirst(parts.whole)?.words ?? ''))
    return { type: 'clerk', rule: 'clerk: an entry that was made in error' };
  const order = overrule(type, parts);
  if (order) return { type: 'order', rule: order };
  const found = corrections.find(
    ({ from, head, unless }) => from === type && head.test(parts.head) && !unless?.test(parts.head),
  );
  if (found) return { type: found.to, rule: `${found.to}: ${found.why}` };
  return (type === 'notice' || type === 'letter') && ofClerk.test(parts.body)
    ? { type: 'clerk', rule: 'clerk: a notice signed by the clerk' }
    : undefined;
}

/** Returns the name of the rule that makes an entry an order in spite of its title; undefined when none does. */
function overrule(type: EntryType, parts: EntryParts): string | undefined {
  if (type === 'stipulation' || type === 'dismissal') {
    const order = stipulatedOrders.find(({ pattern }) => parts.body.search(pattern) >= 0);
    if (order) return order.name;
  }
  if (type === 'other' && signedForms.test(parts.head)) return undefined;
  if (type === 'clerk' && madeInError.test(parts.head)) return undefined;
  return (
    noted(type, parts) ??
    (decidesInMinutes(type, parts) || appealRemark.test(parts.head) ? decidedInMinutes(parts) : undefined)
  );
}

function decidesInMinutes(type: EntryType, { head }: EntryParts): boolean {
  return type === 'hearing' && !noticeOfHearing.test(head);
}

function noted(type: EntryType, parts: EntryParts): string | undefined {
  const body = parts.body.replace(transcriptOrdered, ' ').replace(hearingOnOrder, ' ');
  const heard = partyPapers.has(type) ? judgeSpeaks : [];
  const requests = type === 'motion' || type === 'letter' ? notedDecisions : [];
  const decided = decidesInMinutes(type, parts) ? decides : [];
  return [...heard, ...requests, ...decided].find(({ pattern }) => body.search(pattern) >= 0)?.name;
}

// The words that decide in an order decide in minutes too.
function decidedInMinutes(parts: EntryParts): string | undefined {
  const outcome = readOutcome('order', '', parts);
  return outcome && `order: minutes that decide (${outcome.rule})`;
}

/** Words of a judge, anywhere in the text. They make an order of a party's paper or of the clerk's minutes. */
export const judgeSpeaks = rules('order')`
  order signed on → [Proposed] Scheduling Order. Order Signed on 12/30/2026
  so ordered → STIPULATION to extend time. SO ORDERED
  [it is|is] [hereby|further] ordered (that|by) → Minutes: IT IS ORDERED that counsel appear
  (signed|ordered|approved|endorsed) by … (judge|honorable|hon.|magistrate|district judge) → Signed by Judge A. B
  (and|&) order by [the] [hon|mag|magistrate|chief|honorable] judge → STIPULATION to continue, and order by Judge A
  (endorsement|memo endorsed) → LETTER to the judge. ENDORSEMENT: application granted
`;

/** Titles of stipulations that are also orders. A stipulation that only includes a proposed order does not match. */
export const stipulatedOrders = rules('order')`
  order thereon → Stipulation to convert the case; Order Thereon
  stipulat* … (and|&) order → Stipulation of Dismissal and Order
`;

export const notedDecisions = rules('order')`
  (is|are) [hereby] granted (pursuant|as|by|in|for) → Application is granted pursuant to Rule 6
  (approved|allowed|granted|denied) [on] # # # → APPLICATION to appear. Fee paid. Approved 9/14/2026
`;

export const decides = rules('order')`
  (motion*|application*|request*|objection*|petition*|objection) [#] … (granted|denied|sustained|overruled|approved
    |allowed|moot|withdrawn) → Minute Entry: motion is granted
  (court|judge) [hereby] (withdraws|withdrew|vacates|confirms|certifies|revokes|continues|exonerates|finds|extends
    |reserves|declares|requests|instructs|stays|strikes|terminates|permits|waives|imposes|sentences|appoints|remands
    |overrules|orders|directs|grants|denies|adopts|approves|ordered|directed|granted|denied|allows|sets aside|accepts
    |rules|ruled) → Minute Entry: the Court directs the parties to confer
  (case|action|matter|proceeding*) [is] [now|hereby] (stayed|dismissed) → Minute Entry: this case is now stayed
  (bond|bail) ([is] (set|exonerated|revoked|forfeited)|as to … set (at|in)) → Arraignment held. Bail as to A set at $5
  [is] (revoked|exonerated) → Minute Entry: supervised release is revoked
  ordered [bench] warrant → Minute Entry: Ordered Bench Warrant issued
  (appointed|appointing|appoints) … (counsel|attorney|for|defender*|appointment type) → Hearing held. Appointed counsel
  (attorney|defenders|afpd|counsel|defender) … (appointed|apptd) → Initial Appearance held. Federal Defenders appointed
  (is|are) to be (filed|submitted|provided|served) → Status hearing held. A status report is to be filed by 10/6/2026
  to be (filed|submitted|provided|served) by # → Status hearing held. Status Report to be filed by 4/20/2026
  (response*|reply|replies|report|reports|brief*|statement*|answer|motions|memorand*) … due [by|on] #
    → Status hearing held. Reply, if any, is due by 12/17/2026
  (plaintiff*|defendant*|parties|counsel|government|govt|petitioner|respondent|party) (shall|[is|are] to (file|submit
    |produce|provide|serve|respond|confer|exchange|meet)) → Status hearing held. Defendant is to file a status report
  (sentence imposed|sentenced to|custody of [the] bop) → Sentencing held. Sentence imposed
  has until # → Status hearing held. Defendant has until 12/10/2026 to respond
  (motion* … (is|are)|(referral|reference) [is] [hereby]) terminated → MINUTE entry: Motion to enforce is terminated
  (matter|case) is [hereby] returned to → MINUTE entry: this matter is returned to the District Judge
  (are|is) (directed|ordered) to → Status conference held: the parties are directed to file a report
  discovery (cut-off|cutoff|deadline*) [is|set for] # → MINUTES: Discovery cut-off 10/16/2026
  shall (be (filed|submitted|served) (on|by|no)|file|submit|serve|appear|respond|complete)
    → Conference set. A status report shall be filed on or before 4/13/2026
`;
