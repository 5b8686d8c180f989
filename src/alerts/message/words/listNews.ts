import { cleanText, shortText } from '../../../base/words/cleanText.ts';
import { type Reader, readerDay } from '../../../base/words/readerDate.ts';
import { counted, listed, listedUpTo } from '../../../base/words/sentence.ts';
import type { FieldChange } from '../../../records/diff/change.ts';
import type { MessageChange } from '../content.ts';

/** What was added to a list, what was removed and what remains, as clean texts. */
export interface ListNews {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly remaining: readonly string[];
}

interface Noun {
  readonly one: string;
  readonly many: string;
}

const nouns = new Map<string, Noun>(
  Object.entries({
    holders: { one: 'holder', many: 'holders' },
    parties: { one: 'party', many: 'parties' },
    patentNumbers: { one: 'patent', many: 'patents' },
    products: { one: 'product', many: 'products' },
    locarno: { one: 'Locarno class', many: 'Locarno classes' },
    designated: { one: 'designated state', many: 'designated states' },
  }),
);

/** The most remaining members that are named: nobody wants to read which of thirty parties stayed. */
const mostRemaining = 3;

/** What happened to a list, as a set; undefined for a field that is none, or whose lists differ only in spelling. */
export function listNews({ field, before, after }: FieldChange): ListNews | undefined {
  if (!nouns.has(field)) return undefined;
  const [old, now] = [before ?? [], after ?? []];
  if (!Array.isArray(old) || !Array.isArray(now)) return undefined;
  const [known, shown] = [old.map(cleanText), now.map(cleanText)];
  const added = shown.filter((member) => !known.includes(member));
  const removed = known.filter((member) => !shown.includes(member));
  if (added.length === 0 && removed.length === 0) return undefined;
  return { added, removed, remaining: known.filter((member) => shown.includes(member)) };
}

/** `party added`, `2 parties added`, `holder removed`: of a list with additions or removals alone. */
export function listHappened(field: string, { added, removed }: ListNews): string {
  const { one, many } = nouns.get(field) ?? { one: 'value', many: 'values' };
  const members = added.length > 0 ? added : removed;
  const name = members.length === 1 ? one : counted(members.length, one, many);
  return `${name} ${added.length > 0 ? 'added' : 'removed'}`;
}

/** `(RIVAL, Inc. remains)`: of holders, for whom the question is whether somebody was added or replaced; else ''. */
export function remainingWords(field: string, { remaining }: ListNews): string {
  if (field !== 'holders' || remaining.length === 0) return '';
  return `(${listedUpTo(mostRemaining, remaining)} ${remaining.length === 1 ? 'remains' : 'remain'})`;
}

/** Holders named in one sentence. */
const mostNamed = 5;

/**
 * What happened to the holders of a design that is new to its watches because the holder they search for was entered;
 * undefined where it is new for another reason.
 */
export function changedHands({ kind, fields, record, askedHolder }: MessageChange): ListNews | undefined {
  const field = fields.find((one) => one.field === 'holders');
  if (kind !== 'design.new' || field === undefined || record.type !== 'design' || !askedHolder) return undefined;
  const news = listNews(field);
  // The record is headed by the holder that matched.
  return news?.added.includes(cleanText(record.holders?.[0] ?? '')) ? news : undefined;
}

/**
 * `Rival Brands B.V. was entered as holder (before: Rivalry Sports alone). Registered Sep 18, 2026.`; '' where it did
 * not change hands.
 */
export function changedHandsWords(change: MessageChange, reader: Reader): string {
  const news = changedHands(change);
  if (news === undefined) return '';
  const added = namesOf(news.added);
  const verb = news.added.length > 1 ? 'were entered as holders' : 'was entered as holder';
  const registered = change.record.type === 'design' ? (change.record.registered ?? '') : '';
  const since = registered === '' ? '' : ` Registered ${readerDay(registered, reader)}.`;
  return `${added} ${verb}${beforeWords(news)}.${since}`;
}

/** ` (before: Rivalry Sports alone)`: alone, where it remains. */
function beforeWords({ removed, remaining }: ListNews): string {
  const before = [...remaining, ...removed];
  if (before.length === 0) return '';
  return ` (before: ${namesOf(before)}${remaining.length === 1 && removed.length === 0 ? ' alone' : ''})`;
}

function namesOf(names: readonly string[]): string {
  return listed(names.slice(0, mostNamed).map((name) => shortText(name, 120)));
}
