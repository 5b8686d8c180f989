import { shortText } from '../words/cleanText.ts';
import { shorten } from '../words/fold.ts';
import { capitalised, counted } from '../words/sentence.ts';
import { discreetName } from '../words/watchWords.ts';
import type { ChangesContent } from './content.ts';
import { notChecked, nothingNewWords, pausedWords } from './coverageWords.ts';
import { designsWords, periodWords } from './designsWords.ts';
import type { RecordNews } from './recordNews.ts';
import { discreetWhere } from './watchWords.ts';
import type { Consequence } from './words/consequence.ts';
import { discreetly } from './words/happened.ts';
import { toldWords } from './words/headline.ts';
import { captionsOf, placesOf, shortParty } from './words/recordWords.ts';

/** Characters of a subject, at most; a phone shows 40 of them. */
export const longestSubject = 80;

/**
 * What it means, whom it concerns, what else there is, what to file it under: `DISMISSED: Widget v. Rival (W.D. Tex.
 * 26-504) +5 cases [M-01]`. Confidential records appear by matter and number. One line, at most 80 characters; what is
 * left out for room is in the message.
 */
export function changesSubject(content: ChangesContent, news: readonly RecordNews[]): string {
  const lead = leadingNews(news);
  if (lead === undefined) {
    const words = [nothingNewWords(content), nothingNewWords(content, true)];
    return fitted([words], [''], matterTag(sharedMatter(content)));
  }
  const tag = matterTag([lead, ...news].flatMap((one) => one.watches.map((watch) => watch.matter)));
  const secrets = secretMatters(content, news);
  const ends = unwatchedTails(content);
  const others = news.filter((one) => one !== lead && !one.confidential);
  if (lead.confidential) return secretSubject(secrets, others, ends, tag);
  const designs = designsWords(content, news);
  if (designs !== undefined) return fitted([designs], withPeriod(ends, content), tag);
  const tails = tailsOf(others, secrets, ends);
  const isSheet = content.digest && news.every(({ record }) => record.type === 'design');
  return fitted(openWords(lead), isSheet ? withPeriod(tails, content) : tails, tag);
}

/**
 * The news that the subject leads with: the first that may be named, unless only a confidential one asks somebody to
 * act.
 */
export function leadingNews(news: readonly RecordNews[]): RecordNews | undefined {
  const [first] = news;
  const open = news.find((one) => !one.confidential);
  return open === undefined || (first?.priority === 'act' && open.priority !== 'act') ? first : open;
}

/** `Matter M-08: 1 new case, see the page +10 cases (1 ended)`; a single matter is in the words already. */
function secretSubject(
  [secret, ...more]: readonly SecretMatter[],
  others: readonly RecordNews[],
  ends: readonly string[],
  tag: string,
): string {
  const rest = [...others, ...more.flatMap((one) => one.news)];
  const tails = ends.flatMap((end) => [moreWords(rest, notable) + end, moreWords(rest) + end]);
  const words = secret === undefined ? [] : [[secret.words], [`${secret.name}: ${secret.kinds}`], [secret.name]];
  return fitted(words, tails, rest.length === 0 ? '' : tag);
}

/** Of which days it is, where there is room for that. */
function withPeriod(tails: readonly string[], { period }: ChangesContent): string[] {
  const words = periodWords(period);
  return words === '' ? [...tails] : [...tails.map((tail) => `${tail}, ${words}`), ...tails];
}

/**
 * The first words with the first tail that fit together; where none do, the last are cut. Among words that differ only
 * in the court, the fuller tail decides.
 */
function fitted(words: readonly (readonly string[])[], tails: readonly string[], tag: string): string {
  const room = longestSubject - tag.length;
  for (const alike of words) {
    const together = tails.flatMap((tail) => alike.map((one) => one + tail));
    const found = together.find((one) => one.length <= room);
    if (found !== undefined) return found + tag;
  }
  const tail = tails.at(-1) ?? '';
  return shorten(words.at(-1)?.at(-1) ?? '', Math.max(0, room - tail.length)) + tail + tag;
}

/**
 * A record in a subject, the fullest words first: what happened to it before how much is said of its name and number.
 * Those in one list differ in the court alone.
 */
function openWords(news: RecordNews): string[][] {
  const { record, consequences } = news;
  const joins = consequences.length === 1 && consequences[0]?.kind === 'joined';
  const party = news.matched.find(({ what }) => what === 'party')?.name;
  const names = captionsOf(record).filter(Boolean);
  const places = placesOf(record);
  const matched = party === undefined || joins ? [] : places.map((at) => `${shortParty(party)}, ${at}`);
  const called = [matched, places].flatMap((some) => names.map((name) => some.map((at) => `${name} (${at})`)));
  const all = names.length === 0 ? [places] : [...called, ...names.map((name) => [name])];
  return headsOf(news).flatMap((head) =>
    all.map((some) => some.map((name) => `${head}${joins ? ' in' : ':'} ${name}`)),
  );
}

/** What happened, the fullest words first: every ruling and date, then the first of them and what the others are. */
function headsOf({ consequences, happened, changes }: RecordNews): string[] {
  const told = consequences.filter(({ kind }) => kind !== 'filed');
  const [paper] = consequences;
  if (told.length === 1 && told[0]?.kind === 'joined') return [told[0].short];
  if (told.length > 0) {
    const ways = [
      toldWords(told, 3, inSubject),
      toldWords(told, 3, inBrief),
      toldWords(told, 2, inBrief),
      toldWords(told, 1, inSubject),
      toldWords(told, 1, inBrief),
    ];
    return [...new Set([...ways.map((words) => words.join('; ')), told[0]?.short ?? ''])].map(capitalised);
  }
  if (paper === undefined) {
    const [first = ''] = happened.split(', ');
    return [happened || 'only muted changes', first].filter(Boolean).map(capitalised);
  }
  const more = changes.length > 1 ? `, ${changes.length - 1} more` : '';
  return [`${paper.short}${more}`];
}

const inBrief = ({ short }: Consequence) => short;

/** Whose day it is, but not the number of a filing: of a subject a phone shows 40 characters. */
const inSubject = ({ day, words, short }: Consequence) => (day === '' ? short : words);

/**
 * Ways to end the subject, the fullest first: confidential matters and the other records with what is notable of them;
 * then numbers alone.
 */
function tailsOf(others: readonly RecordNews[], secrets: readonly SecretMatter[], ends: readonly string[]): string[] {
  const [secret, ...more] = secrets;
  const all = [...others, ...secrets.flatMap((one) => one.news)];
  const withSecret = [...others, ...more.flatMap((one) => one.news)];
  const tails = [
    ...(secret === undefined ? [] : [`${moreWords(withSecret, notable)}; ${secret.name}: ${secret.kinds}`]),
    moreWords(all, notable),
    moreWords(all),
  ];
  return ends.flatMap((end) => tails.map((tail) => tail + end));
}

/** ` +3 cases (1 new), 1 design`: how many more records there are, and of which kind. */
function moreWords(news: readonly RecordNews[], remark: (some: readonly RecordNews[]) => string = () => ''): string {
  const parts = (['docket', 'design'] as const).flatMap((type) => {
    const some = news.filter(({ record }) => record.type === type);
    return some.length === 0 ? [] : [counted(some.length, type === 'docket' ? 'case' : 'design') + remark(some)];
  });
  return parts.length === 0 ? '' : ` +${parts.join(', ')}`;
}

/** What may be said of a confidential matter: kinds and numbers. */
interface SecretMatter {
  readonly name: string;
  readonly news: readonly RecordNews[];
  /** `2 new entries, 1 new case` */
  readonly kinds: string;
  /** With where to read it. */
  readonly words: string;
}

function secretMatters(content: ChangesContent, news: readonly RecordNews[]): SecretMatter[] {
  const groups = Map.groupBy(
    news.filter((one) => one.confidential),
    (one) => discreetName(one.watches),
  );
  return [...groups].map(([name, some]) => {
    const changes = some.flatMap((one) => [...one.changes, ...one.unshown]);
    const kinds = discreetly(changes);
    const words = `${name}: ${kinds}, ${discreetWhere(content)}`;
    return { name, news: some, kinds, words };
  });
}

/**
 * ` (1 new, 2 ended)`: what a reader should see without opening the message; '' where there is nothing of the kind.
 * What became of a confidential one is not said.
 */
function notable(news: readonly RecordNews[]): string {
  const words = Map.groupBy(news, ({ shown: [first], consequences: [most], confidential }) => {
    if (confidential) return '';
    if (most?.kind === 'ended')
      return most.short === 'OPEN AGAIN' ? '' : /ENDED|DISMISS/.test(most.short) ? 'ended' : 'decided';
    return first?.change.kind.endsWith('.new') && first.change.entry === undefined ? 'new' : '';
  });
  words.delete('');
  const counts = [...words].map(([word, some]) => {
    const isAll = some.length === news.length;
    return isAll ? `${some.length > 1 ? 'all ' : ''}${word}` : `${some.length} ${word}`;
  });
  return counts.length === 0 ? '' : ` (${counts.join(', ')})`;
}

/** The matter of an empty digest, where all of it is about one. */
function sharedMatter({ watches }: ChangesContent): (string | undefined)[] {
  const matters = new Set(watches.map((watch) => watch.matter));
  return matters.size === 1 ? [...matters] : [];
}

/** The warning on top of the message says which, since when and why. */
function unwatchedTails({ coverage }: ChangesContent): string[] {
  if (coverage === undefined) return [''];
  const blind = coverage.unwatched.length === 0 ? [] : [notChecked(coverage)];
  return [[...blind, ...pausedWords(coverage)].map((words) => `; ${words}`).join('')];
}

/** The longest single matter in a subject, and the longest list of them. */
const longestMatter = 22;
const longestMatters = 14;

/**
 * ` [M-2026-014]`, for the filters of mail programs: the matters of all that a message is about, the first of them and
 * the number of the others where there is no room for all; '' without any.
 */
export function matterTag(matters: readonly (string | undefined)[]): string {
  const named = mattersNamed(matters).map((matter) => shorten(matter, longestMatter));
  const [first, ...others] = named;
  if (first === undefined) return '';
  const all = named.join(', ');
  if (all.length <= longestMatters || others.length === 0) return ` [${all}]`;
  return ` [${first} +${others.length}]`;
}

/** Each matter once, as one clean line. */
export function mattersNamed(matters: readonly (string | undefined)[]): string[] {
  return [...new Set(matters.map((matter) => shortText(matter, 60)))].filter(Boolean);
}
