import { type BriefRecord, filedOn } from '../records/record.ts';
import type { ChangeDraft, FieldChange } from './change.ts';
import { daysBefore } from './lateEntries.ts';

/** Registers and courts publish late; a record older than this at the baseline existed before it. */
const newDays = 30;

export interface NewRecordContext {
  /** The day of the baseline of the query that found it, `YYYY-MM-DD`. */
  readonly baselineOn: string;
  /** Of a record known before: how its parties or holders changed since the query last looked. */
  readonly names?: FieldChange | undefined;
}

/** The `.new` change of a record that a watch had not seen; for a docket with the number of the entries that came along, and with the change of parties or holders that may have brought it. */
export function newRecordChange(record: BriefRecord, context: NewRecordContext): ChangeDraft {
  const filed = filedOn(record);
  const isOld = /^\d{4}/.test(filed) && filed < daysBefore(context.baselineOn, newDays);
  const verb = record.type === 'docket' ? 'filed' : 'registered';
  return {
    kind: `${record.type}.new`,
    fields: [...entryCount(record), ...(context.names ? [context.names] : [])],
    ...(isOld ? { note: `newly visible, ${verb} ${filed.slice(0, 4)}` } : {}),
    rule: context.names
      ? `new to the watch, after its ${context.names.field} changed`
      : isOld
        ? `new to the watch, ${verb} long before its baseline`
        : 'new to the watch',
  };
}

function entryCount(record: BriefRecord): ChangeDraft['fields'] {
  if (record.type === 'design') return [];
  const entries = record.entryTotal ?? 0;
  return entries === 0 ? [] : [{ field: 'entries', before: null, after: entries }];
}
