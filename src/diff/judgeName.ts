import { wordsOf } from './foldText.ts';

const titles = new Set(
  'the honorable hon judge justice chief senior magistrate mag district circuit bankruptcy presiding united states us u s'.split(
    ' ',
  ),
);

/** `Smith, John Q.` as `John Q. Smith`; `John Smith, Jr.` stays. */
function inOrder(name: string): string {
  const [last, first, ...rest] = name.split(',');
  if (last === undefined || first === undefined || rest.length > 0) return name;
  return /^\s*(?:jr|sr|i{1,3}|iv)\.?\s*$/i.test(first) ? name : `${first} ${last}`;
}

function namesOf(judge: string): readonly string[] {
  const words = wordsOf(inOrder(judge));
  // Titles come first; a judge's name may be Justice or U. S. Grant.
  const start = words.findIndex((word) => !titles.has(word));
  return start < 0 ? words : words.slice(start);
}

const fits = (one: string, other: string): boolean =>
  one === other || (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other));

/** True for two spellings of one judge: titles, punctuation and middle names may be missing, and initials may replace names. */
export function isSameJudge(one: string, other: string): boolean {
  const [a, b] = [namesOf(one), namesOf(other)];
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (shorter.length < 2) return shorter.join(' ') === longer.join(' ');
  let at = 0;
  for (const name of shorter) {
    while (at < longer.length && !fits(name, longer[at] ?? '')) at++;
    if (at === longer.length) return false;
    at++;
  }
  return fits(shorter[0] ?? '', longer[0] ?? '') && fits(shorter.at(-1) ?? '', longer.at(-1) ?? '');
}
