import type { DayKind } from '../../records/docket.ts';
import { regex, source } from '../rule.ts';
import { monthBegins } from './findDays.ts';

type Cue<Kind = DayKind | 'past' | 'old'> = readonly [kind: Kind, pattern: RegExp, example: string];

function cue<Kind extends Cue[0]>(kind: Kind, example: string, flags = '') {
  return (text: TemplateStringsArray, ...values: readonly string[]): Cue<Kind> => {
    return [kind, regex(flags)(text, ...values), example];
  };
}

const event = source`hearing|hrg|conference|argument|trial|deposition|mediation|arraignment|sentencing|sentence
  |examination|meeting|appearance|appear|docket call|calendar call|voir dire|jury selection|plea|presentment|inspection
  |auction|session|proceeding|heard|markman|interview|disposition|status(?! (?:reports?|letters?|updates?)\b)`;
export const event2 = `(?:${event})s?`;

/** The words between a cue and its day: "by [this Friday, ]11/20", "until [Monday, the ]23rd of November". */
export const toDay = source`(?:on )?(?:(?:(?:this|next) (?:coming )?)?(?:[a-z]+day|tomorrow),? )?(?:the |\()?`;
/** The beginning of a day, as numbers or in words. */
export const someDay = source`${toDay}(?:\d|${monthBegins}[a-z]*\.? \d)`;
/** "by [close of business on ]November 23": the end of the court's or the parties' day, which is no hour of its own. */
export const endOfDay = source`(?:the )?(?:close of (?:the )?(?:business|court)(?: day)?|cob|eob|eod
  |end of (?:the )?(?:business |court |working )?day)`;

/** Cues right before the day. They decide first, and the first one that matches wins. */
export const rightBefore: readonly Cue[] = [
  cue('deadline', 'Section 521(i)(1) Incomplete Filing date: 3/1/2026')`\bincomplete filing dates?:? $`,
  cue('deadline', 'MOTION for Forfeiture by USA Noting Date 3/1/2026')`\bnot(?:ing|ed) (?:date|for):? $`,
  cue('past', 'Signed on 3/1/2026')`(?<!\b(?:be|if objections?|if [a-z ]{1,30} (?:is|are))
    (?: [a-z]{2,14}ly)? )\b(?:signed|entered|filed|dated|served|mailed|received|issued|executed|docketed|modified
    |submitted|sent|held|conducted|lodged|edited|born|published|transmitted|returned)(?: (?:by|in|upon|at|to|via
    |before) (?:(?!hearing|\bset\b|\bdue\b|\blast day\b|deadline|\buntil\b|conference|\bheld\b|trial)(?:[^.;)]
    |(?<=\b[a-z])\.)){0,60}?)?(?: (?:on|dated|of))?:? ?$`,
  cue('past', 'Service Date 3/1/2026')`\b(?:service|notice|service of|ending|ended|effective|petition
    |filing) dates?:? ?(?:is )?$`,
  cue('past', 'as of 3/1/2026')`\b(?:(?:added|corrected|edited|modified [a-z ]{0,30}) on
    |balance sheet date:?|period (?:ending|ended|of|from)|month of|months? (?:ending|ended)|since|as of
    |effective(?: on)?|order of|dated:?|transcript of|judgment date:?|between) $`,
  cue('past', 'excludable through 3/1/2026')`\(time excluded [^()]{0,60}$|\bexclud(?:ed|able)\b
    [^.;]{0,60}\b(?:through|thru|to) $`,
  cue('past', 'AUDIO FILE. Court Date & Time [ 10/15/2026 2:03:48 PM ]')`\bcourt date & time \[ $`,
  cue('past', 'Virtual Minute Entry in reference to hearing On: 3/1/2026')`\bhearing (?:held )?on: $`,
  cue('past', 'before 3/1/2026')`(?<!on or )\b(?:before|prior to|if [^.;]{0,40} before|earlier than
    |(?:trial|exclud\w+|excludable) (?:started|from)) $`,
  cue('old', 'from 3/1/2026')`\b(?:from|(?:previously|originally|currently|presently) (?:set|scheduled
    |noticed) (?:for|on)|(?<=\()(?:was|previously|formerly)(?: (?:set|scheduled))?(?: for)?
    |resetting [^.;]{0,80}\bnow set(?: for)?|rather than|instead of|not) ${toDay}$`,
  cue('old', 'Extending Motion Cut-off set for 3/1/2026')`
    \bextending (?:[a-z-]+ ){1,7}?(?:deadline|cut-?off|date)s? (?:currently |previously )?(?:set|scheduled) for $`,
  cue('old', 'granting Motion to Continue set for 3/1/2026')`\bgranting [^.;]{0,120}\b(?:continue|adjourn
    |reschedule|postpone|vacate) [^.;]{0,60}(?:set|scheduled) (?:for|on) $`,
  cue('old', 'Adjourning Hearing of 3/1/2026')`\b(?:adjourning|continuing|rescheduling|vacating|cancell?ing
    |terminating) (?:the )?(?:[a-z]+ ){0,3}(?:hearing|conference|trial)s? (?:of|on|set for|scheduled for) $`,
  cue('old', 'Continue the 3/1/2026 Hearing')`\b(?:vacat\w*|cancel\w*|terminat\w*|strik\w*|continu(?:e|es|ing|ance of)
    |adjourn(?:s|ing|ment of)?|reschedul(?:e|es|ing)|postpon\w*|mov(?:e|ing)|adjourn the|reset(?:s|ting)?) (?:the )?$`,
  cue('hearing', 'set for 3/1/2026')`\b(?:set for|before (?:the )?(?:hon\b|honorable|judge
    |magistrate)(?:[^.;]|(?<=\b[a-z]|\bjr)\.){0,60} on) $`,
  cue('deadline', 'due by 3/1/2026')`\b(?:due|due by|due on|due date:?|by|by no later than|no later than
    |not later than|on or before|until|till|expires?(?: on)?|deadline(?: is| of| to| for [^.;]{1,60})?:?|through
    |last day(?: to [^.;]{1,60})?|cut-?off(?: is| date)?:?|(?:to|through) and including|to & inc\.?(?:luding)?
    |up to(?: and including)?|due:|completed by|extended to|enlarged to|(?:corrected|changed) to(?: be)?
    |extending [^.;]{0,80} to|extension[^.;]{0,90} (?:to|until)|time [^.;]{0,80} to|pleading to|dates?: (?:objections?
    |responses?)|before(?= ${endOfDay})) (?:(?:${endOfDay}|noon|midnight|[\d:]{1,5} ?[ap]\.?m\.?),? (?:\($)?)?
    ${toDay}$`,
  cue('deadline', 'Objections due: 3/1/2026')`\b(?:objections?|responses?|repl(?:y|ies)|answers?|claims?|due|briefs?
    |motions?|reports?|statements?|plan|schedules?|disclosures?|documents?|statistical)[a-z ]{0,30}(?:due|deadline
    |dates?):?(?: is| set for| by| on)? $`,
  cue('deadline', 'discovery closes 3/1/2026')`\b(?:discovery|period|window|phase) (?:shall |will |to )?closes?
    (?: on)? $`,
  cue('deadline', 'Opening briefs 3/1/2026')`^(?:(?!hearing|argument|conference)[^.;])*\b(?:motions|disclosures?
    |contentions|reports?|briefs?|pleadings|discovery|objections?|oppositions?|responses?|repl(?:y|ies)|constructions?
    |charts?|statements?)(?:(?: ?[-–:]| on)? | ?\()$`,
  cue('hearing', 'Motion CONTINUED to 3/1/2026')`\bmotions?\b[^.;]{0,120}\bcontinued (?:to|until) ${toDay}$`,
];

/** If none of `rightBefore` matches, the nearest of these cues in the sentence decides. */
const nearest: readonly Cue<DayKind>[] = [
  cue('deadline', 'due 3/1/2026', 'g')`\b(?:due(?! to (?!be))|deadlines?|no later than
    |on or before|expires?|cut-?off|last day|to be (?:filed|completed|served|submitted)|shall (?:file|serve|submit
    |be filed|be served|be completed|respond|answer|pay|complete)|file by|close of (?:[a-z]+ ){0,2}discovery|(?:opening
    |rebuttal|expert) (?:[a-z]+ )?reports?|extend\w*|extension|to file|bar date)\b`,
  cue('hearing', 'Hearing set for 3/1/2026', 'g')`\b(?:${event2})\b`,
];

/** All in lower case. `before` starts at the sentence or the previous day; `after` may go on after the sentence. */
export interface DayContext {
  readonly before: string;
  readonly sentence: string; // From the start of the sentence up to the day, including other days.
  readonly after: string;
  readonly hasTime: boolean;
  readonly yearless: boolean;
}

// The words between a day and its verb. "unless the trial is vacated" and "will not be continued" move nothing.
const uncertain = 'if|whether|unless|not';
// "moved to 2/1/2027 and the trial is moved" moves only the trial; with "are" it moves both.
const another = 'and(?= (?:[a-z-]+ ){1,6}(?:is|was|has been) )';
const upToVerb = (stops: string) => source`^(?:(?!,? (?:${stops}) )(?:[^.;\d/]|\d(?!\d?/))){0,80}?\b`;
const laterMoved = regex()`^ ?-? ?correct hearing date|${upToVerb(`${uncertain}|${another}`)}(?:is|are|be|was|has been
  |have been|hereby|and|,)? ?(?:hereby )?(?:vacated|cancelled|canceled|adjourned|continued|reset|rescheduled|postponed
  |stricken|converted|taken under|moved|advanced|terminated|off calendar|taken off|to be continued|withdrawn
  |will be (?:decided|submitted|taken)|be decided)\b`;
const movedEvent =
  /\b(?:vacat\w*|cancel\w*|adjourn\w*|continu\w*|postpon\w*|reschedul\w*|reset\w*|strik\w*)\b[^.;]{0,60}$/;
const lifted = /\b(?:lift|suspend|reliev|excus)\w*\b(?:(?!\b(?:and|stay)\b)[^.;]){0,60}$/;
const heldAnew = String.raw`will (?:now |instead )?(?:be (?:heard|held|conducted)|take place|occur)`;
const namesEvent = new RegExp(`^ (?:[a-z-]+ ){0,3}(?:${event2}|deadline|date|setting)\\b`);
const notAvailable = /\bunavailab/;
// "Motion to vacate (related document 28 …). Hearing scheduled for" cancels nothing: brackets and colons end the match.
const unsetting = '(?:cancel\\w*|vacat\\w*|terminat\\w*|str(?:icken|iking))';
const dayInCourt = `(?:${event2}|deadlines?|dates?|settings?|calendar)`;
const cancelled = regex()`\b(?:not be (?:heard|held)|off calendar)\b|\b${dayInCourt}\b[^.;()]{0,80}\b${unsetting}\b
  |(?<!\bmotion to )\b${unsetting} [^.;:()]{0,60}\b${dayInCourt}\b`;
// Time excluded from the count to a trial. The days on which it ends are no dates to keep.
const excluded = regex()`\b(?:excluded|excludable|excluding)(?: time| is| shall be| deemed| hereby)*(?: (?:from|between
  |started|beginning))? (?:[a-z]{3,9}\.? )?[\d/., -]{4,20} ?(?:through|thru|to|and) $`;
// "Bench Trial set for 3/3/2026 through 3/6/2026": only the first day is kept.
const endsSpan = regex()`^,? ?(?:(?:through|thru)|and (?:will |to |shall )?(?:continue|run|last)s? (?:daily )?(?:through
  |thru|until)) ${toDay}$`;
// The judge is busy elsewhere: "Judge A. will be on trial for two weeks starting on 3/1/2026".
const judgesOwn = regex()`\bjudge [^.;]{1,40}\b(?:will|would|may) be (?:on trial|unavailable|out of|away
  |absent)\b(?![^.;]*\b(?:re)?(?:set|scheduled|moved|continued)\b)`;
const setAgain = regex()`\b(?:re-?set|reschedul\w*|continued (?:to|until)|adjourned (?:to|until)|moved to|advanced to
  |now set|extended|${heldAnew})\b`;

// "All deadlines, including the 3/1/2026 cut-off, are stayed"
const allStayed = {
  before: /\ball [a-z, ]{0,60}\b(?:deadlines|dates|hearings|proceedings)\b/,
  after: /\b(?:are|is|be) (?:hereby )?(?:stayed|suspended|held in abeyance|vacated|cancell?ed|stricken)\b(?! until)/,
};
const noEvent = source`\bno (?!other|further)(?:[a-z]+ ){0,3}${event2}`;
/** Says of a hearing or a deadline that it is off. "will not be held in person" only says how the hearing is held. */
export const calledOff = source`(?:(?:(?:will|shall) (?:not|no longer) (?:be (?:held|conducted|going forward)|go forward
  |proceed|take place|occur)|(?<=${noEvent} )(?:will|shall) (?:be held|go forward|take place|occur)|(?:is
  |are) not (?:going forward|proceeding)|(?:has|have) been called off|no longer (?:in effect|in force|operative
  |applicable|appl(?:y|ies))|(?:removed|dropped) from (?:the )?(?:[a-z']+ )?calendar)(?! (?:in (?!light|view)|at (?!this
  |that)|by|via|before|until|over|remotely|virtually)\b))`;
// "The deadline of 3/1/2026 for disclosures is extended", "The hearing set for 3/1/2026 will not go forward"
const otherWords = 'and|while|because|may|case(?! manag)|action|stay|(?<=, )(?:the|all|any|discovery)';
const isOff = regex()`${upToVerb(`${uncertain}|${otherWords}`)}(?:(?:is|are|be|been) (?:hereby )?(?:off|extended
  |enlarged|suspended|stayed|tolled|lifted|waived|set aside|held in abeyance|moot(?:ed)?|(?:deemed )?unnecessary
  |no longer (?:necessary|needed|required|due))(?! until)|need not be (?:filed|served|submitted)(?! under)
  |${calledOff})\b`;
// "Hearings set for 3/1/2026 and 4/1/2026 are continued", "Trial set for 3/1/2026 and conference set for … are moved"
const listMoved = regex()`^\)?(?: at [\d:]{1,5} ?[ap]\.?m\.?)?(?:,? and|,) (?:[a-z'-]+ ){0,8}?\(?(?:\d{1,2}/
  |${monthBegins})(?:(?!\b(?:is|are|be|shall|will|must|due|by|if|unless|not)\b)(?:[^.;]|\b[ap]\.m\.)){1,160}? are
  (?: (?:hereby|now|each|vacated|and))* (?:vacated|cancell?ed|continued|adjourned|reset|rescheduled|postponed|moved
  |extended|stricken)\b`;
const holds = /\b(?:is|are|shall|will|be|remains?) [^.;]*$/;
const dated = new RegExp(`\\b(?:${event2}|deadlines?|dates?|time|due)\\b`);
// "No hearing will be held on 3/1/2026", "The Court will not hear argument on 3/1/2026"
const noHearing = regex()`(?:${noEvent} (?:will|shall)|\b(?:is|are|will be|shall be) ${noEvent}
  |\b(?:will|shall) not (?:be in session|(?:hold|hear|conduct) (?:[a-z]+ ){0,3}${event2}))\b
  (?:(?!\b(?:unless|if|until|but|and|by|due|is|are)\b)[^.;])*$`;
// "No appearance is required on 3/1/2026" and "Rival need not answer by 3/1/2026" set no date; "until 3/1/2026" does.
const noDuty = regex()`\b(?:no (?!later)(?:[a-z]+ ){1,6}(?:required|necessary|needed|(?:is|are) due)|need not
  |not (?:be )?required to|(?:does|do) not (?:have|need) to|(?:reliev|excus)(?:ed|es|ing) [^.;]{0,40}?\b(?:of|from))\b
  (?:(?!\b(?:but|shall|must|until|unless|if|set|setting|scheduled)\b)[^.;])*$`;
const isOver = /^,? (?:was|were|(?:has|have) (?:passed|expired))\b/;
// "The request to vacate the 3/1/2026 trial date is denied" keeps the date. A requested day that is denied is no date.
const askedFor = /\b(?:request|motion|application|stipulation)s? (?:to|for)\b/;
const isDenied = regex()`^(?:(?!\b(?:grant|motion|request|application))[^.;]){0,60}
  (?:\. (?:request|application|motion)(?: is)?)? (?:hereby )?(?:denied|rejected|not (?:approved|granted))\b`;
// "denying 374 Motion to continue the trial from 1/5/2027 until 1/15/2027"
const refuses = source`\b(?:den(?:y|ying|ies)|declin(?:es?|ing)|refus(?:es?|ing)|reject(?:s|ing))\b`;
const decidesAnew = source`(?:\b(?:but|grant\w*|due|shall|must|has|have|remains?|with leave|noticed|and (?:re)?sets
  |(?<!\bto )(?:re)?(?:set|scheduled)(?! for [\w/., ]{4,20} to ))\b|(?:,|\band) (?:(?:re)?sett|extend|order|direct
  |(?:re)?schedul|continu|requir)ing\b)`;
const movesDay = source`\b(?:to (?:extend|enlarge|continue|adjourn|(?:re-?)?schedule|(?:re-?)?set|postpone|move|advance
  |modify|change)|extension|enlargement|continuance|adjournment)\b`;
const refused = regex()`${refuses}(?:(?!${decidesAnew})[^.;]){0,200}(?:\b(?:until|to|through|past|beyond)|${movesDay}
  (?:(?!${decidesAnew})[^.;]){0,120}\b(?:for|on|by)) (?:and including )?${toDay}$`;
// "to extend the 12/1/2026 expert report deadline to 12/15/2026": the first day is the old one.
const moves = regex()`\b(?:exten\w+|enlarg\w+|continu\w+|adjourn\w*|postpon\w*|mov(?:e|es|ing)|reschedul\w+|amend\w*
  |modif\w+|chang\w+)\b`;
const movedOn = regex()`^(?:(?: (?!and\b|or\b)[a-z'-]+){0,5}? (?:deadline|cut-?off|date)s?(?: [a-z'-]+){0,10}?)? (?:to
  |until|through) (?:and including )?${someDay}`;
const isNew = regex()`\b(?:to|until|through|by|is|be|for)(?: and including)? ${toDay}$`;
// "to reschedule the pretrial conference set for 3/1/2026 to 4/1/2026"
const asksToMove = regex()`\bto (?:continue|adjourn|postpone|re-?schedule|re-?set|move|extend) [^.;]{0,60}\b(?:set
  |scheduled|noticed) (?:for|on) $`;
const refusal = new RegExp(refuses);

const remains = /^[^.;]{0,30}\b(?:remains?|stands|will (?:proceed|go forward)|is (?:re)?confirmed)\b/;

// "Trial will be held from 3/1/2026 to 3/5/2026", "Jury trial from 3/1/2026 through 3/5/2026": nothing is moved.
const heldFrom = regex()`\b(?:be (?:held|conducted)|take place|occur|proceed|run|set|scheduled|hearing|mediation|(?:jury
  |bench) trial)(?: daily)? from ${toDay}$`;
const lasts = regex()`^[^.;\d]{0,20}(?:\d[^.;/]{0,12})? (to|until|through|thru) ${toDay}(?:[\d/-]{4,10}
  |[a-z]{3,9}\.? \d{1,2}(?:, \d{4})?)`;

/** Returns the words that name the last day of a hearing; undefined if the day is not the first of several. */
function spanFrom({ before, sentence, after }: DayContext): string | undefined {
  const [span, to = ''] = lasts.exec(after) ?? [];
  const isNamed = /\b(?:trial|hearing|mediation) from [a-z, (]*$/.test(before);
  if (span === undefined || !heldFrom.test(before) || (isNamed && !/^thr/.test(to))) return undefined;
  return nearestCue(sentence) === 'hearing' && !/\b(?:exclu|depositions\b)/.test(sentence) ? span : undefined;
}

type CueKind = Cue[0] | undefined;

const setsNothing: readonly ((context: DayContext, cue: CueKind) => boolean)[] = [
  (_, cue) => cue === 'past' || cue === 'old',
  // "The December 1 hearing was adjourned": the day only identifies the hearing.
  ({ yearless, after }) => yearless && (namesEvent.test(after) || isOver.test(after)),
  ({ sentence, after }) => dated.test(sentence + (isOff.exec(after)?.[0] ?? '')) && isOff.test(after),
  ({ sentence }, cue) => notAvailable.test(sentence) && cue !== 'hearing',
  ({ after }) => laterMoved.test(after),
  ({ before, after }) => listMoved.test(after) && !holds.test(before),
  ({ before, after }) =>
    namesEvent.test(after) && movedEvent.test(before) && !/\b(?:to|for|until|at the) $/.test(before),
  ({ before, after }) => namesEvent.test(after) && lifted.test(before),
  ({ sentence }) => refused.test(sentence),
  ({ before, sentence, after }) =>
    moves.test(before) &&
    movedOn.test(after) &&
    (!isNew.test(before) || asksToMove.test(before)) &&
    !refusal.test(sentence),
  ({ before }) => cancelled.test(before) && !setAgain.test(before),
  ({ before }) => noHearing.test(before),
  ({ before }) => noDuty.test(before),
  ({ before, sentence }) => endsSpan.test(before) && nearestCue(sentence) === 'hearing',
  ({ sentence, after }) => allStayed.before.test(sentence) && allStayed.after.test(after),
  ({ sentence }) => excluded.test(sentence) || judgesOwn.test(sentence),
];

export function roleOf(context: DayContext): DayKind | undefined {
  const cue = rightBefore.find(([, pattern]) => pattern.test(context.before))?.[0];
  // "The hearing previously set for 3/1/2026 at 9:00 shall remain"
  if (cue === 'old' && remains.test(context.after)) return 'hearing';
  const span = cue === 'old' || cue === 'past' ? spanFrom(context) : undefined;
  if (span !== undefined) {
    const before = context.before.replace(/from [a-z, (]*$/, 'on ');
    return roleOf({ ...context, before, after: context.after.slice(span.length) });
  }
  if (askedFor.test(context.sentence) && isDenied.test(context.after)) return afterCue(context.after);
  return setsNothing.some((reason) => reason(context, cue)) ? undefined : kindOf(context, cue);
}

function kindOf(context: DayContext, cue: CueKind): DayKind | undefined {
  const { before, sentence, after, hasTime } = context;
  if (cue === 'hearing' && designated.test(before)) return 'deadline';
  if (cue === 'hearing' && !/\b(?:deadlines?|due|cut-?off)\b/.test(before)) return 'hearing';
  if (cue === 'deadline') return atAHearing(context) ?? 'deadline';
  return nearestCue(before) ?? nearestCue(sentence) ?? (hasTime ? 'hearing' : afterCue(after));
}

// "Transcript Designation set for 11/28/2026"
const designated = /\b(?:designation|briefs?|statement) set for $/;

const untilOnly = regex()`^,? ?(?:until|till) ${toDay}$`;
const adjourns = /\b(?:adjourn|continu|postpon|re-?schedul|re-?set|mov)(?:ed|e?s|t?ing)?\b/;

// "continued until 3/1 at 10:00" is a hearing. "Set/Reset Deadlines: status report due by" is a deadline.
function atAHearing({ before, sentence, hasTime }: DayContext): DayKind | undefined {
  // "adjourning oral argument from 3/1/2026 until 4/1/2026"
  if (untilOnly.test(before) && adjourns.test(sentence) && nearestCue(sentence) === 'hearing') return 'hearing';
  const moved = regex()`\b(?:adjourned|continued|reset|rescheduled|postponed|set|moved|corrected|changed
    |held)\b(?:(?!\bdue by )[^.;]){0,40}\b(?:until|to|by|through|till) ${toDay}$`.test(before);
  return moved && (hasTime || new RegExp(event2).test(before)) ? 'hearing' : undefined;
}

function nearestCue(text: string): DayKind | undefined {
  let at = -1;
  let kind: DayKind | undefined;
  for (const [cue, pattern] of nearest) {
    for (const found of text.matchAll(pattern)) {
      if (found.index >= at) {
        at = found.index;
        kind = cue;
      }
    }
  }
  return kind;
}

function afterCue(after: string): DayKind | undefined {
  // "the 12/7/2026 expert deadline"
  if (/^ (?:[a-z-]+ ){0,3}(?:deadline|cut-?off)/.test(after)) return 'deadline';
  return namesEvent.test(after) ? 'hearing' : undefined;
}
