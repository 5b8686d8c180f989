import type { Selectable } from 'kysely';
import { changeKinds, kindNames } from '../../records/diff/change.ts';
import type { Tables } from '../../store/schema/tables.ts';

/** Keeps a watch or a record quiet until a moment. With both ids, it covers the record for that watch only. */
export interface Hold
  extends Readonly<Omit<Selectable<Tables['holds']>, 'kind' | 'isChecked' | 'endedAt' | 'endedBy'>> {
  /** true: checked, but alerts are deferred (muted). false: a watch that is not checked (paused). */
  readonly isChecked: boolean;
}

export type Held = Pick<Hold, 'watchId' | 'recordId' | 'isChecked'>;

export interface HoldEnd {
  readonly now: Date;
  readonly who?: string | undefined; // undefined if the hold expired.
}

export const quietPriorities = ['routine', 'read'] as const;

/** Describes what a watch no longer reports. @param kind as stored by `quieten` */
export function quietWords(kind: string): string {
  if (kind === 'routine') return 'what is routine';
  if (kind === 'read') return 'what does not need you';
  const ofChange = changeKinds.find((one) => one === kind);
  return ofChange === undefined ? `${kind === 'clerk' ? 'clerk’s' : kind} entries, new or edited` : kindNames[ofChange];
}

export function isOver({ until }: Pick<Hold, 'until'>, now: Date): boolean {
  return until !== null && until <= now.toISOString();
}

type Found = Readonly<{ recordId: number; watchId: string }>;

/** A hold on a record without a watch applies to every watch. */
export function defers({ isChecked, recordId, watchId }: Held, found: Found): boolean {
  return (
    isChecked && (recordId === null || recordId === found.recordId) && (watchId === null || watchId === found.watchId)
  );
}

export function deferredBy(holds: readonly Hold[], found: Found, now: Date): Hold | undefined {
  return holds.find((hold) => defers(hold, found) && !isOver(hold, now));
}

export function mutedWatches(holds: readonly Hold[]): ReadonlyMap<string, WatchHold> {
  return byWatch(holds.filter((hold) => hold.isChecked && hold.recordId === null));
}

export function uncheckedWatches(holds: readonly Hold[]): ReadonlyMap<string, WatchHold> {
  return byWatch(holds.filter((hold) => !hold.isChecked));
}

export type WatchHold = Hold & { readonly watchId: string };

function byWatch(holds: readonly Hold[]): ReadonlyMap<string, WatchHold> {
  return new Map(holds.flatMap((hold) => (isOfWatch(hold) ? [[hold.watchId, hold] as const] : [])));
}

function isOfWatch<Some extends Hold>(hold: Some): hold is Some & WatchHold {
  return hold.watchId !== null;
}

/** Returns records that one watch does not report until somebody ends it. */
export function falseMatches(holds: readonly Hold[]): (RecordHold & WatchHold)[] {
  return holds
    .filter(isOfRecord)
    .filter(isOfWatch)
    .filter(({ until }) => until === null);
}

/** Returns records that are muted until a moment, for one watch or, from the command line, for all. */
export function mutedRecords(holds: readonly Hold[]): RecordHold[] {
  return holds.filter(isOfRecord).filter(({ until }) => until !== null);
}

type RecordHold = Hold & { readonly recordId: number };

function isOfRecord<Some extends Hold>(hold: Some): hold is Some & RecordHold {
  return hold.recordId !== null;
}

export function shownHold({ author, reason, beganAt, until }: Pick<Hold, 'author' | 'reason' | 'beganAt' | 'until'>) {
  return { author, reason, beganAt, until };
}

/** Returns `until 2026-12-01 09:00 EST` or `until it is resumed`. */
export function untilWords({ until }: Pick<Hold, 'until'>, show: (iso: string) => string = (iso) => iso): string {
  return until === null ? 'until it is resumed' : `until ${show(until)}`;
}

/** Returns `, because: settlement talks`; '' without a reason, or if these readers may not see it. */
export function becauseWords({ reason }: Pick<Hold, 'reason'>, discreet = false): string {
  return reason === '' || discreet ? '' : `, because: ${reason}`;
}
