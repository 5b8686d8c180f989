import type { FieldChange } from '../../diff/change.ts';
import { cleanText } from '../../words/cleanText.ts';
import { counted, listed } from '../../words/sentence.ts';

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
  const more = remaining.length - mostRemaining;
  const names = more > 0 ? [...remaining.slice(0, mostRemaining), `${more} more`] : remaining;
  return `(${listed(names)} ${remaining.length === 1 ? 'remains' : 'remain'})`;
}
