/** Characters kept of one text. Messages that quote a longer text would need more memory than a process has. */
const longestText = 100_000;

/** Characters in the key of a record or picture, because an index of Postgres has room for 2,704 bytes. */
export const longestKey = 600;

/** Removes NUL (refused by Postgres) and lone surrogates (not UTF-8). Cuts and marks a very long text. */
export function storable(shown: string): string {
  const text =
    shown.length <= longestText ? shown : `${shown.slice(0, longestText)} […] (cut after 100,000 characters)`;
  if (text.isWellFormed() && !text.includes('\0')) return text;
  return text.replace(/\p{Surrogate}|\0/gu, '');
}

export function textForm(shown: string | null | undefined): string | undefined {
  if (shown === undefined) return undefined;
  const text = shown === null ? '' : storable(shown);
  return text.trim() === '' ? '' : text;
}

/** Returns an identifier or code: trimmed text, or a number as decimal text. */
export function identifierForm(shown: string | number | null | undefined): string | undefined {
  if (shown === undefined) return undefined;
  return shown === null ? '' : storable(String(shown)).trim();
}

export function listForm(shown: readonly (string | null | undefined)[] | null | undefined): string[] | undefined {
  if (shown === undefined || shown === null) return undefined;
  const texts: string[] = [];
  for (const item of shown) {
    const text = item ? storable(item) : '';
    if (text.trim() !== '') texts.push(text);
  }
  return texts;
}

export function identifierListForm(shown: readonly (string | number | null | undefined)[] | null | undefined) {
  return shown?.map((item) => identifierForm(item) ?? '').filter(Boolean);
}

const months = 'january february march april may june july august september october november december'.split(' ');

const dayInWords = /^([A-Za-z]{3,9})\.? (\d{1,2}), ?(\d{4})$/;
const isoDay = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ])/;
const compactDay = /^(\d{4})(\d{2})(\d{2})$/;
const americanDay = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Returns `YYYY-MM-DD` for `Nov 16, 2017`, `November 16, 2017`, ISO (its date part), `20171116` or `11/16/2017`. */
export function dayOf(text: string): string | undefined {
  const date = text.trim();
  const words = dayInWords.exec(date);
  if (words) return day(words[3], monthOf(words[1] ?? ''), words[2]);
  const iso = isoDay.exec(date) ?? compactDay.exec(date);
  if (iso) return day(iso[1], Number(iso[2]), iso[3]);
  const american = americanDay.exec(date);
  return american ? day(american[3], Number(american[1]), american[2]) : undefined;
}

export function monthOf(name: string): number {
  const lower = name.toLowerCase();
  return 1 + months.findIndex((month) => month.startsWith(lower));
}

function day(year = '', month: number, date = ''): string | undefined {
  const isInRange = month >= 1 && month <= 12 && Number(date) >= 1 && Number(date) <= 31 && Number(year) > 0;
  return isInRange ? `${year}-${twoDigits(month)}-${twoDigits(Number(date))}` : undefined;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}
