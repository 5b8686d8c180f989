import type { Docket } from '../docket.ts';
import type { BriefRecord, SearchRecord } from '../record.ts';
import { companyWords } from './companyName.ts';
import { foldText, wordsOf } from './comparableEntry.ts';

/** What a watch asks for, as a case has it. */
export interface Matched {
  readonly what: 'party' | 'patent';
  readonly name: string;
}

interface Searched {
  readonly asksFor?: readonly string[] | undefined;
  readonly asksForPatents?: readonly string[] | undefined;
}

/** A name in a record that one of the watches searches for: as the record has it, and as the watch does. */
interface MatchedName {
  readonly name: string;
  readonly asked: string;
}

export function matchedHolder(record: SearchRecord, watches: readonly Searched[]): MatchedName | undefined {
  if (record.type !== 'design') return undefined;
  return bestOf(namesIn(record.holders, watches), ({ name, asked }) =>
    passesWholeWord({ hol: asked }, { ...record, holders: [name] }),
  );
}

export function matchedParty(docket: Docket, watches: readonly Searched[]): MatchedName | undefined {
  return bestOf(namesIn(docket.parties, watches), ({ name, asked }) =>
    passesWholeWord({ companyName: asked }, { ...docket, parties: [name] }),
  );
}

function namesIn(names: readonly string[] = [], watches: readonly Searched[]): MatchedName[] {
  return watches.flatMap((watch) => watch.asksFor ?? []).flatMap((asked) => names.map((name) => ({ name, asked })));
}

/** A match as a whole word comes before one inside a word: `Rival Brands B.V.` rather than `Rivalry Sports`. */
function bestOf(pairs: readonly MatchedName[], hasWords: (pair: MatchedName) => boolean): MatchedName | undefined {
  const hasLetters = ({ name, asked }: MatchedName) => foldText(name).includes(foldText(asked));
  return pairs.find(hasWords) ?? pairs.find(hasLetters);
}

function matchedPatent(docket: Docket, watches: readonly Searched[]): string | undefined {
  const asked = new Set(watches.flatMap((watch) => watch.asksForPatents ?? []).map(foldText));
  return docket.patentNumbers?.find((number) => asked.has(foldText(number)));
}

export function matchedIn(docket: Docket, watches: readonly Searched[]): Matched[] {
  const [party, patent] = [matchedParty(docket, watches)?.name, matchedPatent(docket, watches)];
  return [
    ...(party === undefined ? [] : [{ what: 'party', name: party } as const]),
    ...(patent === undefined ? [] : [{ what: 'patent', name: patent } as const]),
  ];
}

/** Those that neither its name nor what is said of a single watch shows. */
export function matchedBeside(docket: Docket, watches: readonly Searched[]): Matched[] {
  const party = matchedParty(docket, watches);
  const isInName = party !== undefined && foldText(docket.caseName ?? '').includes(foldText(party.asked));
  const [only, another] = watches;
  const isSaid = another === undefined && only?.asksFor?.length === 0 && only.asksForPatents?.length === 1;
  return matchedIn(docket, watches).filter(({ what }) => (what === 'party' ? !isInName : !isSaid));
}

/** The record with the holder that matched first: messages are headed by it. */
export function headedBy<Headed extends SearchRecord>(record: Headed, matched: MatchedName | undefined): Headed {
  if (record.type !== 'design' || matched === undefined) return record;
  const others = (record.holders ?? []).filter((holder) => holder !== matched.name);
  return { ...record, holders: [matched.name, ...others] };
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** A watch's own filter of the hits of its queries: the service has none. */
export interface HitFilter {
  /** Ids of the only courts that count. Absent: every court. */
  readonly courts?: readonly string[] | undefined;
  /** Whether the words of the query must also match as whole words. */
  readonly wholeWord: boolean;
}

/** Whether a record counts for a watch with this filter that has a query with this body. */
export function passesFilter(
  { courts, wholeWord }: HitFilter,
  body: Readonly<Record<string, string | boolean>>,
  record: BriefRecord,
): boolean {
  return (courts === undefined || isInCourts(courts, record)) && (!wholeWord || passesWholeWord(body, record));
}

/** A case that does not name its court cannot be decided, and passes. */
function isInCourts(courts: readonly string[], record: BriefRecord): boolean {
  const court = record.type === 'docket' ? (record.courtId ?? '').trim().toLowerCase() : '';
  return court === '' || courts.includes(court);
}

/**
 * Whether a record that the service found by substring or prefix also has the words of the query as whole words: `DOK`
 * is not
 * `Hatsudoki`. Reads `hol`, `prod` and `companyName` of the query's body; case, accents, punctuation and legal forms do
 * not count, and scripts without spaces match anywhere. A record that lacks the field cannot be decided, and passes.
 */
export function passesWholeWord(body: Readonly<Record<string, string | boolean>>, record: BriefRecord): boolean {
  return record.type === 'design'
    ? hasPhrase(body.hol, record.holders, companyWords) && hasPhrase(body.prod, record.products, wordsOf)
    : hasPhrase(body.companyName, record.parties, companyWords);
}

type ToWords = (text: string) => readonly string[];

function hasPhrase(
  asked: string | boolean | undefined,
  values: readonly string[] | undefined,
  toWords: ToWords,
): boolean {
  if (typeof asked !== 'string' || values === undefined || values.length === 0) return true;
  const readings = toWords === wordsOf ? [wordsOf] : [wordsOf, toWords];
  return readings.some((read) => {
    const phrase = read(asked);
    return values.some((value) => contains(read(value), phrase));
  });
}

function contains(words: readonly string[], phrase: readonly string[]): boolean {
  if (phrase.length === 0) return true;
  if (phrase.some((word) => unspaced.test(word))) return words.join('').includes(phrase.join(''));
  return words.some((_, start) => phrase.every((word, index) => words[start + index] === word));
}
