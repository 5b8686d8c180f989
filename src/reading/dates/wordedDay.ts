import { createRequire } from 'node:module';

type Chrono = typeof import('chrono-node/en');

const longest = 40;

let chrono: Chrono | undefined;

/** Its fifty files are loaded with the first such words: most starts of the program read none. */
function openChrono(): Chrono {
  chrono ??= createRequire(import.meta.url)('chrono-node/en') as Chrono;
  return chrono;
}

/**
 * The day that a few words name: "May 21, 2015", "the 5th of January 2026", "Sept. 18". Without a year it is the next such
 * day after `filed`; without either it is undefined. Only this file knows chrono, and it is given nothing but words that hold a
 * month and a day: given whole sentences, it reads days into "may" and "second".
 */
export function wordedDay(words: string, filed: string | undefined): string | undefined {
  if (words.length > longest) return undefined;
  const plain = words
    .replace(/\./g, '')
    .replace(/\bsept\b/i, 'Sep')
    .replace(/ day(?= of)/i, '')
    .replace(/([a-z])(\d)/i, '$1 $2');
  const reference = filed ? new Date(`${filed}T12:00:00`) : new Date('2000-01-01T12:00:00');
  const start = openChrono().strict.parse(plain, reference, { forwardDate: true })[0]?.start;
  const year = start?.get('year');
  const month = start?.get('month');
  const day = start?.get('day');
  if (!start?.isCertain('day') || !start.isCertain('month') || !year || !month || !day) return undefined;
  if (!start.isCertain('year') && !filed) return undefined;
  const named = new RegExp(`(?<!\\d)0?${day}(?!\\d)`).test(plain);
  return named ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : undefined;
}
