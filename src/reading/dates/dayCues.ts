import type { DayKind } from '../entryReading.ts';

export type Cue = readonly [kind: DayKind | 'past' | 'old', pattern: RegExp, example: string];

const event =
  'hearing|hrg|conference|argument|trial|deposition|mediation|arraignment|sentencing|sentence|examination|meeting|appearance|appear|docket call|calendar call|voir dire|jury selection|plea|presentment|inspection|auction|session|proceeding|heard|markman|interview|disposition|status';
export const event2 = `(?:${event})s?`;

/** The words right before the day decide first; the first line that fits counts. */
export const rightBefore: readonly Cue[] = [
  ['deadline', /\bincomplete filing dates?:? $/, 'Section 521(i)(1) Incomplete Filing date: 3/1/2026'],
  ['deadline', /\bnot(?:ing|ed) (?:date|for):? $/, 'MOTION for Forfeiture by USA Noting Date 3/1/2026'],
  [
    'past',
    /(?<!\b(?:be|if objections?)(?: [a-z]{2,14}ly)? )\b(?:signed|entered|filed|dated|served|mailed|received|issued|executed|docketed|modified|submitted|sent|held|conducted|lodged|edited|born|published|transmitted|returned)(?: (?:by|in|upon|at|to|via|before) (?:(?!hearing|\bset\b|\bdue\b|\blast day\b|deadline|\buntil\b|conference|\bheld\b|trial)(?:[^.;)]|(?<=\b[a-z])\.)){0,60}?)?(?: (?:on|dated|of))?:? ?$/,
    'Signed by Judge A. B. on 3/1/2026',
  ],
  [
    'past',
    /\b(?:service|notice|service of|ending|ended|effective|petition|filing) dates?:? ?(?:is )?$/,
    'Service Date 02/10/2010',
  ],
  [
    'past',
    /\b(?:(?:added|corrected|edited|modified [a-z ]{0,30}) on|balance sheet date:?|period (?:ending|ended|of|from)|month of|months? (?:ending|ended)|since|as of|order of|dated:?|transcript of|judgment date:?|between) $/,
    'for the period ending 12/31/2026',
  ],
  [
    'past',
    /\(time excluded [^()]{0,60}$|\bexclud(?:ed|able)\b[^.;]{0,60}\b(?:through|thru|to) $/,
    'time excludable through October 19, 2026',
  ],
  ['past', /\bcourt date & time \[ $/, 'AUDIO FILE. Court Date & Time [ 10/15/2026 2:03:48 PM ]'],
  ['past', /\bhearing (?:held )?on: $/, 'Virtual Minute Entry in reference to hearing On: 3/1/2026'],
  [
    'past',
    /(?<!on or )\b(?:before|prior to|if [^.;]{0,40} before|earlier than|(?:trial|exclud\w+|excludable) (?:started|from)) $/,
    'if transferred before 10/24/2026',
  ],
  [
    'old',
    /\b(?:from|previously (?:set|scheduled|noticed) (?:for|on)|originally (?:set|scheduled) (?:for|on)|(?:currently|presently) (?:set|scheduled) (?:for|on)|resetting [^.;]{0,80}\bnow set(?: for)?) (?:\w+day,? )?$/,
    'rescheduled from 1/5/2026',
  ],
  [
    'old',
    /\bdenying [^.;]{0,160}(?:until|to|through) (?:and including )?$/,
    'denying 374 Motion for an extension until January 15, 2027',
  ],
  [
    'old',
    /\bextending (?:[a-z-]+ ){1,7}?(?:deadline|cut-?off|date)s? (?:currently |previously )?(?:set|scheduled) for $/,
    'STIPULATION AND ORDER Extending Dispositive Motion Cut-off set for 3/1/2026',
  ],
  [
    'old',
    /\bgranting [^.;]{0,120}\b(?:continue|adjourn|reschedule|postpone|vacate) [^.;]{0,60}(?:set|scheduled) (?:for|on) $/,
    'granting 298 Motion to Continue trial set for 3/1/2026',
  ],
  [
    'old',
    /\b(?:adjourning|continuing|rescheduling|vacating|cancell?ing|terminating) (?:the )?(?:[a-z]+ ){0,3}(?:hearing|conference|trial)s? (?:of|on|set for|scheduled for) $/,
    'Order Adjourning Hearing of December 11, 2026',
  ],
  [
    'old',
    /\b(?:vacat\w*|cancel\w*|terminat\w*|strik\w*|continu(?:e|es|ing|ance of)|adjourn(?:s|ing|ment of)?|reschedul(?:e|es|ing)|postpon\w*|mov(?:e|ing)|adjourn the|reset(?:s|ting)?) (?:the )?$/,
    'Motion to Continue the 2/7/2026 Hearing',
  ],
  [
    'hearing',
    /\b(?:set for|before (?:the )?(?:hon\b|honorable|judge|magistrate)(?:[^.;]|(?<=\b[a-z]|\bjr)\.){0,60} on) $/,
    'before Honorable A. B. on 3/1/2026',
  ],
  [
    'deadline',
    /\b(?:due|due by|due on|due date:?|by|by no later than|no later than|not later than|on or before|until|till|expires?(?: on)?|deadline(?: is| of| to| for [^.;]{1,60})?:?|through|last day(?: to [^.;]{1,60})?|cut-?off(?: is| date)?:?|(?:to|through) and including|to & inc\.?(?:luding)?|up to(?: and including)?|due:|completed by|extended to|enlarged to|extending [^.;]{0,80} to|extension[^.;]{0,90} (?:to|until)|time [^.;]{0,80} to|pleading to|dates?: (?:objections?|responses?)) (?:(?:close of business|noon|midnight|5:00 p\.?m\.?|[\d:]{1,5} ?[ap]\.?m\.?) (?:on )?)?(?:\w+day,? )?$/,
    'Responses due by 3/1/2026',
  ],
  [
    'deadline',
    /\b(?:objections?|responses?|repl(?:y|ies)|answers?|claims?|due|briefs?|motions?|reports?|statements?|plan|schedules?|disclosures?|documents?|statistical)[a-z ]{0,30}(?:due|deadline|dates?):?(?: is| set for| by| on)? $/,
    'Objections due: 3/1/2026',
  ],
  [
    'hearing',
    /\bmotions?\b[^.;]{0,120}\bcontinued (?:to|until) (?:\w+day,? )?$/,
    'Motion to Suppress Evidence CONTINUED to 2/18/2026',
  ],
];

/** If none of those fits, the nearest of these words in the sentence decides. */
export const nearest: readonly Cue[] = [
  [
    'deadline',
    /\b(?:due(?! to (?!be))|deadlines?|no later than|on or before|expires?|cut-?off|last day|to be (?:filed|completed|served|submitted)|shall (?:file|serve|submit|be filed|be served|be completed|respond|pay|complete)|file by|extend\w*|extension|to file|bar date)\b/g,
    'Discovery to be completed 3/1/2026',
  ],
  ['hearing', new RegExp(`\\b(?:${event2})\\b`, 'g'), 'Hearing set for 3/1/2026'],
];
