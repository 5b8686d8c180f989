// "Motion to Withdraw 10 Motion to Dismiss", "Motion for Leave to File Motion to Transfer": what is decided is the outer motion.
const papers = '(?:cross[- ])?(?:motions?|applications?|requests?|petitions?|objections?)';
const outer =
  '\\b(?:motions?|applications?|requests?|stipulations?)\\b[^.;:()]{0,60}? (?:to|for) (?:leave to |permission to )?';
const filers =
  "(?:plaintiff|defendant|government|debtor|trustee|petitioner|respondent|movant|creditor|party|gov)s?'?s?";
const which = `(?:(?:the|an?|its|his|her|their|said|pending|first|second|third|joint|renewed|amended|corrected|sealed|unopposed|emergency|opposed|previously|filed|previous|earlier|${filers}|\\(?\\[?#?\\d{1,4}(?:-\\d{1,3})?\\]?\\)?) ){0,5}`;

// What is done to the inner motion is the whole subject, whoever asks.
const doneToIt =
  '(?:strike|striking|(?:un)?seal(?:ing)?|redact|expedite|shorten time (?:for|on)|stay|hold in abeyance|defer|consolidate)';
// The inner motion is to come, to be heard or to be argued on: it is the subject of what a party files, but nothing is decided on it.
const leadsToIt =
  "(?:(?:re-?)?file|filing|supplement|renew|join(?: in)?|joinder (?:in|of|to)|present|lodge|serve|amend|correct|withdraw(?:al)?(?: of)?|(?:oral )?(?:argument|hearing|decision|ruling) (?:on|re|regarding)|(?:respond|reply|object) to|(?:[a-z-]+'? ){0,5}(?:response|reply|sur-?reply|opposition|brief|memorandum|answer)(?: brief)? (?:to|re|in (?:further )?support of|in opposition to|regarding|on))";
const clauseEnd =
  '(?=;|\\. |,? (?:and )?(?:granting|denying|finding|terminating)\\b|,? and (?:to )?(?:modify|extend|set|stay|continue|seal|amend)\\b|$)';
const title = `${papers}\\b(?:(?!;|\\. |\\b(?:granting|denying|finding|terminating)\\b).){0,300}?${clauseEnd}`;

const always = new RegExp(`(${outer}${doneToIt}) ${which}${title}`, 'g');
const whenDecided = new RegExp(`(${outer}(?:${doneToIt}|${leadsToIt})) ${which}${title}`, 'g');

/**
 * The text without the motion that another motion is about.
 *
 * @param text in lower case
 * @param decided the text decides the outer motion: then it says nothing of the inner one, not even that it is only asked for
 */
export function withoutInnerMotion(text: string, decided: boolean): string {
  return text.replace(decided ? whenDecided : always, '$1 ');
}

const grantingIt = new RegExp(
  `\\b(?:granting|allowing|approving|granted|grants|grant) ${which}motions? (?:for leave )?to withdraw ${which}(?=${papers}\\b)`,
  'g',
);
const itIsGranted = new RegExp(
  `\\bmotions? (?:for leave )?to withdraw ${which}(${papers}\\b[^.;]{0,100}?)\\b(?:(?:is|are) )?(?:hereby )?(?:granted|allowed)\\b`,
  'g',
);

/** "granting 12 Motion to Withdraw 10 Motion to Dismiss" as "withdrawing 10 Motion to Dismiss". */
export function withdrawalsGranted(text: string): string {
  return text.replace(grantingIt, 'withdrawing ').replace(itIsGranted, '$1 withdrawn');
}
