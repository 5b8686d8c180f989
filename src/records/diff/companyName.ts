import { decodeEntities } from '../../base/words/cleanText.ts';
import { foldText, wordsOf } from './comparableEntry.ts';

/** Long forms and their short ones, so that `Incorporated` and `Inc.` are one word. */
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
// Words stand between blanks here. To `\b`, which knows ASCII alone, the ł of `Szkło` would end a word.
const longestFirst = Object.keys(shortForms).sort((one, other) => other.length - one.length);
const longForms = new RegExp(`(?<= |^)(?:${longestFirst.join('|')})(?= |$)`, 'g');
/** Letters with dots, as in `S.p.A.`: they become one word. */
const singleLetters = /(?<= |^)[a-z](?: [a-z](?= |$)){1,3}/g;

const legalForms = new Set(
  `inc corp co ltd llc llp lp plc pty pte pvt gmbh mbh ag kg kgaa ohg ug ev se sa sas sarl sasu spa srl sl slu bv nv
   vof ab as asa aps oy oyj kk gk sro zrt kft doo dd ad ood eood sdn bhd cv`.split(/\s+/),
);

const cjkForms = /(?:株式会社|有限会社|合同会社|股份有限公司|有限责任公司|有限公司|주식회사|유한회사|㈜|\(주\))/gu;

/** Begins a former name, which follows the name and is not part of it. */
const former = /\b(?:formerly|f\/k\/a|fka|previously|vormals)\b/i;

/** The words of a part of a name, legal forms short. */
function partWords(part: string): readonly string[] {
  const text = wordsOf(part).join(' ');
  return text
    .replace(longForms, (found) => shortForms[found] ?? found)
    .replace(singleLetters, (found) => found.replaceAll(' ', ''))
    .split(' ')
    .filter((word) => word !== '');
}

/**
 * The parts up to the legal form: what follows it after a comma or bracket is the seat, or the name in another
 * language.
 */
function withoutSeat(parts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const isForm = (word: string | undefined): boolean => word !== undefined && legalForms.has(word);
  const first = parts.findIndex((words) => isForm(words.at(-1)));
  if (first < 0) return parts;
  const rest = parts.slice(first + 1).findIndex((words) => !words.every(isForm));
  return rest < 0 ? parts : parts.slice(0, first + 1 + rest);
}

/** The words of a name, with short legal forms, without former names and the seat after it. */
function nameWords(name: string): readonly string[] {
  // Decoded first: the `;` of `&amp;` ends no part.
  const parts = (decodeEntities(name).split(former, 1)[0] ?? '')
    .replace(cjkForms, ' ')
    .split(/[,;()]/)
    .map(partWords);
  return withoutSeat(parts.filter((part) => part.length > 0)).flat();
}

/**
 * The words that distinguish a company from others, without case, accents, punctuation, legal form, former names and
 * the seat. A name that consists of legal forms alone keeps its words.
 */
export function companyWords(name: string): readonly string[] {
  const words = nameWords(name);
  const telling = words.filter((word) => !legalForms.has(word));
  return telling.length > 0 ? telling : words;
}

/**
 * Whether these are two spellings of one company. Without commas a name does not show where the seat begins: then all
 * of it has to be the same.
 */
export function isSameCompany(one: string, other: string): boolean {
  if (one === other || foldText(one) === foldText(other)) return true;
  return companyWords(one).join('') === companyWords(other).join('') && haveCompatibleForms(one, other);
}

/**
 * A form may be left out (`Rival Co., Ltd.`, `Rival Ltd.`, `Rival`); a different one means a different company: an Inc.
 * that became an LLC.
 */
function haveCompatibleForms(one: string, other: string): boolean {
  const [a, b] = [legalFormsOf(one), legalFormsOf(other)];
  // A Japanese company translates its form as it likes.
  if (a.has('kk') || b.has('kk')) return true;
  return [...a].every((form) => b.has(form)) || [...b].every((form) => a.has(form));
}

/**
 * Of two spellings of one company the one to remember: that which names more of its legal form, else the one `shown`
 * now.
 */
export function fullerName(known: string, shown: string): string {
  const [had, has] = [legalFormsOf(known), legalFormsOf(shown)];
  return had.size > has.size && [...has].every((form) => had.has(form)) ? known : shown;
}

function legalFormsOf(name: string): Set<string> {
  return new Set(nameWords(name).filter((word) => legalForms.has(word)));
}
