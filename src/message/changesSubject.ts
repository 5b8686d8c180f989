import { shortText } from '../words/cleanText.ts';
import { shorten } from '../words/fold.ts';
import { counted, listed } from '../words/sentence.ts';
import { discreetName } from '../words/watchWords.ts';
import type { ChangesContent } from './content.ts';
import { notChecked, nothingNewWords, pausedWords } from './coverageWords.ts';
import type { RecordNews } from './recordNews.ts';
import { discreetWhere } from './watchWords.ts';
import { discreetly } from './words/happened.ts';
import { shortRecord } from './words/recordWords.ts';

/**
 * What to file it under, which record, what matters most: `[M-2026-014] D. Del. 1:20-cv-00168 Widget v. Rival: ORDER · stay GRANTED
 * (D.I. 12), 2 more`; the other records counted. Confidential ones appear by matter and number. One line, at most 110 characters.
 */
export function changesSubject(content: ChangesContent, news: readonly RecordNews[]): string {
  if (news.length === 0) return shorten(sharedMatter(content) + nothingNewWords(content), longestSubject);
  const open = news.filter((one) => !one.confidential);
  // The matters of the first case; a confidential one names its own.
  const before = matterPrefix(open[0]?.watches.map((watch) => watch.matter) ?? []);
  const secrets = secretMatters(content, news);
  const [first, ...others] = open;
  const tails = tailsOf(others, first ? secrets : secrets.slice(1), first !== undefined);
  const afters = tails.map((tail) => tail + unwatchedTail(content));
  // A subject always says what happened, however much else there is.
  const roomBeside = (after: string) => longestSubject - before.length - after.length;
  const after = afters.find((one) => roomBeside(one) >= longestHeadline) ?? afters.at(-1) ?? '';
  const room = Math.max(longestHeadline, roomBeside(after));
  const middle = first ? openWords(first, room) : shorten(secrets[0]?.words ?? '', room);
  return shorten(before + middle + after, longestSubject);
}

/** Ways to end the subject after the first case, the fullest first: confidential matters and the other records with what is notable of them; then numbers alone. */
function tailsOf(others: readonly RecordNews[], secrets: readonly SecretMatter[], named: boolean): string[] {
  const [secret, ...more] = secrets;
  const join = (...words: readonly string[]) =>
    words
      .filter(Boolean)
      .map((one) => `; ${one}`)
      .join('');
  const records = (some: readonly SecretMatter[]) => [...others, ...some.flatMap((one) => one.news)];
  if (secret === undefined || !named)
    return [join(othersWords(records(secrets), notable)), join(othersWords(records(secrets)))];
  return [
    join(`${secret.name}: ${secret.kinds}`, othersWords(records(more), notable)),
    join(`${secret.name}: ${secret.kinds}`, othersWords(records(more))),
    join(`${secret.name}: ${secret.brief}`, othersWords(records(more))),
    join(othersWords(records(secrets))),
  ];
}

function openWords(news: RecordNews, room: number): string {
  const { record, headline } = recordLine(news, room);
  return shorten(`${record}: ${headline}`, room);
}

/** What may be said of a confidential matter: kinds and numbers. */
interface SecretMatter {
  readonly name: string;
  readonly news: readonly RecordNews[];
  /** `2 new entries, 1 new case` */
  readonly kinds: string;
  /** `3 changes` */
  readonly brief: string;
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
    return { name, news: some, kinds, brief: counted(changes.length, 'change'), words };
  });
}

/** `2 more cases (1 new) and 1 more design` */
function othersWords(news: readonly RecordNews[], remark: (some: readonly RecordNews[]) => string = () => ''): string {
  const words = (type: 'docket' | 'design', noun: string) => {
    const some = news.filter((one) => one.record.type === type);
    return some.length === 0 ? [] : [counted(some.length, noun) + remark(some)];
  };
  return listed([...words('docket', 'more case'), ...words('design', 'more design')]);
}

/** ` (1 new, 2 ended)`: what a reader should see without opening the message; '' where there is nothing of the kind. */
function notable(news: readonly RecordNews[]): string {
  const words = Map.groupBy(news, ({ shown: [first], happened }) => {
    if (first?.change.kind.endsWith('.new') && first.change.entry === undefined) return 'new';
    if (first?.change.kind === 'docket.status' && happened.includes('terminated')) return 'ended';
    return '';
  });
  words.delete('');
  const counts = [...words].map(([word, some]) => {
    const isAll = some.length === news.length;
    return isAll ? `${some.length > 1 ? 'all ' : ''}${word}` : `${some.length} ${word}`;
  });
  return counts.length === 0 ? '' : ` (${counts.join(', ')})`;
}

/** The matter of an empty digest, where all of it is about one. */
function sharedMatter({ watches }: ChangesContent): string {
  const matters = new Set(watches.map((watch) => watch.matter));
  return matters.size === 1 ? matterPrefix([...matters]) : '';
}

/** The warning on top of the message says which, since when and why. */
function unwatchedTail({ coverage }: ChangesContent): string {
  if (coverage === undefined) return '';
  const blind = coverage.unwatched.length === 0 ? [] : [notChecked(coverage)];
  return [...blind, ...pausedWords(coverage)].map((words) => `; ${words}`).join('');
}

/** A phone shows 40 characters of a subject, a list of mails about so many. */
export const longestSubject = 110;
/** The longest single matter in a subject, and the longest list of them: court and number must still be seen on a phone. */
const longestMatter = 22;
const longestMatters = 14;

/**
 * `[M-2026-014] `, for the filters of mail programs: the matters of what the subject names, the first of them and the number of the others
 * where there is no room for all; '' without any.
 */
export function matterPrefix(matters: readonly (string | undefined)[]): string {
  const named = [...new Set(matters.map((matter) => shortText(matter, longestMatter)))].filter(Boolean);
  const [first, ...others] = named;
  if (first === undefined) return '';
  const all = named.join(', ');
  return all.length <= longestMatters
    ? `[${all}] `
    : others.length > 0
      ? `[${first} +${others.length}] `
      : `[${first}] `;
}

/** The longest headline of a subject; the caption of a case is cut to make room for it. */
const longestHeadline = 60;
const longestJoined = 76;
/** What court, number and a short caption need. */
const forRecord = 50;

/** A record and its most important news in one line: in a subject, or in the overview of a message. */
interface RecordLine {
  /** `D. Del. 1:20-cv-00168 Widget v. Rival` */
  readonly record: string;
  /** `JUDGMENT (D.I. 211), 2 more` */
  readonly headline: string;
}

/** @param room characters of both together, with what joins them. */
export function recordLine(news: RecordNews, room: number): RecordLine {
  // Who was joined and by what is the whole of the news, and more than the caption.
  const isJoined = news.changes.some((change) => change.joined !== undefined);
  const longest = isJoined ? longestJoined : longestHeadline;
  const headline = shorten(headlineOf(news), Math.max(longest, room - forRecord));
  const party = isJoined ? undefined : news.matched.find(({ what }) => what === 'party')?.name;
  return { record: shortRecord(news.record, room - headline.length - 2, party), headline };
}

/** The most important change of a record in its own words, and how many more there are. */
function headlineOf(news: RecordNews): string {
  const [first] = news.shown;
  if (first === undefined) return 'only muted changes';
  const { change, prioritised } = first;
  const number = shortText(change.entry?.documentNumber, 12);
  const isEntry = change.kind === 'entry.new' || change.kind === 'entry.updated';
  if (!isEntry || prioritised.label === '') return news.happened;
  const more = news.changes.length - 1;
  const name = `${prioritised.label}${number ? ` (D.I. ${number})` : ''}${change.kind === 'entry.updated' ? ' edited' : ''}`;
  return more > 0 ? `${name}, ${more} more` : name;
}
