import { cleanText, shorten, shortText } from '../../base/words/cleanText.ts';
import { capitalized, counted } from '../../base/words/sentence.ts';
import { discreetName } from '../../base/words/watchWords.ts';
import { endsOrReopens } from '../../reading/phase.ts';
import { readEntry } from '../../reading/readEntry.ts';
import { isFromAnotherHolder } from '../../records/diff/lateEntries.ts';
import type { ChangesContent, MessageChange } from './content.ts';
import { notCheckedWords, nothingNewWords } from './coverageWords.ts';
import { designsWords } from './designs.ts';
import { discreetWhere } from './footer.ts';
import type { RecordNews } from './recordNews.ts';
import { type Consequence, noticeOfAppeal, orderToShowCause } from './words/consequence.ts';
import { discreetly, isNewlyVisible } from './words/happened.ts';
import { toldWords } from './words/headline.ts';
import { captionsOf, leastCaption, likenessWords, placesOf, shortPartyOf } from './words/recordWords.ts';

/** Returns `DISMISSED: Widget v. Rival (W.D. Tex. 26-504) +5 cases [M-01]`; names no confidential record. */
export function changesSubject(content: ChangesContent, news: readonly RecordNews[]): string {
  const lead = leadingNews(news);
  if (lead === undefined) {
    return wordsSubject([nothingNewWords(content)], [''], matterTag(sharedMatter(content)));
  }
  const tag = matterTag([lead, ...news].flatMap((one) => one.watches.map((watch) => watch.matter)));
  const secrets = secretMatters(content, news);
  const [secret, ...more] = secrets;
  const end = unwatchedTail(content);
  const others = news.filter((one) => one !== lead && !one.confidential);
  if (lead.confidential && secret !== undefined) {
    return secretSubject(secret, [...others, ...more.flatMap((one) => one.news)], end, tag);
  }
  const isNamed = lead.starred || lead.reason !== '';
  const designs = isNamed ? undefined : designsWords(content, news);
  if (designs !== undefined) return wordsSubject(designs, [end], tag);
  return subjectLine({ ...openParts(lead), tails: tailsOf(others, secrets, end), tag });
}

/** Returns the first record that may be named, or the first one if only confidential records ask somebody to act. */
function leadingNews(news: readonly RecordNews[]): RecordNews | undefined {
  const [first] = news;
  const open = news.find((one) => !one.confidential);
  return open === undefined || (first?.priority === 'act' && open.priority !== 'act') ? first : open;
}

function secretSubject(secret: SecretMatter, rest: readonly RecordNews[], end: string, tag: string): string {
  const { name, kinds, words } = secret;
  const isAlone = rest.length === 0;
  return wordsSubject(
    [...(isAlone ? [words] : []), `${name}: ${kinds}`, name],
    tailsOf(rest, [], end),
    isAlone ? '' : tag,
  );
}

/** Returns the first subject that fits. @param words the fullest first, all of which are tried with each tail */
export function wordsSubject(words: readonly string[], tails: readonly string[], tag: string): string {
  const lines = tails.flatMap((tail) => words.map((some) => some + tail + tag));
  return fitting(lines) ?? cutLine(words.at(-1) ?? '', '', tails.at(-1) ?? '', tag);
}

function openParts(news: RecordNews): Pick<SubjectParts, 'heads' | 'names' | 'numbers'> {
  const { record, consequences } = news;
  const joins = consequences.length === 1 && consequences[0]?.kind === 'joined';
  const party = news.matched.find(({ what }) => what === 'party')?.name;
  const captions = captionsOf(record).filter(Boolean);
  const places = placesOf(record);
  const number = places.at(-1) ?? '';
  const matched = party === undefined || joins ? [] : places.map((at) => `${shortPartyOf(record, party)}, ${at}`);
  // The court is dropped before any word of the caption.
  const called = [matched, places].flatMap((some) =>
    captions.map((name, index) => some.slice(index === 0 ? 0 : -1).map((at) => `${name} (${at})`)),
  );
  const names = captions.length === 0 ? [places] : called;
  const numbers = captions.length === 0 ? [number] : [`${leastCaption(record)} (${number})`, number];
  const afterHead = (some: readonly string[]) => some.map((name) => name && (joins ? ' to ' : ': ') + name);
  return { heads: headsOf(news), names: names.map(afterHead), numbers: afterHead(numbers) };
}

function headsOf({ consequences, happened, changes, shown: [first] }: RecordNews): string[] {
  const told = withoutReopening(consequences.filter(({ kind }) => kind !== 'filed'));
  const [paper] = consequences;
  if (told.length > 0) return toldHeads(told);
  if (paper !== undefined) {
    const more = changes.length > 1 ? `, ${changes.length - 1} more` : '';
    return [`${paper.short}${more}`, paper.short].map(capitalized);
  }
  if (first?.prioritised.reason === 'alike') return likeYours(first.change);
  // Drops parentheses, such as the name of a design, before the name of the case is shortened.
  const short = happened.replace(/ \([^()]*\)/g, '');
  // The comma before a year belongs to its date.
  const [begin = ''] = short.split(/, (?!\d{4}\b)/);
  return [happened || 'only muted changes', short, begin].filter(Boolean).map(capitalized);
}

/** "REOPENED" already says what the order did that reopened the case. */
function withoutReopening(told: readonly Consequence[]): readonly Consequence[] {
  if (!told.some(({ short }) => short === 'REOPENED')) return told;
  return told.filter(({ day, change }) => day !== '' || !reopensCase(change));
}

/** True for the entry of a court that reopens its case, which the docket says too. */
function reopensCase({ entry, reading }: MessageChange): boolean {
  if (entry === undefined) return false;
  const text = cleanText(entry.description);
  return endsOrReopens(reading ?? readEntry(text, entry.dateFiled), text) === 'reopened';
}

function likeYours(change: MessageChange): string[] {
  const { kind, alike } = change;
  const design = kind === 'design.new' && !isFromAnotherHolder(change) ? 'New design' : 'Design';
  const similar = `similar to your ${shortText(alike?.own, 30)}`;
  const isVery = likenessWords(alike?.likeness ?? 0) === 'very similar';
  return [...(isVery ? [`${design} very ${similar}`] : []), `${design} ${similar}`, `${design} similar to yours`];
}

/** A ruling is named before a second date. What comes first, such as a near date, is never left out. */
function toldHeads(told: readonly Consequence[]): string[] {
  const [first, ...others] = told;
  if (first === undefined) return [];
  const ruling = others.filter(({ day }) => day === '').slice(0, 1);
  const heads = [
    toldWords(told, 3, inSubject),
    toldWords(told, 3, inBrief),
    toldWords([...new Set([first, ...ruling, ...others])], 2, inBrief),
    toldWords([first, ...ruling], 2, inBrief),
    toldWords(told, 1, inBrief),
    [first.short],
    [firstDecision(first.short)],
  ];
  return heads.map((words) => capitalized(words.join('; ')));
}

/** Returns `stay GRANTED` of `stay GRANTED and motion to strike DENIED`: a label begins with the gravest. */
function firstDecision(words: string): string {
  return /^.*? (?:GRANTED(?: IN PART)?|DENIED|ADOPTED)(?=,| \(D\.I\.| and )/.exec(words)?.[0] ?? words;
}

const inBrief = ({ short }: Consequence) => short;

/** Keeps the party of a date, but not the number of an entry: phones show only 40 characters of a subject. */
const inSubject = ({ day, words, short }: Consequence) => (day === '' ? short : words);

function tailsOf(others: readonly RecordNews[], secrets: readonly SecretMatter[], end: string): string[] {
  const [secret, ...more] = secrets;
  const all = [...others, ...secrets.flatMap((one) => one.news)];
  const withSecret = [...others, ...more.flatMap((one) => one.news)];
  const tails = [
    ...(secret === undefined ? [] : [`${moreWords(withSecret, notable)}; ${secret.name}: ${secret.kinds}`]),
    moreWords(all, notable),
    moreWords(all, gravest),
    moreWords(all, ({ record, priority }) => (record.type === 'docket' && priority === 'act' ? 'need you' : '')),
    moreWords(all, () => ''),
  ];
  return tails.map((tail) => tail + end);
}

/** Returns ` +3 cases (2 new, 1 decided)`. @param word describes one record; it is not called for a confidential one */
function moreWords(news: readonly RecordNews[], word: (one: RecordNews) => string): string {
  const parts = (['docket', 'design'] as const).flatMap((type) => {
    const some = news.filter(({ record }) => record.type === type);
    return some.length === 0 ? [] : [counted(some.length, type === 'docket' ? 'case' : 'design') + remark(some, word)];
  });
  return parts.length === 0 ? '' : ` +${parts.join(', ')}`;
}

function remark(news: readonly RecordNews[], word: (one: RecordNews) => string): string {
  const words = Map.groupBy(news, (one) => (one.confidential ? '' : word(one)));
  words.delete('');
  const counts = [...words].map(([said, some]) => {
    const isAll = some.length === news.length;
    if (some.length === 1) return `${isAll ? '' : '1 '}${said.replace(/^need\b/, 'needs')}`;
    return `${isAll ? 'all' : some.length} ${said}`;
  });
  return counts.length === 0 ? '' : ` (${counts.join(', ')})`;
}

const notable = (one: RecordNews): string => gravest(one) || (isNew(one) ? 'new' : '');

type SecretMatter = ReturnType<typeof secretMatters>[number];

function secretMatters(content: ChangesContent, news: readonly RecordNews[]) {
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

function gravest({ consequences }: RecordNews): string {
  const [most] = consequences;
  if (consequences.some(({ words }) => words.startsWith(orderToShowCause))) return 'show cause';
  if (consequences.some(({ words }) => words.startsWith(noticeOfAppeal))) return 'appeal';
  if (consequences.some(({ short }) => short === 'REOPENED')) return 'reopened';
  if (most?.short.startsWith('MOVED to ')) return 'moved';
  if (most?.kind !== 'ended') return '';
  return /ENDED|DISMISS/.test(most.short) ? 'ended' : 'decided';
}

function isNew({ shown: [first] }: RecordNews): boolean {
  const change = first?.change;
  if (change?.kind !== 'docket.new' && change?.kind !== 'design.new') return false;
  return !change.entry && !isNewlyVisible(change) && !isFromAnotherHolder(change);
}

function sharedMatter({ watches }: ChangesContent): (string | undefined)[] {
  const matters = new Set(watches.map((watch) => watch.matter));
  return matters.size === 1 ? [...matters] : [];
}

function unwatchedTail({ coverage }: ChangesContent): string {
  return coverage === undefined
    ? ''
    : notCheckedWords(coverage)
        .map((words) => `; ${words}`)
        .join('');
}

const longestMatter = 22;
const longestMatters = 14;

/** Returns ` [M-2026-014]`, for the filters of mail programs, or ` [M-2026-014 +2]` if there is no room for all. */
export function matterTag(matters: readonly (string | undefined)[]): string {
  const known = new Set(matters.map((matter) => shortText(matter, 60)));
  const named = [...known].filter(Boolean).map((matter) => shorten(matter, longestMatter));
  const [first, ...others] = named;
  if (first === undefined) return '';
  const all = named.join(', ');
  if (all.length <= longestMatters || others.length === 0) return ` [${all}]`;
  return ` [${first} +${others.length}]`;
}

/** The most characters of a subject. Phones show 40 of them. */
export const longestSubject = 80;

interface SubjectParts {
  readonly heads: readonly string[];
  /** One list for each caption. Before a shorter caption, the tail is shortened. */
  readonly names: readonly (readonly string[])[];
  /** What stands for the names if there is no room for them: `: Widget (26-504)`, then `: 26-504`. */
  readonly numbers: readonly string[];
  readonly tails: readonly string[];
  readonly tag: string;
}

/**
 * Returns as much as fits in 80 characters. Drops, in this order: the court, unneeded words of the caption, its middle,
 * further rulings and dates, all but the first party, that party, the matter; never the most important words and the
 * docket number.
 */
function subjectLine({ heads, names, numbers, tails, tag }: SubjectParts): string {
  const linesOf = (called: readonly (readonly string[])[], some: readonly string[]) => {
    const ends = called.flatMap((alike) => some.flatMap((tail) => alike.map((name) => name + tail + tag)));
    return heads.flatMap((head) => ends.map((end) => head + end));
  };
  // The last two tails only count, so that the caption has room.
  const lines = [
    ...linesOf(names, tails.slice(0, -2)),
    ...linesOf(names, tails.slice(-2)),
    ...numbers.flatMap((number) => linesOf([[number]], tails)),
  ];
  return fitting(lines) ?? cutLine(heads.at(-1) ?? '', numbers.at(-1) ?? '', tails.at(-1) ?? '', tag);
}

const fitting = (lines: readonly string[]): string | undefined => lines.find(({ length }) => length <= longestSubject);

/** The characters that the most important words keep if a subject must be cut. */
const leastHead = 30;

function cutLine(head: string, name: string, tail: string, tag: string): string {
  const room = longestSubject - name.length;
  const needed = Math.min(head.length, leastHead);
  const whole = [tail + tag, tail].find((end) => end.length + needed <= room);
  const end = whole ?? shorten(tail, room - needed);
  return shorten(head, room - end.length) + name + end;
}
