import { relatedPapers } from '../entryParts.ts';

const occasion = String.raw`(?:hearings?|conferences?|trial|arguments?)\b`;
const off =
  '(?:vacated|cancell?ed|stricken|(?:adjourned|continued|postponed) (?:sine die|indefinitely|to a date to be \\w+))';

/** Each takes a day in court off the calendar; the words beside it are an example. */
const ways: readonly RegExp[] = [
  // "ORDER vacating the Markman hearing"
  new RegExp(
    String.raw`\b(?:vacating|vacates|cancell?ing|cancels|striking|strikes) (?:the )?` +
      String.raw`(?:(?!order(?! to show)|judgment|default|stay\b)[\w'-]+ ){0,6}?${occasion}`,
    'i',
  ),
  // "The conference set for 12/3/2026 is CANCELLED"
  new RegExp(String.raw`\b${occasion}[^.;]{0,80}\b${off}\b`, 'i'),
  // "NOTICE of Vacated Hearing"
  new RegExp(String.raw`\b${off} ${occasion}`, 'i'),
  // "the motions will not be heard on 12/3/2026"
  new RegExp(
    String.raw`\b(?:hearings?|conferences?|trial|arguments?|motions?) will not ` +
      String.raw`(?:be (?:heard|held)|go forward|proceed|take place)\b`,
    'i',
  ),
  // A court's form for what became of the hearing that it names: "Proceedings: VACATED"
  /\bproceedings: ?(?:_*x?_*)? ?(?:vacated|cancell?ed|stricken)\b/i,
];
const doubtful = new RegExp(
  String.raw`\b(?:if|unless|whether|may(?! \d)|might|could|would|should|will|not|never|den(?:y|ies|ied|ying)` +
    String.raw`|request\w*|seek\w*|declin\w+|refus\w+|mov(?:es|ed|ing) (?:to|for)|motions? (?:to|for))\b`,
  'i',
);
const sentenceEnds = /(?<=[A-Za-z\d)\]]{4}[.;]) (?=["(]?[A-Z])/;
const pointsInside = /\b([ap])\.m\./gi;

/** Whether a text takes a hearing, conference or trial off the calendar: certainly, not only if something happens. */
export function vacatesHearing(text: string): boolean {
  return text
    .replace(relatedPapers, ' ')
    .replace(pointsInside, '$1m')
    .split(sentenceEnds)
    .some((sentence) => ways.some((way) => isCertain(sentence, way)));
}

function isCertain(sentence: string, way: RegExp): boolean {
  const found = way.exec(sentence);
  if (found === null) return false;
  const said = sentence.slice(0, found.index) + found[0].replace(/ will not .*/i, '');
  return !doubtful.test(said);
}
