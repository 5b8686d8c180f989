import type { MessageChange } from '../../channels/message/content.ts';
import type { ChangeKind, FieldValue } from '../../diff/change.ts';
import { changeKinds } from '../../diff/change.ts';
import { capitalised } from '../../words/capitalised.ts';
import { counted, listed } from '../../words/counted.ts';
import { readerDay } from '../../words/readerDate.ts';
import { shortText } from '../../words/shortText.ts';
import { fieldNameInside, statusWords } from './fieldWords.ts';

/**
 * What happened to one record, in the order in which a reader wants it: `terminated, judge changed, 2 new entries (ORDER · stay GRANTED)`.
 * `labels`: of the new entries that stand out, the most important first.
 */
export function happened(changes: readonly MessageChange[], labels: readonly string[] = []): string {
  // What a new case came with says more than that it is new.
  const carrier = changes.some((change) => change.kind === 'docket.new') ? 'docket.new' : 'entry.new';
  const words = changeKinds
    .map((kind) => changes.filter((change) => change.kind === kind))
    .filter((some) => some.length > 0)
    .map((some) => (some[0]?.kind === carrier ? kindHappened(some) + labelled(labels) : kindHappened(some)));
  return words.join(', ');
}

/** ` (JUDGMENT; ORDER · motion to dismiss DENIED)`: what stands out among the new entries. */
function labelled(labels: readonly string[]): string {
  const words = [...new Set(labels)].slice(0, 2);
  return words.length > 0 ? ` (${words.join('; ')})` : '';
}

function kindHappened(changes: readonly MessageChange[]): string {
  const [first] = changes;
  if (first === undefined) return '';
  switch (first.kind) {
    case 'docket.new':
      return 'new case';
    case 'docket.status':
      return courtStatus(first);
    case 'docket.updated':
    case 'design.updated':
      return updated(first);
    case 'entry.new':
      return counted(changes.length, 'new entry');
    case 'entry.updated':
      return `${counted(changes.length, 'entry')} edited`;
    case 'entry.unseen':
      return `${counted(numberOf(changes), 'entry')} not shown to us`;
    case 'entry.backfill':
      return `${counted(numberOf(changes), 'older entry')} now available`;
    case 'docket.gone':
    case 'design.gone':
      return 'no longer found';
    case 'docket.back':
    case 'design.back':
      return 'found again';
    case 'design.new':
      return 'new design';
    case 'design.status':
      return `status now ${statusWords(String(valueAfter(first, 'status') ?? 'unknown'))}`;
    case 'design.renewed':
      return `renewed to ${readerDay(shortText(String(valueAfter(first, 'expires') ?? 'a later day'), 40))}`;
    case 'design.litigation':
      return litigation(first);
  }
}

/** The heading of a change inside the message, where it is no entry: `Terminated`, `Judge changed`. */
export function kindHeading(change: MessageChange): string {
  return capitalised(kindHappened([change]));
}

/** `1 case`, `3 designs`, `2 cases and 1 design`: what some changes are about. */
export function recordsCounted(changes: readonly MessageChange[]): string {
  const keys = (type: 'docket' | 'design') =>
    new Set(changes.filter((change) => change.record.type === type).map((change) => change.record.key)).size;
  const parts = [counted(keys('docket'), 'case'), counted(keys('design'), 'design')];
  return listed(parts.filter((part) => !part.startsWith('0 '))) || 'nothing';
}

/** `2 new entries, 1 status`: kinds and numbers without a name or a value, for confidential watches. */
export function discreetly(changes: readonly MessageChange[]): string {
  const numbers = changeKinds
    .map((kind) => ({ kind, number: changes.filter((change) => change.kind === kind).length }))
    .filter(({ number }) => number > 0);
  return numbers.map(({ kind, number }) => counted(number, discreetNouns[kind][0], discreetNouns[kind][1])).join(', ');
}

const discreetNouns: Readonly<Record<ChangeKind, readonly [string] | readonly [string, string]>> = {
  'docket.new': ['new case'],
  'docket.status': ['change of status', 'changes of status'],
  'docket.updated': ['case updated', 'cases updated'],
  'entry.new': ['new entry'],
  'entry.updated': ['edited entry'],
  'entry.unseen': ['case with entries not shown to us', 'cases with entries not shown to us'],
  'entry.backfill': ['case with older entries now available', 'cases with older entries now available'],
  'docket.gone': ['case no longer found', 'cases no longer found'],
  'docket.back': ['case found again', 'cases found again'],
  'design.new': ['new design'],
  'design.status': ['change of status', 'changes of status'],
  'design.updated': ['design updated', 'designs updated'],
  'design.renewed': ['renewal'],
  'design.litigation': ['design with news of litigation', 'designs with news of litigation'],
  'design.gone': ['design no longer found', 'designs no longer found'],
  'design.back': ['design found again', 'designs found again'],
};

function courtStatus(change: MessageChange): string {
  const status = change.fields.find((field) => field.field === 'status');
  if (isTerminated(status?.after)) return 'terminated';
  if (isTerminated(status?.before)) return 'open again';
  if (status) return `status now ${statusWords(String(status.after ?? 'unknown'))}`;
  const date = change.fields.find((field) => field.field === 'dateTerminated');
  if (date?.after) return date.before ? 'date of termination changed' : 'terminated';
  return date ? 'date of termination removed' : 'status changed';
}

function isTerminated(status: FieldValue | undefined): boolean {
  return typeof status === 'string' && status.trim().toLowerCase() === 'terminated';
}

function updated(change: MessageChange): string {
  const names = [...new Set(change.fields.map((field) => fieldNameInside(field.field)))];
  if (names.length === 0) return 'updated';
  if (names.length > 3) return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more fields changed`;
  return `${listed(names)} changed`;
}

function litigation(change: MessageChange): string {
  const cases = change.fields.filter((field) => field.field.startsWith('litigation'));
  const fresh = cases.reduce((sum, field) => sum + Math.max(0, sizeOf(field.after) - sizeOf(field.before)), 0);
  return fresh > 0 ? `litigation: ${counted(fresh, 'new case')}` : 'litigation changed';
}

function sizeOf(value: FieldValue): number {
  if (Array.isArray(value)) return value.length;
  return value === null || value === '' ? 0 : 1;
}

function valueAfter(change: MessageChange, field: string): FieldValue | undefined {
  return change.fields.find((one) => one.field === field)?.after;
}

function numberOf(changes: readonly MessageChange[]): number {
  return changes.reduce((sum, change) => {
    const after = Number(valueAfter(change, 'entries'));
    return sum + (Number.isFinite(after) && after > 0 ? after : 1);
  }, 0);
}
