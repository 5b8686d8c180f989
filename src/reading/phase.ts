import type { EntryReading, EntryType } from '../records/docket.ts';
import { takenBackFirst } from './entryParts.ts';
import { partDismissed } from './outcomes/partDismissed.ts';
import { regex } from './rule.ts';

/** The phases in order. A stay is a phase outside this order. */
// biome-ignore format: a list of words
const order = [
  'filed', 'served', 'answered', 'discovery', 'claim construction', 'summary judgment', 'trial', 'judgment', 'ended',
  'appeal',
] as const;
export type CasePhase = (typeof order)[number] | 'stayed';

export interface PhaseEntry {
  readonly seq: number;
  readonly documentNumber: string;
  readonly filed: string;
  readonly text: string;
  readonly reading: Pick<EntryReading, 'type' | 'about' | 'outcome'>;
}

export interface PhaseRead {
  readonly phase: CasePhase;
  readonly since: string; // ISO day of the entry, or of the termination; '' if unknown.
  readonly entry: PhaseEntry | undefined; // The entry that shows the phase; undefined if the docket's own fields do.
}

export type PhaseDocket = Readonly<{ dateFiled?: string | undefined; dateTerminated?: string | undefined }>;

/** Returns the phase; the order of `entries` does not matter. A late filing about an earlier phase changes nothing. */
export function casePhase(entries: readonly PhaseEntry[], docket: PhaseDocket = {}) {
  const inOrder = [...entries].sort((a, b) => (a.filed < b.filed ? -1 : a.filed > b.filed ? 1 : a.seq - b.seq));
  const filed: PhaseRead = { phase: 'filed', since: docket.dateFiled ?? '', entry: undefined };
  let course: Course = { active: filed, stay: undefined };
  for (const entry of inOrder) {
    const said = phaseSaid(entry);
    if (said !== undefined && !isOnTheWay(said, entry, course.active, docket)) course = after(course, said, entry);
  }
  return atItsEnd(course.stay ?? course.active, docket);
}

/** True for an interlocutory appeal: the case itself stays in its phase. */
function isOnTheWay(said: Said, { filed, text }: PhaseEntry, active: PhaseRead, { dateTerminated = '' }: PhaseDocket) {
  if (said !== 'appeal' || rank(active.phase) >= rank('judgment')) return false;
  if (dateTerminated !== '' && filed >= dateTerminated) return false;
  // The docket shows no pleadings, so the earlier phases are unknown and the appeal counts.
  const isKnown = active.entry !== undefined;
  return isKnown && (/\b(?:interlocutory|injunction)\b/i.test(text) || !/\bjudgment\b/i.test(text));
}

interface Course {
  readonly active: PhaseRead;
  readonly stay: PhaseRead | undefined;
}

function after({ active, stay }: Course, said: Said, entry: PhaseEntry): Course {
  switch (said) {
    case 'stayed':
      return { active, stay: stay ?? { ...start(entry), phase: said } };
    case 'stay lifted':
      return { active, stay: undefined };
    case 'reopened':
      return { active: active.phase === 'ended' ? start(entry) : active, stay };
    default:
      return { active: next(active, said, entry), stay: rank(said) >= rank('judgment') ? undefined : stay };
  }
}

function start(entry: PhaseEntry): PhaseRead {
  return { phase: 'filed', since: entry.filed, entry };
}

function next(active: PhaseRead, said: CasePhase, entry: PhaseEntry): PhaseRead {
  const goesOn = active.phase === 'ended' && rank(said) >= rank('answered') && rank(said) <= rank('trial');
  const isFirst = said === 'filed' && active.phase === 'filed' && active.entry === undefined;
  const isFurther = rank(said) > rank(active.phase);
  return goesOn || isFirst || isFurther ? { ...start(entry), phase: said } : active;
}

/** Returns `ended` for a terminated case, unless an appeal came later. */
function atItsEnd(read: PhaseRead, { dateTerminated = '' }: PhaseDocket) {
  if (dateTerminated === '' || read.phase === 'ended') return read;
  if (read.phase === 'appeal' && read.since >= dateTerminated) return read;
  return { phase: 'ended', since: dateTerminated, entry: undefined };
}

function rank(phase: CasePhase): number {
  return order.indexOf(phase as (typeof order)[number]);
}

type Said = CasePhase | 'stay lifted' | 'reopened';

const saidByType: Partial<Record<EntryType, (reading: PhaseEntry['reading'], text: string) => Said | undefined>> = {
  complaint: ({ about }) => (about.includes('amendment') ? undefined : 'filed'),
  service: (_, text) => (process.test(text) ? 'served' : undefined),
  answer: () => 'answered',
  discovery: ({ about }) => (about.includes('trial') ? undefined : 'discovery'),
  verdict: () => 'trial',
  judgment: ({ outcome }, text) =>
    outcome === 'denied' || /\bentry of default\b(?! judgment)/i.test(text) ? undefined : 'judgment',
  appeal: () => 'appeal',
  dismissal: (reading, text) =>
    isWhole(reading, text) && /dismiss/i.test(text) && !noticeOfSettlement.test(text) ? 'ended' : undefined,
  clerk: courtSaid,
  order: courtSaid,
  motion: ({ about }) => argued(about),
  brief: ({ about }) => argued(about),
  hearing: ({ about }, text) => (about.includes('claim construction') ? 'claim construction' : trialHeld(text)),
};

/** The case itself continues until its dismissal, which such a notice often announces. */
export const noticeOfSettlement = regex('i')`^(?!.*\b(?:notice|stipulation) of (?:\w+ ){0,3}dismissal\b)(?:.*\bnotice of
  (?: \w+){0,3} settlement\b|(?!.*\bdismiss).*\bsettle)`;

function phaseSaid({ reading, text }: PhaseEntry): Said | undefined {
  return takenBackFirst(text) === undefined ? saidByType[reading.type]?.(reading, text) : undefined;
}

const process = regex('i')`\bsummons\b[^.;]{0,60}\b(?:returned|executed|(?<!to be )served)\b
  |\bwaiver of (?:the )?service\b|\b(?:proof|acknowledge?ment|affidavit|return|certificate) of service\b[^.;]{0,60}\b
  (?:summons|complaint|process)\b|(?<!to be )\bserved on\b`;
/** False if the decision covers only some claims or parties, or an appeal: the case itself continues. */
function isWhole(reading: PhaseEntry['reading'], text: string): boolean {
  return partDismissed(reading, text) === '' && !/\bin part\b|\bappeals?\b|\bmandate\b/i.test(text);
}

/** Words that lift a stay or ask to lift it. */
export const stayRelief = regex('i')`\b(?:lift\w*|vacat\w*|dissolv\w*|terminat\w*|relief from|modify\w*
  |annul\w*) (?:of )?(?:the |this )?(?:automatic )?stay\b|\bstay relief\b|\bstay\b[^.;]{0,40}\b(?:is|be|was
  |hereby) (?:hereby )?(?:lifted|vacated|dissolved|terminated)\b`;
const whole = regex('i')`\b(?:case|action|matter|proceedings|litigation)\b[^.;]{0,50}\bstayed\b
  |\bstaying (?:the |this )?(?:case|action|matter|proceedings|litigation)|\bstay (?:the |this |of (?:the )?)?(?:case
  |action|matter|proceedings|litigation|pending)`;

function courtSaid(reading: PhaseEntry['reading'], text: string): Said | undefined {
  const { about, outcome } = reading;
  const reopens = reading.type === 'clerk' ? clerkReopens : reopening;
  if (reading.type === 'order' && closes.test(text)) return 'ended';
  if (reopens.test(text) && outcome !== 'denied') return 'reopened';
  const stay = about.includes('stay') && outcome !== 'denied' ? saidOfStay(about, outcome, text) : undefined;
  if (stay !== undefined) return stay;
  if (outcome === 'dismissed') return isWhole(reading, text) ? 'ended' : undefined;
  if (outcome === null || about.includes('reconsideration')) return undefined;
  return outcome === 'moot' || outcome === 'withdrawn' ? undefined : argued(about);
}

const closes = regex('i')`\b(?:case|action|matter) (?:is|are|be) (?:hereby )?closed\b|\border (?:to close
  |closing) (?:the |this )?(?:case|action)\b`;

/** In a bankruptcy, the automatic stay protects the debtor from creditors. The bankruptcy itself continues. */
const automaticStay = regex('i')`\b(?:exten(?:d|sion)|continu|impos|reinstat)\w* (?:of )?(?:the )?automatic stay\b`;

function saidOfStay(about: EntryReading['about'], outcome: EntryReading['outcome'], text: string): Said | undefined {
  if (stayRelief.test(text)) return 'stay lifted';
  if (automaticStay.test(text)) return undefined;
  return whole.test(text) || (outcome === 'granted' && about.length === 1) ? 'stayed' : undefined;
}

export function staysCase({ type, about, outcome }: PhaseEntry['reading'], text: string): boolean {
  const isCourts = type === 'order' || type === 'clerk' || type === 'hearing';
  return isCourts && about.includes('stay') && outcome !== 'denied' && !stayRelief.test(text) && whole.test(text);
}

const lifting = regex('i')`\b(?:lift|vacat|dissolv|terminat)(?:s|es|ing) (?:the |this )?(?:automatic )?stay\b
  |\bstay\b[^.;]{0,40}\b(?:is|be) (?:hereby )?(?:lifted|vacated|dissolved|terminated)\b`;

/** True if the entry itself lifts a stay. An order that only takes up the question does not match. */
export function liftsStay({ type, about, outcome }: PhaseEntry['reading'], text: string): boolean {
  return type === 'order' && about.includes('stay') && outcome !== 'denied' && lifting.test(text);
}

const otherCourt = String.raw`(?!(?:the )?(?:[a-z]+ )?(?:judge|hon(?:orable)?|magistrate|clerk|docket|calendar)\b)`;
export const transferOut = regex('i')`\binter-?district transfer (?:out|to)\b|\btransfer(?:red)? out\b|\b(?:case|action
  |matter) (?:(?:is|(?:shall|will|must|to) be) )?(?:hereby )?(?:electronically )?transferred (?:electronically )?to
   ${otherCourt}
  |\btransferring (?:the |this )?(?:case|action|matter) to ${otherCourt}`;
const asksAway = String.raw`motion(?:s|\(s\))? (?:to|for) (?:transfer|remand|change (?:of )?venue)\b`;
const otherMove =
  '(?:judge|divisions?|intra-?district|agency|commission(?:er)?|social security|reference|custody|funds|property)';
const grantsMove = regex('i')`\bgrant(?:ing|s|ed)\b[^;]{0,120}?\b${asksAway}(?![^.;]{0,60}\b${otherMove}\b)
  |\b${asksAway}(?![^.;]{0,60}\b${otherMove}\b)[^;]{0,100}? is (?:hereby )?granted\b`;

/** True if an order grants a transfer to another court or a remand, although the case is not sent there yet. */
export function grantsTransfer({ type, about, outcome }: PhaseEntry['reading'], text: string): boolean {
  return type === 'order' && about[0] === 'transfer' && outcome === 'granted' && grantsMove.test(text);
}

const transferTitle = regex('i')`^\W*(?:(?:memorandum|opinion|and|amended|agreed|joint|stipulated|consent|mdl|final
  |venue|inter-?district)\W+)*(?:transfer order\b|order (?:of transfer\b(?! of)|(?:(?:to|directing|for) transfer(?: of)?
  |transferring) (?:the |this )?(?:case|action|matter|venue)\b))`;
const insideCourt = regex('i')`\b(?:to|before) (?:the )?(?:[a-z]+ )?(?:judge|hon(?:orable)?|magistrate|clerk|docket
  |calendar)\b|\bre-?assign|\b${otherMove}\b`;
const signature = /\b(?:so ordered|signed|ordered) by\b.*/i;

/** True for an order whose title transfers the case, even if it does not name the other court. */
function isTransferOrder(type: EntryType, text: string): boolean {
  return type === 'order' && transferTitle.test(text) && !insideCourt.test(text.replace(signature, ''));
}

const remand = regex('i')`^\W*remand to (?:the )?(?:[\w.]+ ){0,3}?(?:state|superior|county|circuit|common pleas)\b
  |\bremanding (?:the |this )?(?:case|action|matter)\b(?! to (?:the )?(?:district|agency|commission))
  |\b(?:case|action|matter) (?:is |be )?(?:hereby )?remanded to (?:the )?(?:[\w.]+ ){0,6}?(?:state|superior|county
  |circuit|common pleas|supreme court of)\b`;

/** Returns where the case goes: `TRANSFERRED` to another federal court, `REMANDED` to a state court, or undefined. */
export function leavesCourt({ type, about, outcome }: PhaseEntry['reading'], text: string) {
  // A higher court sends a case back, not away.
  if ((type !== 'clerk' && type !== 'order') || !about.includes('transfer') || about[0] === 'appeal') return undefined;
  if (outcome !== null && outcome !== 'granted') return undefined;
  if (transferOut.test(text) || isTransferOrder(type, text)) return 'TRANSFERRED';
  return remand.test(text) ? 'REMANDED' : undefined;
}

const reopening = regex('i')`\bre-?open(?:s|ed|ing)\b|\bgranting\b[^;]{0,120}\bto re-?open\b
  |\bshall re-?open\b|\b(?:vacat|set)(?:es?|ing|s)(?: aside)? (?:the |its )?
  (?:[\w-]+ ){0,3}?dismissal\b|\bdismissal\b[^.;]{0,40}\b(?:is|was|hereby) (?:hereby )?(?:vacated|set aside)\b`;

/** A note of the clerk that only names a reopening, such as its fee, reopens nothing. */
export const clerkReopens =
  /\b(?:case|action|matter) (?:(?:is|was|has been) )?(?:hereby )?re-?opened\b|^\W*re-?opening case\b/i;

const judgment = String.raw`(?:(?:the|its|this|court's|final|default|consent|amended|partial|summary|stipulated|clerk's
  |prior|\[?\d+\]?) ){0,4}judgment\b(?! (?:hearing|motion|brief|deadline|conference|schedul|debtor|creditor|lien
  |proceeding))`;
const undoneJudgment = regex('i')`^(?:\W*\w+\W+){0,4}?order (?:vacating|setting aside) ${judgment}|\bgrant(?:ing|s
  |ed) (?:(?!motion|time|leave|exten|stay|seal|expedit)[^.;]){0,60}?motions? (?:to|for) (?:vacate|set aside
  |relief from) ${judgment}|(?:^|[.:;-] )${judgment}(?:(?!hearing|conference|trial|motion|deadline)[^.;]){0,60} (?:is
  |be) (?:hereby )?(?:vacated|set aside)\b`;

/** True if an order vacates or sets aside a judgment. The vacated date of a hearing does not match. */
export function vacatesJudgment({ type, about, outcome }: PhaseEntry['reading'], text: string): boolean {
  const isDone = outcome === null || outcome === 'granted' || outcome === 'reversed';
  return (
    type === 'order' && isDone && !about.includes('extension') && !about.includes('appeal') && undoneJudgment.test(text)
  );
}

/** Returns whether the entry ends or reopens its case; undefined for most entries. */
export function endsOrReopens(reading: PhaseEntry['reading'], text: string) {
  const said = phaseSaid({ seq: 0, documentNumber: '', filed: '', text, reading });
  return said === 'ended' || said === 'reopened' ? said : undefined;
}

function argued(about: EntryReading['about']): CasePhase | undefined {
  if (about.includes('extension') || about.includes('seal') || about.includes('page limit')) return undefined;
  if (about.includes('claim construction')) return 'claim construction';
  return about.includes('summary judgment') ? 'summary judgment' : undefined;
}

const held = /\b(?:jury|bench) trial\b[^.;]{0,60}\b(?:held|begun|began|commenced|day \d)|\bjury selection held\b/i;

function trialHeld(text: string): CasePhase | undefined {
  return held.test(text) ? 'trial' : undefined;
}
