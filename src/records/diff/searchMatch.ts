import { decodeEntities } from '../../base/words/cleanText.ts';
import type { Docket } from '../docket.ts';
import type { BriefRecord, SearchRecord } from '../record.ts';
import { foldText, wordsOf } from './comparableEntry.ts';

export type Matched = Readonly<{ what: 'party' | 'patent'; name: string }>;

interface Searched {
  readonly asksFor?: readonly string[] | undefined;
  readonly asksForPatents?: readonly string[] | undefined;
}

type MatchedName = Readonly<{ name: string; asked: string }>;

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

/** Prefers a match as a whole word to one inside a word: `Rival Brands B.V.` to `Rivalry Sports`. */
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

export function matchedBeside(docket: Docket, watches: readonly Searched[]): Matched[] {
  const party = matchedParty(docket, watches);
  const isInName = party !== undefined && foldText(docket.caseName ?? '').includes(foldText(party.asked));
  const [only, another] = watches;
  const isSaid = another === undefined && only?.asksFor?.length === 0 && only.asksForPatents?.length === 1;
  return matchedIn(docket, watches).filter(({ what }) => (what === 'party' ? !isInName : !isSaid));
}

export function headedBy<Headed extends SearchRecord>(record: Headed, matched: MatchedName | undefined): Headed {
  if (record.type !== 'design' || matched === undefined) return record;
  const others = (record.holders ?? []).filter((holder) => holder !== matched.name);
  return { ...record, holders: [matched.name, ...others] };
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** A watch's own filter for the hits of its queries, because the service has none. */
export interface HitFilter {
  readonly courts?: readonly string[] | undefined; // Ids of the only courts that count. Absent: every court.
  readonly wholeWord: boolean; // Whether the words of the query must also match as whole words.
}

export function passesFilter(
  { courts, wholeWord }: HitFilter,
  body: Readonly<Record<string, string | boolean>>,
  record: BriefRecord,
): boolean {
  return (courts === undefined || isInCourts(courts, record)) && (!wholeWord || passesWholeWord(body, record));
}

/** Passes a case without a court, which cannot be decided. */
function isInCourts(courts: readonly string[], record: BriefRecord): boolean {
  const court = record.type === 'docket' ? (record.courtId ?? '').trim().toLowerCase() : '';
  return court === '' || courts.includes(court);
}

/** `DOK` does not match `Hatsudoki`. Scripts without spaces match anywhere; a record without the field passes. */
export function passesWholeWord(body: Readonly<Record<string, string | boolean>>, record: BriefRecord): boolean {
  return record.type === 'design'
    ? hasPhrase(body.hol, record.holders, companyWords) && hasPhrase(body.prod, record.products, wordsOf)
    : hasPhrase(body.companyName, record.parties, companyWords);
}

type ToWords = (text: string) => readonly string[];

function hasPhrase(asked: string | boolean | undefined, values: readonly string[] | undefined, toWords: ToWords) {
  if (typeof asked !== 'string' || values === undefined || values.length === 0) return true;
  const readings = toWords === wordsOf ? [wordsOf] : [wordsOf, toWords];
  return readings.some((read) => {
    const phrase = read(asked);
    return values.some((value) => contains(read(value), phrase));
  });
}

/** Returns whether the text contains these words as whole words: Rival is not in Rivalry. */
export const hasWords = (text: string, words: string): boolean => contains(wordsOf(text), wordsOf(words));

function contains(words: readonly string[], phrase: readonly string[]): boolean {
  if (phrase.length === 0) return true;
  if (phrase.some((word) => unspaced.test(word))) return words.join('').includes(phrase.join(''));
  return words.some((_, start) => phrase.every((word, index) => words[start + index] === word));
}

const shortForms: Readonly<Record<string, string>> = {
  incorporated: 'inc',
  corporation: 'corp',
  company: 'co',
  limited: 'ltd',
  'limited liability company': 'llc',
  'limited liability partnership': 'llp',
  'limited partnership': 'lp',
  'public limited company': 'plc',
  'proprietary limited': 'pty ltd',
  'private limited': 'pvt ltd',
  'gesellschaft mit beschrankter haftung': 'gmbh',
  aktiengesellschaft: 'ag',
  kommanditgesellschaft: 'kg',
  'societe par actions simplifiee': 'sas',
  'societe a responsabilite limitee': 'sarl',
  'societe anonyme': 'sa',
  'societa per azioni': 'spa',
  'societa a responsabilita limitata': 'srl',
  'sociedad limitada': 'sl',
  'sociedad anonima': 'sa',
  'besloten vennootschap': 'bv',
  'naamloze vennootschap': 'nv',
  aktiebolag: 'ab',
  aktieselskab: 'as',
  osakeyhtio: 'oy',
  'kabushiki kaisha': 'kk',
};
// Uses spaces as word boundaries, because `\b` knows only ASCII and would end a word at the ł of `Szkło`.
const longestFirst = Object.keys(shortForms).sort((one, other) => other.length - one.length);
const longForms = new RegExp(`(?<= |^)(?:${longestFirst.join('|')})(?= |$)`, 'g');
/** Letters with dots, as in `S.p.A.`, become one word. */
const singleLetters = /(?<= |^)[a-z](?: [a-z](?= |$)){1,3}/g;

const legalForms = new Set(
  `inc corp co ltd llc llp lp plc pty pte pvt gmbh mbh ag kg kgaa ohg ug ev se sa sas sarl sasu spa srl sl slu bv nv
   vof ab as asa aps oy oyj kk gk sro zrt kft doo dd ad ood eood sdn bhd cv`.split(/\s+/),
);

const cjkForms = /(?:株式会社|有限会社|合同会社|股份有限公司|有限责任公司|有限公司|주식회사|유한회사|㈜|\(주\))/gu;

/** Begins a former name, which follows the name and is not part of it. */
const former = /\b(?:formerly|f\/k\/a|fka|previously|vormals)\b/i;

function partWords(part: string): readonly string[] {
  const text = wordsOf(part).join(' ');
  return text
    .replace(longForms, (found) => shortForms[found] ?? found)
    .replace(singleLetters, (found) => found.replaceAll(' ', ''))
    .split(' ')
    .filter((word) => word !== '');
}

/** Removes what follows the legal form after a comma or bracket: the seat, or the name in another language. */
function withoutSeat(parts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const isForm = (word: string | undefined): boolean => word !== undefined && legalForms.has(word);
  const first = parts.findIndex((words) => isForm(words.at(-1)));
  if (first < 0) return parts;
  const rest = parts.slice(first + 1).findIndex((words) => !words.every(isForm));
  return rest < 0 ? parts : parts.slice(0, first + 1 + rest);
}

function nameWords(name: string): readonly string[] {
  // Decode first, because the `;` of `&amp;` ends no part.
  const parts = (decodeEntities(name).split(former, 1)[0] ?? '')
    .replace(cjkForms, ' ')
    .split(/[,;()]/)
    .map(partWords);
  return withoutSeat(parts.filter((part) => part.length > 0)).flat();
}

export function companyWords(name: string): readonly string[] {
  const words = nameWords(name);
  const telling = words.filter((word) => !legalForms.has(word));
  return telling.length > 0 ? telling : words;
}

/** Without commas, a name does not show where its seat begins, so all words must be the same. */
export function isSameCompany(one: string, other: string): boolean {
  if (one === other || foldText(one) === foldText(other)) return true;
  return companyWords(one).join('') === companyWords(other).join('') && haveCompatibleForms(one, other);
}

/** A form may be missing (`Rival Ltd.`, `Rival`). Another form is another company: an Inc. that became an LLC. */
function haveCompatibleForms(one: string, other: string): boolean {
  const [a, b] = [legalFormsOf(one), legalFormsOf(other)];
  // A Japanese company may translate its form in any way.
  if (a.has('kk') || b.has('kk')) return true;
  return [...a].every((form) => b.has(form)) || [...b].every((form) => a.has(form));
}

/** Returns the spelling that names more of the legal form, else the spelling shown now. */
export function fullerName(known: string, shown: string): string {
  const [had, has] = [legalFormsOf(known), legalFormsOf(shown)];
  return had.size > has.size && [...has].every((form) => had.has(form)) ? known : shown;
}

function legalFormsOf(name: string): Set<string> {
  return new Set(nameWords(name).filter((word) => legalForms.has(word)));
}
