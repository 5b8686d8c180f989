import { createRequire } from 'node:module';

type Chrono = typeof import('chrono-node/en');

const longest = 40;

let chrono: Chrono | undefined;

/** Loaded when it is first needed: chrono has fifty files, and most runs of the program need none of them. */
function openChrono(): Chrono {
  chrono ??= createRequire(import.meta.url)('chrono-node/en') as Chrono;
  return chrono;
}

/**
 * The day that a few words name: "May 21, 2015", "the 5th of January 2026", "Sept. 18". Without a year it is the next such
 * day after `filed`; without either it is undefined. Only this file uses chrono, and passes it only words that have a
 * month and a day: in whole sentences it takes "may" and "second" for days.
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
