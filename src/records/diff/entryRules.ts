import {
  areOtherDocuments,
  type ComparableEntry,
  foldEntryText,
  isCutShort,
  isNearlySameText,
  withoutNotes,
  wordContainment,
  wordSimilarity,
} from './comparableEntry.ts';

/** `concerns`: run only if such an entry is left. `sole`: match only keys left once on each side. */
export interface MatchPass {
  readonly rule: string; // The name that `tipstaff explain` shows.
  readonly key: (entry: ComparableEntry) => string | undefined;
  readonly accepts: (stored: ComparableEntry, shown: ComparableEntry) => boolean;
  readonly concerns?: (entry: ComparableEntry) => boolean;
  readonly sole?: boolean;
}

const gap = '\u0000';

const haveOtherDocuments = (one: ComparableEntry, other: ComparableEntry): boolean =>
  areOtherDocuments(one.document, other.document);

const isUnnumbered = (one: ComparableEntry, other: ComparableEntry): boolean =>
  one.number === '' || other.number === '';

function isEdited(one: ComparableEntry, other: ComparableEntry): boolean {
  return isCutShort(one.text, other.text) || one.text === other.text || isNearlySameText(one.words, other.words);
}

/** A number is sometimes used twice. Another document with another text is another entry. */
function isOtherUseOfNumber(one: ComparableEntry, other: ComparableEntry): boolean {
  return haveOtherDocuments(one, other) && !isEdited(one, other) && wordSimilarity(one.words, other.words) < 0.5;
}

/** A history has a short title, and a report the full text, which contains the words of the title. */
function isShortTitle(one: ComparableEntry, other: ComparableEntry): boolean {
  if (one.stamped === other.stamped) return false;
  const [title, full] = one.stamped ? [other, one] : [one, other];
  return wordContainment(title.words, full.words) >= 0.5;
}

/** Ignores fields that are unreadable in either entry. The others must agree, and at least one must be filled. */
function isSameAsRead(one: ComparableEntry, other: ComparableEntry): boolean {
  const unread = new Set([...(one.entry.unread ?? []), ...(other.entry.unread ?? [])]);
  if (unread.size === 0) return false;
  const said = [
    ['documentNumber', one.number, other.number],
    ['dateFiled', one.date, other.date],
    ['description', one.text, other.text],
  ] as const;
  const read = said.filter(([field]) => !unread.has(field));
  return read.every(([, a, b]) => a === b) && read.some(([, a]) => a !== '') && !haveOtherDocuments(one, other);
}

const lacksAny = ({ number, date, entry }: ComparableEntry): boolean =>
  date === '' || (number === '' && entry.description.trim() === '');

/** Ignores fields that are blank in either entry. The others must agree, and there must be at least one. */
function isSameWhereBothSay(one: ComparableEntry, other: ComparableEntry): boolean {
  const said = [
    [one.number, other.number],
    [one.date, other.date],
    [one.text, other.text],
  ] as const;
  const both = said.filter(([a, b]) => a !== '' && b !== '');
  return both.length > 0 && both.every(([a, b]) => a === b) && !haveOtherDocuments(one, other);
}

const byNumberAndDate = (entry: ComparableEntry): string => entry.number + gap + entry.date;
const byDate = (entry: ComparableEntry): string => entry.date;

function byDateAndTextBeforeNotes({ date, entry }: ComparableEntry): string | undefined {
  const text = foldEntryText(withoutNotes(entry.description));
  return text === '' ? undefined : date + gap + text;
}

export function matchPasses(storedOnce: ReadonlySet<string>, shownOnce: ReadonlySet<string>): readonly MatchPass[] {
  return [
    {
      rule: 'same document, number, date and text',
      key: (r) => (r.document === undefined ? undefined : byNumberAndDate(r) + gap + r.document + gap + r.text),
      accepts: () => true,
    },
    {
      // Before the numbers, because after renumbering each number belongs to another entry.
      rule: 'same document, date and text',
      key: (r) => (r.document === undefined ? undefined : r.date + gap + r.document + gap + r.text),
      accepts: (a, b) => !isUnnumbered(a, b),
    },
    {
      rule: 'same number, date and text',
      key: (r) => byNumberAndDate(r) + gap + r.text,
      accepts: (a, b) => a.number !== '' || !haveOtherDocuments(a, b),
    },
    {
      rule: 'same number and date',
      key: (r) => (r.number === '' ? undefined : byNumberAndDate(r)),
      accepts: (a, b) => !isOtherUseOfNumber(a, b),
    },
    {
      rule: 'same unique number',
      key: (r) => (storedOnce.has(r.number) && shownOnce.has(r.number) ? r.number : undefined),
      accepts: (a, b) => !isOtherUseOfNumber(a, b),
    },
    {
      rule: 'same date and text',
      key: (r) => r.date + gap + r.text,
      accepts: (a, b) => isUnnumbered(a, b) && !haveOtherDocuments(a, b),
    },
    {
      rule: 'same document',
      key: (r) => r.document,
      accepts: (a, b) =>
        isUnnumbered(a, b) ? a.date === b.date || isEdited(a, b) : a.date === b.date && isEdited(a, b),
    },
    {
      rule: 'same text, date missing',
      concerns: (r) => r.date === '',
      key: (r) => (r.words.length < 6 ? undefined : r.text),
      accepts: (a, b) => (a.date === '' || b.date === '') && isUnnumbered(a, b) && !haveOtherDocuments(a, b),
    },
    {
      rule: "same date, same text but for a clerk's note",
      key: byDateAndTextBeforeNotes,
      accepts: (a, b) => isUnnumbered(a, b) && !haveOtherDocuments(a, b),
    },
    {
      rule: 'same date, nearly the same text',
      key: byDate,
      accepts: (a, b) => isUnnumbered(a, b) && !haveOtherDocuments(a, b) && isEdited(a, b),
    },
    {
      rule: 'same date, short title',
      key: (r) => (r.number === '' ? r.date : undefined),
      accepts: (a, b) => !haveOtherDocuments(a, b) && isShortTitle(a, b),
      sole: true,
    },
    {
      rule: 'same as far as it could be read',
      concerns: (r) => r.entry.unread !== undefined,
      key: () => '',
      accepts: isSameAsRead,
    },
    {
      rule: 'same as far as it tells',
      concerns: lacksAny,
      key: (r) => r.text,
      accepts: isSameWhereBothSay,
      sole: true,
    },
    { rule: 'same as far as it tells', concerns: lacksAny, key: byDate, accepts: isSameWhereBothSay, sole: true },
    {
      // Several texts of one day may be blank for a while. Each blank entry is one of the known entries.
      rule: 'same as far as it tells',
      concerns: lacksAny,
      key: (r) => (r.date === '' ? undefined : r.date),
      accepts: (a, b) => b.text === '' && isSameWhereBothSay(a, b),
    },
  ];
}
