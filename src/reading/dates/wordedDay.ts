const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
] as const;

/** Month and day of a few words, and their year if they name one, as digits. */
export interface WordedDay {
  readonly month: string;
  readonly day: string;
  readonly year: string | undefined;
}

const month = '([a-z]{3,9})\\.?';
const day = '(\\d{1,2})(?:st|nd|rd|th)?';
const monthFirst = new RegExp(`^${month} ?${day}(?:,? ?(\\d{4}))?$`);
const dayFirst = new RegExp(`^${day}(?: day)?(?: of)? ${month},? ?(\\d{4})$`);

/**
 * The day that a few words name: "May 21, 2015", "5th of January 2026", "Sept. 18"; undefined for other words, as
 * "decision 5".
 */
export function wordedDay(words: string): WordedDay | undefined {
  const said = words.toLowerCase();
  const first = monthFirst.exec(said);
  if (first) return named(first[1], first[2], first[3]);
  const found = dayFirst.exec(said);
  return found ? named(found[2], found[1], found[3]) : undefined;
}

function named(name = '', day = '', year?: string): WordedDay | undefined {
  const index = months.findIndex((each) => each.startsWith(name));
  return index < 0 ? undefined : { month: String(index + 1), day, year };
}
