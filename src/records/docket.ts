/** `undefined`: no such field, or an unreadable one. '': blank or null, which is news for `dateTerminated`. */
export interface Docket {
  readonly type: 'docket';
  readonly key: string; // `docketId` as decimal text.
  readonly docketNumber?: string | undefined;
  readonly pacerCaseId?: string | undefined;
  readonly caseName?: string | undefined;
  readonly court?: string | undefined;
  readonly courtId?: string | undefined;
  readonly assignedTo?: string | undefined;
  readonly suitNature?: string | undefined;
  readonly jurisdiction?: string | undefined;
  readonly status?: string | undefined;
  readonly dateFiled?: string | undefined; // `YYYY-MM-DD`
  readonly dateTerminated?: string | undefined; // `YYYY-MM-DD`
  readonly parties?: readonly string[] | undefined;
  readonly patentNumbers?: readonly string[] | undefined;
  readonly entryTotal?: number | undefined; // The entries of the court's docket, shown to us or not.
  /** Only in stored dockets: whether the last response with entries showed fewer than `entryTotal`. */
  readonly isWindow?: boolean | undefined;
  /** undefined: the response had no list of entries, which is no news about entries. */
  readonly entries?: readonly Entry[] | undefined;
}

export interface ExtraDocument {
  readonly documentNumber: number | null;
  readonly documentHref: string;
  readonly pdfUrl: string;
  readonly patentNumbers: readonly string[];
}

/** One line of a docket (docs/service.md, section 5.2) in normal form: text as it came, absent text as ''. */
export interface Entry {
  readonly documentNumber: string;
  readonly dateFiled: string; // `YYYY-MM-DD`; the source's own words if they are no date; '' when absent.
  readonly description: string;
  readonly documentHref: string | null; // null without a document link.
  readonly pdfUrl: string; // '' without a PDF.
  readonly patentNumbers: readonly string[];
  readonly extraDocument: readonly ExtraDocument[];
  /** Fields that were unreadable. That they become readable is no news. */
  readonly unread?: readonly string[];
}

/** Equal for all spellings: `1:20-cv-00168`, `1:2020cv168`, `C.A. No. 20-168-MN`. */
interface DocketNumber {
  /** The office (division) of the court, one digit; undefined when the spelling leaves it out. */
  readonly office: string | undefined;
  readonly year: string; // Two digits.
  readonly type: string | undefined; // `cv`, `cr`, `bk` …; undefined when the spelling leaves it out.
  readonly serial: string; // Without leading zeros.
}

/** Judges' initials may follow (`-MN`, `-RGA-SRF`), and words may come before. */
const spelling = /(?:(\d):)?\b(?:\d{2})?(\d{2})(?:-|-?([a-z]{2})-?)0*([1-9]\d{0,6})(?:-[a-z]+)*\s*$/i;

export function readDocketNumber(text: string): DocketNumber | undefined {
  const [, office, year, type, serial] = spelling.exec(text) ?? [];
  return year === undefined || serial === undefined ? undefined : { office, year, type: type?.toLowerCase(), serial };
}

/** True when two spellings can name the same case. A part that either leaves out does not count. */
export function isSameDocketNumber(one: string, other: string): boolean {
  const [a, b] = [readDocketNumber(one), readDocketNumber(other)];
  if (a === undefined || b === undefined) return false;
  const fits = (x: string | undefined, y: string | undefined) => x === undefined || y === undefined || x === y;
  return a.year === b.year && a.serial === b.serial && fits(a.office, b.office) && fits(a.type, b.type);
}

export function writeDocketNumber({ year, type = 'cv', serial }: DocketNumber, office: string): string {
  return `${office}:${year}-${type}-${serial.padStart(5, '0')}`;
}

/** `US 7,654,321 B2` → `7654321`, `D0123456` → `D123456`; undefined for an application, which has another number. */
export function readPatentNumber(text: string): string | undefined {
  const parts = new RegExp(
    String.raw`^(?:U\.?\s?S\.?)?(?:patent|pat\.?)?(?:(?:no\.?|number|#))?(D|RE|PP|H|T|X` +
      String.raw`|AI)?[0]*([1-9]\d{3,10})(?:[ABCEHPS]\d?)?$`,
    'i',
  ).exec(text.replaceAll(/[\s,'’.-]/g, ''));
  const [, kind = '', digits] = parts ?? [];
  return digits === undefined ? undefined : `${kind.toUpperCase()}${digits}`;
}

/** True for a design, such as `DM/950014` or `D912345`, which a docket lists among its patents. */
export const isDesignNumber = (number: string): boolean => /^D/i.test(number);

export function patentsLabel({ patentNumbers = [] }: Docket): string {
  return patentNumbers.some(isDesignNumber) ? 'Patents and designs' : 'Patents';
}

/** Writes a number as its register does: USID `D123,456` → `D0123456`, HAGUE `DM 12` → `DM/12`, EMID without `RCD`. */
export function asRegistered(source: string, number: string): string {
  const bare = number.replaceAll(/[\s,]/g, '').toUpperCase();
  if (source === 'USID') {
    const digits = /^(?:US)?D0*([1-9]\d{2,6})(?:S\d?)?$/.exec(bare)?.[1];
    return digits === undefined ? number : `D${digits.padStart(7, '0')}`;
  }
  if (source === 'EMID') return /^(?:RCD|EU)(\d{9}-\d{4})$/.exec(bare)?.[1] ?? number;
  const digits = source === 'HAGUE' ? /^DM\/?(\d+)$/.exec(bare)?.[1] : undefined;
  return digits === undefined ? number : `DM/${digits}`;
}

/** Splits `DM949700, DM/949701`. A comma before three digits is part of a number, as in `D901,234`. */
export function splitNumbers(text: string): string[] {
  const between =
    /;|\s(?:and|&)\s|,(?!\d{3}(?!\d))|(?<=\d[A-Z]?)\s+(?=(?:[A-Z]{2}\s?)?[A-Z]{1,3}\/?\s?\d{3}|\d{9}-\d{4}(?!\d))/i;
  return text.split(between).flatMap((one) => one.trim() || []);
}

/** Few registers have such numbers. Mostly the letters of the office were left out. */
export const isDigitsAlone = (number: string): boolean => /^[\d\s,]+$/.test(number);

/** Types of filings and events. docs/reading.md explains each. */
// biome-ignore format: a list of words
export const entryTypes = [
  'complaint', 'answer', 'motion', 'response', 'reply', 'brief', 'evidence', 'order', 'judgment', 'report', 'hearing',
  'verdict', 'transcript', 'stipulation', 'dismissal', 'appeal', 'status', 'discovery', 'appearance', 'service',
  'disclosure', 'letter', 'notice', 'clerk', 'fee', 'other',
] as const;

// biome-ignore format: a list of words
export const entryTopics = [
  'dismissal', 'summary judgment', 'judgment on the pleadings', 'default', 'claim construction', 'injunction',
  'discovery', 'extension', 'scheduling', 'seal', 'stay', 'transfer', 'class', 'fees', 'pro hac vice',
  'representation', 'amendment', 'joinder', 'reconsideration', 'expert', 'jurisdiction', 'strike', 'service',
  'in forma pauperis', 'settlement', 'trial', 'appeal', 'judge', 'infringement', 'sanctions', 'page limit', 'habeas',
  'sentence',
] as const;

// biome-ignore format: a list of words
export const entryOutcomes = [
  'granted', 'denied', 'granted in part', 'moot', 'withdrawn', 'deferred', 'dismissed', 'reversed',
] as const;

export type EntryType = (typeof entryTypes)[number];
export type EntryTopic = (typeof entryTopics)[number];
export type EntryOutcome = (typeof entryOutcomes)[number];
export type DayKind = 'hearing' | 'deadline';

/** A day that the text sets: `date` (ISO), or `days` when the text only counts from its own entry. */
export type EntryDate =
  | { readonly date: string; readonly time?: string; readonly what: DayKind; readonly words: string }
  | { readonly days: number; readonly time?: string; readonly what: DayKind; readonly words: string };

export interface EntryReading {
  readonly type: EntryType;
  readonly about: readonly EntryTopic[];
  readonly outcome: EntryOutcome | null;
  readonly refersTo: readonly string[]; // Document numbers as printed, each once.
  readonly dates: readonly EntryDate[];
}
