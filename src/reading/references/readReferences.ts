import { referenceForms } from './referenceForms.ts';

interface Found {
  readonly at: number;
  readonly number: string;
}

/** No entry has more; a text of nothing but numbers must not become a list of thousands. */
const mostReferences = 200;

// Sections of the bankruptcy code and rules; dockets say "341 Notice" and "9019 Motion".
const rulesAndSections: ReadonlySet<string> = new Set(['341', '2004', '2019', '9019']);

// The numbers of courts of appeals ("[6338744-2]", "[10-1095]") and years are no document numbers.
function isDocumentNumber(number: string): boolean {
  if (rulesAndSections.has(number)) return false;
  const [first = '', part] = number.split('-');
  return (
    !first.startsWith('0') &&
    Number(first) <= 20_000 &&
    (part === undefined || (Number(part) > 0 && part.length <= 2 && !part.startsWith('0')))
  );
}

// "October 19, 2004 Jury Selection": a year, although the name of a paper follows it.
const yearOfADay = /\d{1,2}(?:st|nd|rd|th)?, (?:19|20)\d\d\b/;

// Where the court of appeals orders a transcript, the number in brackets is the entry's own.
const ownNumber = /^(?:\*{3}[^*]{1,80}\*{3} )?(transcript ordered from [^[\]]{1,200})\[\d{1,4}\]/i;

/** Document numbers of earlier entries as the text prints them, in its order, each once. */
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
