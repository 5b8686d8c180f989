import type { MessageChange, WatchFacts } from '../channels/message/content.ts';
import type { Weight } from '../channels/message/weight.ts';
import type { ChangeKind } from '../diff/change.ts';
import { type BriefRecord, titleOf } from '../records/record.ts';
import { cleanText } from '../words/cleanText.ts';

interface EntryRule {
  readonly weight: Weight;
  /** What it is called; '' for what needs no label. */
  readonly label: string;
  readonly when: RegExp;
}

/** What an entry is, by its text. The first rule that fits decides. */
const entryRules: readonly EntryRule[] = [
  {
    weight: 'low',
    label: '',
    when: /^\W*(notices? of (entry of )?(appearance|change of address|withdrawal)|appearance)\b/i,
  },
  {
    weight: 'low',
    label: '',
    when: /^\W*(filing fee|fee paid|receipt|credit card payment|payment of)\b|\bfiling fee (received|paid) receipt\b/i,
  },
  { weight: 'low', label: '', when: /^\W*(certificate|proof|affidavit) of (mailing|service)\b|\bpro hac vice\b/i },
  { weight: 'low', label: '', when: /^\W*(summons|corporate disclosure|civil cover sheet|transcript order)\b/i },
  { weight: 'high', label: 'TRO', when: /\b(temporary restraining order|TRO)\b/i },
  { weight: 'high', label: 'Injunction', when: /\binjunct(ion|ive)\b/i },
  { weight: 'high', label: 'Verdict', when: /\bverdict\b/i },
  { weight: 'high', label: 'Summary judgment', when: /\bsummary judgment\b/i },
  { weight: 'high', label: 'Claim construction', when: /\b(claim construction|markman)\b/i },
  { weight: 'high', label: 'Judgment', when: /\b(judgment|judgement|decree)\b/i },
  { weight: 'high', label: 'Dismissal', when: /\b(dismiss(al|ed|ing|es)|nolle prosequi)\b/i },
  // Briefs for and against it too; but not the order that decides it.
  { weight: 'high', label: 'Motion to dismiss', when: /^(?!\W*([\w-]+ ){0,4}order).*\bmotions? to dismiss\b/is },
  { weight: 'high', label: 'Complaint', when: /^\W*(\w+ ){0,3}(complaint|counterclaims?|indictment|information)\b/i },
  { weight: 'normal', label: '', when: /\b(proposed|for an?|in) order\b|^\W*motion\b/i },
  {
    weight: 'high',
    label: 'Order',
    when: /^\W*([\w-]+ ){0,4}(orders?|ordered|so ordered)\b|\b(memorandum opinion|opinion and order)\b/i,
  },
];

/** What a change weighs by its kind; those of entries weigh what their text says. */
const kindWeights: Readonly<Record<ChangeKind, Weight>> = {
  'docket.new': 'high',
  'docket.status': 'high',
  'docket.updated': 'normal',
  'entry.new': 'normal',
  'entry.updated': 'normal',
  'entry.unseen': 'high',
  'entry.backfill': 'low',
  'docket.gone': 'normal',
  'docket.back': 'normal',
  'design.new': 'normal',
  'design.status': 'high',
  'design.updated': 'normal',
  'design.renewed': 'normal',
  'design.litigation': 'high',
  'design.gone': 'normal',
  'design.back': 'normal',
};

/** What decides how much a change weighs. */
export type Weighable = Pick<MessageChange, 'kind' | 'watches' | 'entry' | 'note'> & { readonly record: BriefRecord };

export interface Weighed {
  readonly weight: Weight;
  readonly label: string;
  /** Every watch that it concerns mutes it: it is counted, not shown. */
  readonly muted: boolean;
}

/**
 * What a change weighs for the reader of these watches. A watch's `important` beats every rule; its `mute` holds only where no
 * other watch that the change concerns wants it.
 */
export function weigh(change: Weighable, watches: readonly WatchFacts[]): Weighed {
  const concerned = watches.filter((watch) => change.watches.includes(watch.id));
  const text = searchedText(change);
  const says = (wanted: readonly string[] | undefined) =>
    wanted?.some((one) => one === change.kind || containsWord(text, one)) ?? false;
  const rule = ruleFor(change);
  if (concerned.some((watch) => says(watch.important))) {
    return { weight: 'high', label: rule?.label || 'Important', muted: false };
  }
  const muted = concerned.length > 0 && concerned.every((watch) => says(watch.mute));
  return { weight: rule?.weight ?? kindWeights[change.kind], label: rule?.label ?? '', muted };
}

function ruleFor(change: Weighable): EntryRule | undefined {
  const text = change.entry && cleanText(change.entry.description);
  return text ? entryRules.find((rule) => rule.when.test(text)) : undefined;
}

/** An entry is searched by its own text, anything else by what the record is called. */
function searchedText(change: Weighable): string {
  const texts = change.entry ? [change.entry.description] : [titleOf(change.record), ...namesIn(change.record)];
  return [...texts, change.note ?? ''].map(cleanText).join('\n').toLowerCase();
}

function namesIn(record: BriefRecord): readonly string[] {
  return (record.type === 'docket' ? record.parties : record.holders) ?? [];
}

/** Whether `word` stands in `text` as a word of its own, whatever its case. */
function containsWord(text: string, word: string): boolean {
  const wanted = cleanText(word).toLowerCase();
  if (wanted === '') return false;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + wanted.length);
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}
