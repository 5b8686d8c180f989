import { listedUpTo } from '../../base/words/sentence.ts';
import type { EntryReading } from '../../records/docket.ts';
import { monthBegins } from '../dates/findDays.ts';
import { partsOf, relatedPapers } from '../entryParts.ts';
import { regex, source, withoutInnerMotion } from '../rule.ts';

/** One way to say that only a part of a case is dismissed. Group 1 of the pattern, or else `part`, is that part. */
type PartForm = Readonly<{ name: string; example: string; part: string; pattern: RegExp }>;

const form =
  (name: string, example: string, part: string, flags = 'i') =>
  (text: TemplateStringsArray, ...values: readonly string[]): PartForm => ({
    ...{ name, example, part },
    pattern: regex(flags)(text, ...values),
  });

// Names are capitalized. A point ends a sentence unless it ends one of these words.
const word = String.raw`(?:(?:Inc|Corp|Co|Ltd|Bros|St|Dr|[A-Z])\.|[A-Z0-9][\w&'-]*)`;
const legalForm = String.raw`(?:Inc|LLC|LLP|LP|Ltd|Corp|Co|GmbH|AG|S\.A|N\.A|B\.V)\b\.?`;
const ends = String.raw`(?!(?:So|Signed|Each|This|It|With|WITH|Without|WITHOUT|Only|ONLY)\b)`;
const name = String.raw`${word}(?:, ${legalForm}| (?:(?:of|and|the|de|van|von|&) )*${ends}${word}){0,8}`;
const roles = source`(?:(?:[Tt]he|[Tt]hird-?[Pp]arty|THIRD-PARTY|[Cc]ounter-?|COUNTER-?|[Cc]ross-?) ?)*(?:[Dd]efendants?
  |DEFENDANTS?|[Pp]laintiffs?|PLAINTIFFS?|[Pp]art(?:y|ies)|PART(?:Y|IES))?(?:\(s\))?`;
const asTo = String.raw`(?:\b(?:[Aa]s [Tt]o|AS TO|[Aa]gainst|AGAINST)|(?<=[Dd]ismissal |DISMISSAL )(?:re|RE)\b:?)`;
const dismissing = source`\b(?:[Dd]ismiss(?:al of|ing|es)|DISMISS(?:AL (?:OF|of)|ING))(?: with(?:out)? prejudice)?`;
const ordinal = String.raw`(?:[IVX]+|\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b`;
const noName = source`(?!(?:All|ALL|Each|Every|Any|The|With|WITH|Without|WITHOUT|Prejudice|PREJUDICE|By|BY|Signed
  |Pursuant|Case|CASE|Dismissal|DISMISSAL|Entire|Action|ACTION|Motion|MOTION|Complaint|COMPLAINT|Count|COUNT|Signed|So
  |This|Related|Filed|Entered|Attachments?|Judge|Doc\w*|DOC\w*|Dkt|ECF|D\.I
  |\d+\]? (?:[A-Z]\w+ ){0,2}?(?:Motion|MOTION|Notice|NOTICE))\b)`;
/** Names in a list: `, Kelmont LLC, and Dorvin Stores, Inc.`. In a criminal case each has a number behind it. */
const names = `${name}(?:(?: \\(\\d{1,3}\\))*(?:, (?:and )?| and )${noName}${name}){0,40}`;

export const partForms: readonly PartForm[] = [
  form('counts', 'ORDER dismissing Counts II and III of 1 Complaint', 'Counts II and III')`\b((?:counter|cross-?)?
    (?:counts?(?:\(s\))?|cts?\.?|claims?)(?: nos?\.)? ${ordinal}(?:(?:,? (?:and|through|or|&) |, ?|-)${ordinal})*)`,
  form('counts by their place', 'ORDER dismissing the second cause of action', 'second cause of action')`\b((?:first
    |second|third|fourth|fifth|sixth|seventh)(?:,? (?:and )?(?:second|third|fourth|fifth|sixth
    |seventh))* (?:causes? of action|claims?(?: for relief)?|counts?|counterclaims?))\b`,
  form('claims between', 'DISMISSAL of claims between Ada and Rival', 'claims between Ada and Rival', '')`
    \b([Cc]laims (?:by and )?between ${name} and ${noName}${name})`,
  form('a party by name', 'CASE DISMISSED as to Rival LLC', 'Rival LLC', 'g')`${asTo} ${roles} ?${noName}(${names})`,
  form('a dismissed party', 'NOTICE of Dismissal of Defendant Rival LLC without prejudice', 'Rival LLC', '')`
    ${dismissing} (?:the )?(?:[Dd]efendants?|DEFENDANTS?|[Pp]laintiffs?|[Pp]art(?:y|ies)) ${noName}(${name})`,
  form('a dismissed company', 'NOTICE of Voluntary Dismissal of Rival, Inc. by Widget Co.', 'Rival, Inc.', '')`
    ${dismissing} ${noName}((?:${word} ){0,6}?${word},? ${legalForm})`,
  form('dismissed parties', 'ORDER Dismissing Without Prejudice: ADA and KURT. Signed', 'ADA and KURT', '')`\b
    (?:[Dd]ismiss(?:ing|es)|DISMISSING)(?: [Ww]ith(?:out)? [Pp]rejudice| WITH(?:OUT)? PREJUDICE)?: ${noName}(${names})`,
  form('a party that is dismissed', 'ORDER: Defendant Rival LLC is DISMISSED', 'Rival LLC', '')`
    \b(?:[Dd]efendants?|[Pp]art(?:y|ies)) (${name}) (?:is|are|be)(?: hereby)? (?:dismissed|DISMISSED)`,
  form('one party', 'STIPULATION of Dismissal as to one defendant only', 'one defendant')`\b(?:as to
    |dismiss(?:al(?: of)?|ing)(?: with(?:out)? prejudice)?) ((?:one|two|three|certain|some
    |fewer than all) (?:defendants?|plaintiffs?|parties|party))\b`,
  form('claims that somebody answers with', 'ORDER dismissing the counterclaims without prejudice', 'counterclaims')`
    (?<!\bclaims (?:and|or) )\b(counter-?claims?|cross-?claims?|third-party complaint|affirmative defenses?)\b`,
  form('an appeal', 'ORDER: the appeal is DISMISSED for lack of jurisdiction', 'appeal')`\b(?:dismiss\w* (?:the |this )?
    (appeal)|appeals?\b[^.;]{0,40}\bdismissed)\b`,
  form('some claims', 'STIPULATION of Dismissal of the trade dress claims only', 'trade dress claims')`\b((?:(?!the|of
    |all|and|dismiss)[a-z-]+ ){0,3}claims?)\b(?! construction)[^.;]{0,20}\bonly\b`,
  form('claims that are named', "ORDER: Widget's claim for fraud is DISMISSED", 'claim for fraud')`
    \b(claims? (?:for|of|under) (?:[a-z'-]+ ){0,4}[a-z'-]+) (?:is|are|be)\b[^.;]{0,20}\bdismissed`,
  form('patents', 'STIPULATION of Dismissal of U.S. Patent No. 7,654,321', 'Patent No. 7,654,321')`\bdismiss(?:al of
    |ing) [^.;]{0,40}?\bU\.? ?S\.? (Pat(?:ent|\.) Nos?\. [\d,]+\d)`,
  form('in part', 'STIPULATION of Partial Dismissal', 'part of the case')`\bpartial(?:ly)? (?:(?:voluntary|stipulated
    |stipulation|notice|joint|of) ){0,4}dismiss|\bdismissal \(?partial\b|\bdismissed,? in part\b`,
  form('only', 'ORDER of Dismissal, patent part only', 'part of the case')`\bdismiss\w*[^.;]{0,80}\bonly\b`,
];

/** Words that dismiss the whole case. A part that the text also names is then only one of those that end with it. */
const wholeCase = regex('i')`\b(?:entire (?:case|action|matter)|(?:case|action|complaint|matter)\b
  [^.;]{0,40} in its entirety|all (?:remaining |other )?(?:claims|counts|causes|defendants|parties)\b(?! (?:(?:asserted
  |brought|pending) )?(?:against|as to|of|by|in|between) (?!all\b|both\b|this|the parties\b))
  |claims? and (?:[\w']+ )?counterclaims?|civil case terminated|clos(?:e|ing) (?:the|this) case
  |case (?:is )?closed)\b|\b(?:case|action|matter
  |lawsuit)\b (?:(?:is|be|are|hereby|and|now|shall) ?){1,3}dismissed\b(?![^.;]*\b(?:as to|against)\b)`;
/** "All other claims remain pending": what goes on after the dismissal of a part. */
const goesOn = regex('gi')`\b(?:(?:all|the) )?(?:other|remaining) (?:parties and )?(?:claims|counts|causes|counterclaims
  |defendants|plaintiffs|parties)\b(?:(?!dismiss)[^.;]){0,80}?\b(?:remains?|proceed|continue|go forward|stay in
  |(?:is|are) (?:still )?(?:pending|stayed|unaffected|not affected))\b`;
/** "DENIED as to Count I and GRANTED as to Count II" */
const refused = /\bden(?:ied|ies|ying) (?:[\w-]+ ){0,8}?as to (?:(?!\b(?:grant|dismiss(?:ed|es|ing)\b))[^.;])*/gi;
const dismissal = /\b(?:dismiss|discontinu|settl)/i;
// "Motion to Dismiss for Failure to State a Claim" is a title and names no part.
const failure = /\bfail\w* to state (?:a |any )?claims?\b(?: upon which relief [a-z ]{0,20}granted)?/gi;
const byWhom = / (?:by|BY|filed by) .*$/;
const sentenceEnds = /(?<!\b(?:Inc|Corp|Co|Ltd|No|Nos|v|vs|Bros|St|Dr|Hon|[A-Z]))\. (?=[A-Z*])|;/;

/** Returns `Count II` or `Kelmont Devices LLC`; '' if nothing is dismissed, or no part is named. */
export function partDismissed(reading: Dismissing, text: string): string {
  return partsListed(partsDismissed(reading, text));
}

export function partsDismissed(reading: Dismissing, text: string): string[] {
  return isDismissal(reading) ? partsNamed(partsOf(text).whole) : [];
}

type Dismissing = Pick<EntryReading, 'type' | 'about' | 'outcome'>;

function isDismissal({ type, about, outcome }: Dismissing): boolean {
  if (outcome === 'dismissed' || type === 'dismissal') return true;
  return about.includes('dismissal') && (type === 'stipulation' || outcome?.startsWith('granted') === true);
}

export function partsNamed(text: string): string[] {
  const said = text.replace(failure, ' ').replace(relatedPapers, ' ');
  const plain = said.replace(goesOn, ' ');
  if (wholeCase.test(plain)) return [];
  for (const sentence of plain
    .replace(refused, ' ')
    .split(sentenceEnds)
    .filter((one) => dismissal.test(one))) {
    const clause = sentence.replace(byWhom, (by) => / (?:as to|AS TO|against|AGAINST) .*$/.exec(by)?.[0] ?? '');
    for (const { pattern, part } of partForms) {
      const found = pattern.global
        ? [...clause.matchAll(pattern)]
        : [pattern.exec(clause)].filter((one) => one !== null);
      const parts = found.flatMap((one) => (one[1] ?? part).trim().split(betweenNames));
      if (parts.length > 0) return [...new Set(parts)];
    }
  }
  return plain === said ? [] : ['part of the case'];
}

const betweenNames = new RegExp(String.raw`(?: \(\d{1,3}\))*(?:, (?:and )?(?!${legalForm})| and )`);
const mostNamed = 3;

/** Returns `A Inc. and B LLC`. Of more than three parts, it names three and counts the others. */
export const partsListed = (parts: readonly string[]): string => listedUpTo(mostNamed, parts);

/** Patterns for the whole phrase. "as moot" and "in part" are more specific than the verb, so they come first. */
const verbs: readonly (readonly [RegExp, done: string])[] = [
  [/\b(?:advisement|submission)$|^(?:defer|reserv)/i, 'DEFERRED'],
  [/^(?:find|moot)|\bmoot$/i, 'MOOT'],
  [/\bpart\b/i, 'GRANTED IN PART'],
  [/^grant|^allow/i, 'GRANTED'],
  [/^den/i, 'DENIED'],
  [/^overrul/i, 'OVERRULED'],
  [/^sustain/i, 'SUSTAINED'],
  [/^(?:adopt|accept)/i, 'ADOPTED'],
  [/^approv/i, 'APPROVED'],
  [/^terminat/i, 'TERMINATED'],
];

const number = String.raw`\d{1,4}(?:-\d{1,2})?`;
const numbered = source`[[(]{0,2} ?(?:(?:d\. ?i\.|dkt\.?|doc\.|ecf)(?: nos?\.)? ?|# ?)?`;
const numbers = source`${numbered}((?<![\d/:]|\d, |§ ?|\b(?:rules?|sections?|counts?|claims?|u\.s\.c\.|${monthBegins}
  [a-z]*) )${number}(?:[\])]*(?:,? and|,| &) ${numbered}${number}){0,20})(?![\d/:]) ?[\])]{0,2}`;
const motion = source`(?:motion|application)\b(?:(?!\b(?:is|are|grant|den|tak|find|terminat|moot|re|regarding|as to)
  |[.;:()[\]\d]).){0,80}?`;
/** What stands between the numbers of motions with one decision: "45 Motion to Seal and 46 Motion to Stay". */
const titles = regex('g')`(?<=\b${number}[\])]{0,2}) (?:[a-z'-]+ ){0,3}?${motion}(?=(?:,? and|,) [[(]{0,2}
  ${number}[\])]{0,2} (?:[a-z'-]+ ){0,3}?(?:motion|application)\b)|(?<=\b${number}[\])]{0,2}(?:,? and|,)) (?:[a-z'-]+ )
  {0,5}?${motion}(?= ${numbered}${number}\b[^.;:]{0,120}? are\b)`;
const noPaper = source`(?! ?(?:more |additional |extra |calendar |business )?(?:days?|weeks?|months?|pages?|hours?
  |minutes?)\b)`;
const laterVerbs = source`(?:granting|denying|allowing|overruling|sustaining|adopting|accepting|approving|terminating
  |finding as moot|finding moot|mooting|taking under (?:advisement|submission)|(?<!\b(?:granting|part) and )(?:deferring
  |reserving)(?: (?:ruling|decision|judgment) on)?|(?<!\b(?:not|nor|neither|who|which|that) )(?:grants|denies|defers
  |reserves)|(?<=\b(?:court|judge)(?: hereby)? )(?:granted|denied|deferred|reserved))`;
const done = source`(?:granted|denied|allowed|overruled|sustained|adopted|accepted|approved|moot)(?:[ -]in[ -]part
  (?: and denied[ -]in[ -]part)?| as moot)?`;
/** "45, 46 GRANTED" without a verb, at the end of its clause. */
const bare = source`(?:(?!\b(?:oral|orders?|not|may|will|if|grant\w*|den\w*)\b)[^.;:,()\d]){0,60}?:?
  (?= ${done} ?(?:[.;,]|$|(?:and|with\w*)\b)) `;
const decided = regex('gi')`\b(${laterVerbs}(?: in part(?: and (?:denying|denies|denied) in part)?| as moot)?(?: with
  (?:out)? prejudice)?(?:(?: its)?(?: (?:ruling|decision))? on)?),? (?:(?:the|motions?
  |[a-z]+'s?) ){0,2}${numbers}${noPaper}|${numbers}${noPaper}(?:(?:[^.;:\d]{0,60}? (?:is|are) (?:hereby )?|${bare})
  (${done})(?! as to\b[^.;]*\b(?:granted|denied))|[^.;:\d]{0,60}? (under (?:advisement|submission)))\b`;

/** Returns what became of each paper that a decision names, by its number as printed: `88` → `GRANTED`. */
export function fatesOf(text: string): Map<string, string> {
  const fates = new Map<string, string>();
  const said = withoutInnerMotion(partsOf(text).body, true).replace(titles, '');
  for (const [, before, later, earlier, after, deferred = ''] of said.matchAll(decided)) {
    const fate = verbs.find(([pattern]) => pattern.test(before ?? after ?? deferred))?.[1];
    for (const [each] of (later ?? earlier ?? '').matchAll(new RegExp(number, 'g'))) {
      if (fate !== undefined && !fates.has(each)) fates.set(each, fate);
    }
  }
  return fates;
}

// "The motion is denied" and "takes it under advisement" decide what stands before them.
const backward = source`(?!(?:(?:the|same|said|oral|and) )*(?:motion|request|matter|it)s? (?:(?:is|are|was|hereby) )*
  (?:granted|denied|overruled|deferred|moot|taken|under)\b|(?:(?:the )?(?:court|judge) )?(?:reserves ruling(?! on)
  |(?:denies|grants|takes|took|overrules|denied|granted) (?:it|them|same|(?:the|this|that) (?:matter|same
  |(?:oral )?motion(?! (?:to|for|in))))\b))`;
const courtRules = source`(?:(?:the )?(?:court|judge) )?(?:hereby )?(?:(?:grants|denies|granted|denied)(?! in part)
  |takes|took|taking|defers|deferr(?:ed|ing)|reserv(?:es|ed|ing)|to (?:grant|deny|take|defer))\b`;
// "Order Granting" inside the title of a motion decides nothing.
const decisionBegins = regex('i')`; ${backward}|, and |(?<=[a-z\d)\]]{3}|\s\d{1,2})\. (?=[a-z\d[*])${backward}|(?<=\b
  (?:granted|denied|moot|overruled|adopted|advisement)(?:[ -]in[ -]part)?) and (?!granted|denied)
  | and (?=${courtRules})${backward}|(?<!\b(?:order|consider|before|without
  |(?:in )?part,?(?: and| &)?) )\b(?=(?:(?:grant|deny|allow|overrul|sustain|adopt|accept|find
  |terminat)ing|taking under|deferring|reserving ruling)\b)`;
const longestOrder = 1_500;

/** Returns the parts of an order, each with at most one decision: `ORDER denying 40 Motion`, `granting 50 Motion`. */
export function decisionsIn(text: string): string[] {
  const whole = partsOf(text).whole.replace(relatedPapers, ' ').slice(0, longestOrder);
  const titles = titlesIn(whole);
  return whole.split(decisionBegins).map((part) => withTitles(part, titles));
}

const titled = regex('gi')`(?<![\d/:-])(${number})[\])]{0,2} ((?:(?!(?:and|or|is|are|the|to)\b)[a-z'-]+ ){0,3}?(?:motion
  |application|request)s?\b (?:to|for|in) (?:(?! (?:by|filed|and [[(]?\d)\b)[^.;,()[\]\d]){3,80})`;

/** Returns the motions that a text names, by their numbers: `45` → `MOTION to Dismiss`. */
function titlesIn(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(titled)].map(([, paper = '', title = '']) => [paper, title]));
}

/** "The Court DENIES 45" becomes "The Court DENIES 45 MOTION to Dismiss". */
function withTitles(part: string, titles: ReadonlyMap<string, string>): string {
  if (/\b(?:motion|application|request)s? (?:to|for|in)\b|\b(?:objection|report)/i.test(part)) return part;
  return part.replace(new RegExp(String.raw`(?<![\d/:-])${number}\b(?![\d/:])`, 'g'), (paper) => {
    const title = titles.get(paper);
    return title === undefined ? paper : `${paper} ${title}`;
  });
}
