import { shortText } from '../../../base/words/cleanText.ts';
import { type Reader, readerDay } from '../../../base/words/readerDate.ts';
import { capitalized, counted, listed, withCommas } from '../../../base/words/sentence.ts';
import { newCasesAbout } from '../../../reading/changePriority.ts';
import { entryLabel } from '../../../reading/entryLabel.ts';
import { hasOneTerm } from '../../../reading/events/calendarEvent.ts';
import { readEntry } from '../../../reading/readEntry.ts';
import { type ChangeKind, changeKinds, type FieldChange, type FieldValue } from '../../../records/diff/change.ts';
import { fromAnotherHolder, isFromAnotherHolder } from '../../../records/diff/lateEntries.ts';
import { isDesignNumber } from '../../../records/docket.ts';
import type { SearchRecord } from '../../../records/record.ts';
import type { Joined, MessageChange } from '../content.ts';
import {
  changedHands,
  fieldNameInside,
  isEnded,
  type ListNews,
  linesOf,
  listHappened,
  listNews,
  shortPartyOf,
  statusWords,
} from './recordWords.ts';

/**
 * Returns `ended, judge changed, 2 new entries (ORDER · stay GRANTED)`.
 * @param labels of important entries
 * @param entryNoun `more entry` if other entries are named before
 */
export function happened(
  changes: readonly MessageChange[],
  reader: Reader,
  labels: readonly string[] = [],
  entryNoun = 'new entry',
): string {
  // Labels follow the new case whose entries they are of, unless a party was joined, which is more important.
  const isJoined = changes.some((change) => change.joined !== undefined);
  const carrier = !isJoined && changes.some((change) => change.kind === 'docket.new') ? 'docket.new' : 'entry.new';
  // The changes of a design come most important first. Those of a case are told in one fixed order.
  const isOfDesign = changes[0]?.record.type === 'design';
  const kinds = isOfDesign ? [...new Set(changes.map(({ kind }) => kind))] : changeKinds;
  const words = kinds
    .map((kind) => changes.filter((change) => change.kind === kind && !change.superseded))
    .filter((some) => some.length > 0)
    .map((some) => {
      const entries = some[0]?.kind === 'entry.new' ? some.length : 0;
      return kindHappened(some, reader, entryNoun) + (some[0]?.kind === carrier ? labeled(labels, entries) : '');
    });
  return words.join(', ');
}

/** @param entries how many entries these labels are of; some entries may have none */
function labeled(labels: readonly string[], entries: number): string {
  const all = [...new Set(labels)];
  const words = all.slice(0, 2);
  const begin = entries > labels.length || all.length > words.length ? 'including ' : '';
  return words.length > 0 ? ` (${begin}${words.join('; ')})` : '';
}

function kindHappened(changes: readonly MessageChange[], reader: Reader, entryNoun = 'new entry'): string {
  const [first] = changes;
  if (first === undefined) return '';
  switch (first.kind) {
    case 'docket.new':
      return first.joined === undefined ? newOrOld('case', first) : joinedWords(first, first.joined);
    case 'docket.status':
      return courtStatus(first);
    case 'docket.updated':
    case 'design.updated':
      return updatedWords(first);
    case 'entry.new':
      return counted(changes.length, entryNoun);
    case 'entry.updated':
      return `${counted(changes.length, 'entry')} edited`;
    case 'entry.unseen':
      return `${counted(numberOf(changes), 'entry')} not shown by the search service`;
    case 'entry.backfill':
      return `${counted(numberOf(changes), 'older entry')} now available`;
    case 'docket.gone':
    case 'design.gone':
      return 'no longer found';
    case 'docket.back':
    case 'design.back':
      return 'found again';
    case 'design.new':
      return newDesign(first);
    case 'design.alike':
      return first.fields.every(({ before }) => before === null) ? 'compared with yours now' : 'more like yours now';
    case 'design.status':
      return designStatus(String(valueAfter(first, 'status') ?? 'unknown'));
    case 'design.renewed':
      return expiryMoved(first, reader);
    case 'design.litigation':
      return litigation(first);
  }
}

export function kindHeading(change: MessageChange, reader: Reader): string {
  return capitalized(kindHappened([change], reader));
}

export function recordsCounted(changes: readonly MessageChange[]): string {
  const keys = (type: 'docket' | 'design') =>
    new Set(changes.filter((change) => change.record.type === type).map((change) => change.record.key)).size;
  const parts = [counted(keys('docket'), 'case'), counted(keys('design'), 'design')];
  return listed(parts.filter((part) => !part.startsWith('0 '))) || 'nothing';
}

/** Returns kinds and numbers without names and values, for confidential watches: `2 new entries, 1 renewal`. */
export function discreetly(changes: readonly MessageChange[]): string {
  return discreetlyOf(changes, changes);
}

/** Returns how many of all changes some are, then the other kinds: `1 of 4 new entries; also 1 renewal`. */
export function discreetlyOf(some: readonly MessageChange[], all: readonly MessageChange[]): string {
  const named = changeKinds.filter((kind) => some.some((change) => change.kind === kind));
  const numbers = named.map((kind) => {
    const [part = 0, whole = 0] = [some, all].map((changes) => changes.filter((change) => change.kind === kind).length);
    const words = counted(whole, discreetNouns[kind][0], discreetNouns[kind][1]);
    return part === whole ? words : `${withCommas(part)} of ${words}`;
  });
  const others = all.filter(({ kind }) => !named.includes(kind));
  return numbers.join(', ') + (others.length === 0 ? '' : `; also ${discreetly(others)}`);
}

const discreetNouns: Readonly<Record<ChangeKind, readonly [string] | readonly [string, string]>> = {
  'docket.new': ['new case'],
  'docket.status': ['change of status', 'changes of status'],
  'docket.updated': ['case updated', 'cases updated'],
  'entry.new': ['new entry'],
  'entry.updated': ['edited entry'],
  'entry.unseen': [
    'case with entries not shown by the search service',
    'cases with entries not shown by the search service',
  ],
  'entry.backfill': ['case with older entries now available', 'cases with older entries now available'],
  'docket.gone': ['case no longer found', 'cases no longer found'],
  'docket.back': ['case found again', 'cases found again'],
  'design.new': ['new design'],
  'design.alike': ['design compared'],
  'design.status': ['change of status', 'changes of status'],
  'design.updated': ['design updated', 'designs updated'],
  'design.renewed': ['later expiry', 'later expiries'],
  'design.litigation': ['design with news of litigation', 'designs with news of litigation'],
  'design.gone': ['design no longer found', 'designs no longer found'],
  'design.back': ['design found again', 'designs found again'],
};

function expiryMoved(change: MessageChange, reader: Reader): string {
  const day = readerDay(shortText(String(valueAfter(change, 'expires') ?? 'a later day'), 40), reader);
  return `${hasOneTerm(change.record) ? 'now expires' : 'renewed to'} ${day}`;
}

/** Returns `ended`, `reopened` or other words for a change of the status of a case. */
export function courtStatus(change: MessageChange): string {
  const status = change.fields.find((field) => field.field === 'status');
  if (isTerminated(status?.after)) return 'ended';
  if (isTerminated(status?.before)) return 'reopened';
  if (status) return `status now ${statusWords(String(status.after ?? 'unknown'))}`;
  const date = change.fields.find((field) => field.field === 'dateTerminated');
  if (date?.after) return date.before ? 'date of its end changed' : 'ended';
  return date ? 'date of its end removed' : 'status changed';
}

function isTerminated(status: FieldValue | undefined): boolean {
  return typeof status === 'string' && status.trim().toLowerCase() === 'terminated';
}

function designStatus(status: string): string {
  return status === 'EXP' || status === 'DEL' ? statusWords(status) : `status now ${statusWords(status)}`;
}

const newlyVisible = /^newly visible, (\w+) (\d{4})$/;

/** True if the words of what happened already say that the record is old. */
export function isNewlyVisible({ kind, note }: Pick<MessageChange, 'kind' | 'note'>): boolean {
  return (kind === 'docket.new' || kind === 'design.new') && newlyVisible.test(note ?? '');
}

/** True if no watch knew the old record. One whose party was joined was known before. */
export function isShownOnlyNow(change: MessageChange): boolean {
  return isNewlyVisible(change) && change.joined === undefined;
}

function newOrOld(noun: string, { note, detectedAt }: MessageChange): string {
  const [, filed, year] = newlyVisible.exec(note ?? '') ?? [];
  if (year === undefined) return `new ${noun}`;
  return `newly visible ${noun}${detectedAt.startsWith(year) ? '' : ` ${filed} in ${year}`}`;
}

function joinedWords({ record }: MessageChange, { party, by }: Joined): string {
  const number = shortText(by?.documentNumber, 12);
  const label = by === undefined ? '' : entryLabel(readEntry(by.description, by.dateFiled), by.description);
  const filing = [label, number && `D.I. ${number}`].filter(Boolean).join(', ');
  return `${shortPartyOf(record, party)} ADDED as a party${filing && ` (see ${filing})`}`;
}

function newDesign(change: MessageChange): string {
  const hands = changedHands(change);
  if (hands === undefined)
    return isFromAnotherHolder(change) ? `design ${fromAnotherHolder}` : newOrOld('design', change);
  return `now ${hands.remaining.length > 0 ? 'also ' : ''}${possessive(shortText(change.askedHolder, 40))}`;
}

const possessive = (name: string): string => (/s$/i.test(name) ? `${name}’` : `${name}’s`);

function litigation(change: MessageChange): string {
  const fresh = newCasesAbout(change);
  if (fresh > 0) return `litigation: ${counted(fresh, 'case')} added`;
  const ended = change.fields.reduce((sum, field) => sum + casesEnded(field), 0);
  return ended > 0 ? `litigation: ${counted(ended, 'case')} ended` : 'litigation changed';
}

function casesEnded({ before, after }: FieldChange): number {
  const old = linesOf(before);
  return linesOf(after).filter((line) => {
    const known = old.find((one) => one.number === line.number);
    return known !== undefined && isEnded(line.status) && !isEnded(known.status);
  }).length;
}

function valueAfter(change: MessageChange, field: string): FieldValue | undefined {
  return change.fields.find((one) => one.field === field)?.after;
}

function numberOf(changes: readonly MessageChange[]): number {
  return changes.reduce((sum, change) => sum + Number(valueAfter(change, 'entries')), 0);
}

const mostNamed = 3;

export function updatedWords(change: Pick<MessageChange, 'record' | 'fields'>): string {
  const own = change.fields.map((field) => {
    const news = listNews(field);
    const isOneWay = news && (news.added.length === 0 || news.removed.length === 0);
    return isOneWay ? memberWords(change.record, field, news) : undefined;
  });
  const names = change.fields
    .filter((_, index) => own[index] === undefined)
    .map((field) => fieldNameInside(field.field));
  const words = [...new Set(own)].filter((one) => one !== undefined);
  const unique = [...new Set(names)];
  if (words.length + unique.length === 0) return 'updated';
  if (words.length + unique.length > mostNamed)
    return manyWords([...unique.map((name) => `${name} changed`), ...words]);
  return [...(unique.length > 0 ? [`${listed(unique)} changed`] : []), ...words].join(', ');
}

function manyWords(words: readonly string[]): string {
  return `${words.slice(0, 2).join(', ')} and ${counted(words.length - 2, 'more field')} changed`;
}

/** Names a single party, holder or patent that was added or removed. */
function memberWords(record: SearchRecord, { field }: FieldChange, news: ListNews): string {
  const [member, another] = [...news.added, ...news.removed];
  const done = news.added.length > 0 ? 'added' : 'removed';
  if (member === undefined || another !== undefined) return listHappened(field, news);
  if (field === 'parties') return `party ${shortPartyOf(record, member)} ${done}`;
  if (field === 'holders') return `holder ${shortText(member, 40)} ${done}`;
  if (field !== 'patentNumbers') return listHappened(field, news);
  return `${isDesignNumber(member) ? 'design' : 'patent'} ${shortText(member, 24)} ${done}`;
}
