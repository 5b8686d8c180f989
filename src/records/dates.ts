const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const isoDay = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ])/;
const compactDay = /^(\d{4})(\d{2})(\d{2})$/;
const americanDay = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const dayInWords = /^([A-Za-z]{3,9})\.? (\d{1,2}), ?(\d{4})$/;

/**
 * The day that a date of the service names, as `YYYY-MM-DD`; undefined when it names none. Read are ISO dates and
 * timestamps (their date part counts, whatever the zone), `20171116`, `11/16/2017`, `Nov 16, 2017` and `November 16, 2017`.
 */
export function dayOf(text: string): string | undefined {
  const date = text.trim();
  const iso = isoDay.exec(date) ?? compactDay.exec(date);
  if (iso) return day(iso[1], iso[2], iso[3]);
  const american = americanDay.exec(date);
  if (american) return day(american[3], american[1], american[2]);
  const words = dayInWords.exec(date);
  if (words) return day(words[3], String(monthOf(words[1] ?? '')), words[2]);
  return undefined;
}

function monthOf(name: string): number {
  const lower = name.toLowerCase();
  return months.findIndex((month) => month.startsWith(lower)) + 1;
}

function day(year = '', month = '', date = ''): string | undefined {
  const inRange = Number(month) >= 1 && Number(month) <= 12 && Number(date) >= 1 && Number(date) <= 31;
  return inRange && Number(year) > 0 ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : undefined;
}
