import type { EntryDate, EntryReading, EntryType } from '../records/docket.ts';
import { filedDay } from './dates/findDays.ts';
import { readDates } from './dates/readDates.ts';
import { type EntryParts, partsOf } from './entryParts.ts';
import { orderedStipulation, readOutcome } from './outcomes/readOutcome.ts';
import { readReferences } from './readReferences.ts';
import { firstMatch, type Rule } from './rule.ts';
import { readTopics } from './topics/readTopics.ts';
import { hearingRules, noticeAndOtherRules } from './types/notices.ts';
import { clerkNoticeRules, clerkRules, feeAndAppealRules, judgmentRules, orderRules } from './types/orders.ts';
import { corrected } from './types/overrules.ts';
import { argumentRules, discoveryRules, paperRules } from './types/papers.ts';
import { appearanceRules, disclosureRules, pleadingRules, serviceRules } from './types/pleadings.ts';

/** @param text read up to 30,000 characters @param filed in any format; without it, days without a year are skipped */
export function readEntry(text: string, filed?: string): EntryReading {
  const key = `${filed ?? ''}\n${text}`;
  const known = lately.get(key);
  if (known !== undefined) return known;
  const { reading } = explainReading(text, filed);
  if (charactersKept + key.length > mostCharactersKept) {
    lately.clear();
    charactersKept = 0;
  }
  lately.set(key, reading);
  charactersKept += key.length;
  return reading;
}

// A cache, because pages and messages read the same texts again. Readings are never modified.
const lately = new Map<string, EntryReading>();
let charactersKept = 0;
const mostCharactersKept = 5_000_000;

export function explainReading(text: string, filed?: string) {
  const parts: EntryParts = partsOf(text);
  const type = readType(parts);
  const dates = readDates(parts.whole, type.type, filedDay(filed));
  const outcome = readOutcome(type.type, type.rule, parts);
  const known = { type: type.type, typeRule: type.rule, outcome: outcome?.outcome, dates };
  const own = outcome === orderedStipulation ? { ...parts, head: parts.head.replace(agreedMotions, ' ') } : parts;
  const topics = readTopics({ ...known, head: parts.head.slice(0, 100), body: parts.body }, own);
  const reading: EntryReading = {
    type: type.type,
    about: topics.map(({ topic }) => topic),
    outcome: outcome?.outcome ?? null,
    refersTo: readReferences(parts.whole),
    dates,
  };
  return { reading, type, topics, outcome };
}

// The court orders what the parties agreed on. It does not decide the motions that they name.
const agreedMotions = /\bmotions?\b(?:(?!;| and (?:allow|grant|extend|set|mov|continu|stay|adjourn)).)*/g;

/** Compares the whole texts, since an edited piece, `12/11/2026.`, does not say what the day is for. */
export function editedDays(before: string, now: string, filed: string) {
  const [old, days] = [readEntry(before, filed).dates, readEntry(now, filed).dates];
  const added = daysBeside(old, days);
  if (added.length === 0) return { added, label: '' };
  return { added, label: daysBeside(days, old).length > 0 ? 'DATE CHANGED' : 'NEW DATE' };
}

export function daysBeside(known: readonly EntryDate[], days: readonly EntryDate[]): EntryDate[] {
  const keys = new Set(known.map(keyOf));
  return days.filter((day) => !keys.has(keyOf(day)));
}

function keyOf(day: EntryDate): string {
  return `${'date' in day ? day.date : day.days} ${day.time ?? ''}`;
}

/** Increase it when a rule for entries or dates changes. Stored entries are then read again in the background. */
export const readingVersion = 24;

export const typeRules: readonly Rule<EntryType>[] = [
  ...orderRules,
  ...judgmentRules,
  ...hearingRules,
  ...pleadingRules,
  ...argumentRules,
  ...paperRules,
  ...discoveryRules,
  ...serviceRules,
  ...appearanceRules,
  ...disclosureRules,
  ...clerkRules,
  ...clerkNoticeRules,
  ...feeAndAppealRules,
  ...noticeAndOtherRules,
];

type TypeRead = Readonly<{ type: EntryType; rule: string }>;

// As a whole title, "Information" is a pleading. Elsewhere it is a common word.
const wholeTitles: Readonly<Record<string, EntryType>> = { information: 'complaint', 'joint submission': 'other' };

const nothingRecognized = { sense: 'other', name: 'other: nothing recognized' } as const;

function readType(parts: EntryParts): TypeRead {
  const title = wholeTitles[parts.head];
  if (title) return { type: title, rule: `${title}: the whole title` };
  const { sense, name } = firstMatch(parts.head, typeRules)?.rule ?? nothingRecognized;
  return corrected(sense, parts) ?? { type: sense, rule: name };
}
