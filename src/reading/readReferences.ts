import { regex, source } from './rule.ts';

type Found = Readonly<{ at: number; number: string }>;

/** More than any real entry has. Limits the list for a text that consists of numbers. */
const mostReferences = 200;

// Sections of the bankruptcy code and rules, as in "341 Notice" and "9019 Motion".
const rulesAndSections: ReadonlySet<string> = new Set(['341', '2004', '2019', '9019']);

// Years and the numbers of courts of appeals ("[6338744-2]", "[10-1095]") are no document numbers.
function isDocumentNumber(number: string): boolean {
  if (rulesAndSections.has(number)) return false;
  const [first = '', part] = number.split('-');
  return (
    !first.startsWith('0') &&
    Number(first) <= 20_000 &&
    (part === undefined || (Number(part) > 0 && part.length <= 2 && !part.startsWith('0')))
  );
}

// "October 19, 2004 Jury Selection": 2004 is a year, although the name of a paper follows.
const yearOfADay = /\d{1,2}(?:st|nd|rd|th)?, (?:19|20)\d\d\b/;

// When the court of appeals orders a transcript, the number in brackets is the entry's own.
const ownNumber = /^(?:\*{3}[^*]{1,80}\*{3} )?(transcript ordered from [^[\]]{1,200})\[\d{1,4}\]/i;

export function readReferences(text: string): string[] {
  const named = text.replace(ownNumber, (whole, said: string) => said.padStart(whole.length));
  const found: Found[] = [];
  for (const { pattern } of referenceForms) {
    for (const match of named.matchAll(pattern)) {
      const list = match[1] ?? '';
      const start = match.index + match[0].indexOf(list);
      if (yearOfADay.test(named.slice(Math.max(0, start - 6), start + 5))) continue;
      for (const part of list.matchAll(/\d+(?:-\d+)?/g)) found.push({ at: start + part.index, number: part[0] });
      if (found.length > mostReferences) break;
    }
  }
  found.sort((one, other) => one.at - other.at);
  return [...new Set(found.map(({ number }) => number).filter(isDocumentNumber))].slice(0, mostReferences);
}

type ReferenceForm = Readonly<{ name: string; example: string; numbers: readonly string[]; pattern: RegExp }>;

const number = String.raw`\d{1,5}(?:-\d{1,3})?`;
const list = `${number}(?: ?(?:, and|,|;|&|and) ?(?:# ?)?${number})*`;

// The kinds of paper that a docket numbers. A number before one of these words is a reference.
const papers = source`hearing notice|hearing \(bk|motion|motions|complaint|order|orders|notice|petition|application
  |answer|response|reply|memorandum|brief|stipulation|objection|objections|declaration|affidavit|report|minute|minutes
  |judgment|letter|exhibit|statement|request|transcript|certificate|sealed|unopposed|joint|consent|emergency|ex parte
  |first|second|third|amended|expedited|plan|disclosure|schedule|notices|opposition|status|document|counterclaim
  |indictment|information|summons|amicus|proposed|text|generic|findings|redacted|bill|cross|interim|final|agreed
  |assented|limited|omnibus|debtor|trustee|plea|verdict|set|scheduling|oral|opinion|supplemental|appeal|case|clerk
  |receipt|certification|mandate|usca|chapter|voluntary|withdrawal|transfer|abstract|warrant|superseding|renewed|usca
  |m\/\w+|rule|corporate|appearance|administrative|incomplete|deficien\w+|acknowledg\w+|order/\w+|pro se|notice/\w+
  |reaffirmation|default|entry|schedules|list|settlement|suggestion|appendix|waiver|r&r|generic|protective|substitut\w+
  |attorney|sentencing|preliminary|designation|generic|record|plaintiff'?s?|defendant'?s?|government'?s?|affirmation
  |subpoena|writ|bond|praecipe|sur-?reply|errata|remark|financial|motion/\w+`;

const form =
  (name: string, example: string, numbers: readonly string[], flags = 'gi') =>
  (text: TemplateStringsArray, ...values: readonly string[]): ReferenceForm => ({
    ...{ name, example, numbers },
    pattern: regex(flags)(text, ...values),
  });

export const referenceForms: readonly ReferenceForm[] = [
  form('in brackets', 'ANSWER to [1] Complaint', ['1'])`\[ ?#? ?(${list}) ?\]`,
  form('document number', 'settlement notice (Doc. # 26 )', ['26'])`(?<!main )(?<!appeals )(?<!\bcase (?:no\. )?
    [\w:.-]{3,25} )(?<!\d:\d{2}-?[a-z]{2,4}-?\d{3,6},? )\b(?:(?:docs?|document|documents|dkts?|de|di|ecf|docket|cm/ecf
    |filing no)\b\.?|d\. ?[ei]\.)(?:\(s\))?(?: ?(?:entry|entries|nos?|num|numbers?|item)\b\.?){0,2}(?: ?(?:#s?|:) ?
    | )\[?(${list})(?![\d/:]|-\d| replaced)`,
  form('number sign and paper', 'granting #12 Motion', ['12'])`(?:granting|denying|re|to|on|of|as to) # ?(${number})
    (?= (?:${papers})\b)`,
  form('a motion and its number sign', 'ORDER: Motion # 33 is granted', ['33'])`\bmotions? # ?(${list})(?![\d/:]|-\d)`,
  form('in round brackets before a paper', 'ORDER granting (33) Motion to Dismiss', ['33'])`\b(?:granting|denying|re|on
    |to|striking|terminating) \((${number})\)(?= (?:${papers})\b)`,
  form('numbers', 'NOTICE OF APPEAL re Nos. 45, 46', ['45', '46'])`\b(?:re|regarding|granting|denying
    |to):? nos?\. (${list})(?![\d/:]|-\d)`,
  form('verb and numbers alone', 'ORDER STRIKING 12 and 13', ['12', '13'])`\b(?:granting|denying|striking|terminating
    |vacating|withdrawing|mooting|overruling|sustaining|adopting|ruling on) (${list})(?= ?(?:[.;)]|$))`,
  form('related documents', '(related document(s)75, 76)', ['75', '76'])`\brelated (?:docs?|documents?)\b(?:\(s\))?(?: ?
    (?:id|\(s\)))? ?(?:#|:|no\.|nos\.)? ?\[?(${list})(?![\d/])`,
  form('re', 'Motion for relief re 15', ['15'])`\b(?:re|regarding|ref|reference) ?:? ?(?:item|docket
    |entry)? ?#? ?\[?(${list})(?= ?(?:[)[\],;.(]|$|-? (?:${papers})\b)| (?:by|filed|as to|in|is|are|for|of)\b)`,
  form('re, in brackets', 'Hearing Continued (RE: 38 Vacate)', ['38'])`\((?:re:|re) (${number})(?= [a-z])`,
  form('re, a number and a title', 'Notice of compliance re 15 Material Witness Bond', ['15'], 'g')`
    \bre (${number}) (?=[A-Z])`,
  form('decided', "ORDER granting 267 Gov's Motion", ['267'])`\b(?:granting|denying|granting in part and denying in part
    |terminating) (${number})(?= (?:on|as|[a-z]+'s|[a-z]+ [a-z]+'s|in part|without|with|for the)\b)`,
  form('before a paper', 'as to the defendant 122 MOTION for Forfeiture', ['122'], 'g')`(?<=(?:[A-Za-z)\]:;]|Inc\.
    |Corp\.|Co\.|Ltd\.) )(?<!\b(?:[Cc]hapter|CHAPTER|[Rr]ule|RULE|Ch|[Nn]o|[Ff]orm|FORM|[Ss]ections?|[Pp]art|[Cc]ounts?
    |[Cc]laims?|[Tt]itle|[Pp]age|[Ee]xhibit|LR|[Cc]ourtroom|[Rr]oom|[Dd]oes?|DOES?|[Vv]olume|[Dd]ays?|[Ss]chedules?
    |Local Rule|in|In|January|February|March|April|May|June|July|August|September|October|November
    |December) )(${number}) (?=(?:(?:Amended|AMENDED|Sealed|SEALED|Joint|JOINT|Unopposed|Emergency|First|Second|Consent
    |Proposed|Renewed|Gov't|Gov's|Govt's|Government's|Defendants?'s?|Deft's|Plaintiffs?'s?) ){0,3}(?:Motion|MOTION|Order
    |ORDER|Complaint|COMPLAINT|Objection|Stipulation|STIPULATION|Application|APPLICATION|Notice|NOTICE|Petition
    |Indictment|INDICTMENT|Report|REPORT|Response|Letter|LETTER|WAIVER|Waiver|Memorandum|MEMORANDUM|Declaration
    |DECLARATION|Answer|ANSWER|Transcript|TRANSCRIPT|Minute|Judgment|JUDGMENT|Consent|CONSENT|Request|REQUEST|Reply
    |REPLY|Brief|BRIEF|Plea|PLEA)\b)`,
  form('after of or to', 'Opposition to 12 Motion', ['12'])`\b(?:to|of|on|per|pursuant to|as to|for|vacate|dismiss
    |granting|denying|from|concerning|terminating|strike|striking|approving|adopting|withdrawing|withdraw|regarding|and
    |or|moot|seal|unseal|with|resolving|continuing|amending|modifying|supporting|against|vacating|setting|referring
    |and denying|in part|correcting|amend|disregard|overruling|sustaining) (${list})(?:,| -)? (?=(?:${papers})\b)`,
  form('after a paper', 'motion for preliminary injunction 5 (Attachments', ['5'])`\b(?:motions?|complaint|indictment
    |injunction|order|petition|application|stipulation|response|relief|answer|brief|dismiss|dismissal|discontinuance
    |funds|judgment|notice|memorandum|objection|objections|report|letter|request|declaration|counsel|time|stay|venue
    |case|discovery|compel|strike|seal|appeal|transcript|plan|recommendations?|findings|usca|continue|limine|testimony)
    (?:\(s\)|\))?,? ?(${list})(?=,? ?(?:\(attach|\([^()#\d]{2,30}, ?[^()\d]{0,30}\)|filed\b|by\b|jury|is (?:granted
    |denied)|upon |are |before (?:the )?(?:honorable|judge|magistrate)|the (?:[a-z]+ ){0,3}(?:hearing|conference|trial)
    |\)|\.(?: |$)|;|$|and\b|in its|as moot|as to |upon |(?:is|are) (?:overruled|sustained|approved|moot)))`,
  form('list continued', 're 477 Sealed Document, 492 Sealed Document, 928 Hearing Notice', ['477', '492', '928'])`
    (?<!\b(?:counts?|cts?\.?|claims?)(?:\(s\))? [\ds, -]{0,60})[,;)] ?(${number}),? (?=(?:${papers})\b)`,
  form('at the beginning of a sentence', 'Motion Hearing held. 7 Motion for Leave granted', ['7'])`(?<!\b(?:no|nos|inc
    |ch|lr|r|p)\. )(?<=[a-z0-9)]{2}\. )(${number}) (?=(?:[a-z]+'s )?(?:motions?|order)\b)`,
  // A link leaves a blank between its number and the next sign.
  form('a link before a sign', 'EX PARTE APPLICATION FOR FURTHER TIME 21 . IT IS ORDERED', ['21'])`(?<=[a-z)'"\]],? )
    (?<!\b(?:counts?|cts?\.?|chapter|rules?|no\.?|nos\.?|claims?|page|pages|exhibits?|volume|courtroom|room|does?|form
    |section|title|january|february|march|april|may|june|july|august|september|october|november|december|jan\.?|feb\.?
    |mar\.?|apr\.?|jun\.?|jul\.?|aug\.?|sept?\.?|oct\.?|nov\.?|dec\.?|and|to|of|in|for|with|term|code|track|lr
    |l\.r\.) )(${number})(?= [.,;](?:[ ,;.]|$))`,
  form('decided, after a number alone', 'ORDER: 45, 46 GRANTED; 47 DENIED', [
    '45',
    '46',
    '47',
  ])`(?:^|[.;:] |\bmotions? (?:in limine )?)
    (${list}) (?:(?:is|are|hereby) ){0,2}(?:granted|denied|moot|(?:taken )?under (?:advisement|submission))\b`,
  form('decided, in brackets', 'Motion to correct the decree is granted (23).', ['23'])`\b(?:granted|denied|moot|allowed
    |approved|withdrawn|advisement|terminated|overruled) \((${number})\)(?=[.,; ]|$)`,
  form('a number sign in brackets', 'MOTION to amend the decree (#12-1)', ['12-1'])`\(# ?(${number})\)`,
  form('re, in brackets, at the end', '(RE: Motion to Consolidate 16 )', ['16'])`\(re:? [^()]{3,80} (${number}) \)`,
  form('re, in brackets, and another', '(RE: Application to Approve Employment 9, Document 30 )', ['9', '30'])`
    \(re:? [^()\d]{3,80}(?<!chapter|chapters|rule|rules|section|form|claim|claims|count|counts|no\.
    |nos\.) (${number}), (?=[a-z])`,
  // Only a link has blanks inside its brackets. "Moody (5)" is a defendant.
  form('a link in round brackets', 'direct to seal ( 1 ) Complaint and memoranda ( 8 & 11 )', ['1', '8', '11'])`
    \( (${list}) \)`,
  form('entry', 'Duplicate of Entry # 528', ['528'])`\b(?:entry ?(?:no\.?|#)|at entry) ?(${number})\b`,
  form('document number and its kind', 'DELETED DOCUMENT. Deleted document number [ORDER] 2', ['2'])`
    \bdocument number \[[a-z ]{2,30}\] (${number})\b`,
  form('filing', 'the motion in limine (filing 35 ) is granted', ['35'])`\bfilings? (?:numbers? )?(${list})(?= ?[),.;]
    | as to\b| (?:is|are|and)\b|$)`,
  form('filing and its title', 'EXHIBIT LIST regarding Minutes, Filing 83 Frye Hearing', ['83'], 'g')`
    \bFiling (${number}) (?=[A-Z][a-z])`,
  form(
    'a list of papers and their numbers',
    'regarding Notice of Appeal 128, Judgment, 124, and more',
    ['128', '124'],
    'g',
  )`\b(?:Motion|Appeal|USCA|Judgment|Certificate|Order|Complaint|Notice|Indictment|Report|Began|Held|Ended|Hearings
    |Minutes),? (${number})(?=, (?:[A-Z]|and [A-Z]))`,
  form('pleading of a case of a panel', 're: pldg. (1 in MA/1:22-cv-12025)', ['1'])`[(,] ?(${number}) ?in (?=[a-z]{2,3}/
    \d|mdl|\d:\d\d-[a-z])`,
];
