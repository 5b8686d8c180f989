import type { Db } from '../database/store.ts';
import type { FieldChange } from '../diff/change.ts';
import type { MessageChange } from '../message/content.ts';
import type { SearchRecord } from '../records/record.ts';
import { findDesignsNumbered } from '../snapshot/designsNumberedQueries.ts';
import { findKnown, loadRecords } from '../snapshot/recordsTable.ts';

/** Numbers looked up for one change. */
const mostNumbers = 50;

/** The records we hold that a change names by number: the designs that a case is about, the cases about a design. */
export async function gatherHeld(
  db: Db,
  { kind, fields }: Pick<MessageChange, 'kind' | 'fields'>,
  record: SearchRecord,
): Promise<Pick<MessageChange, 'heldDesigns' | 'heldCases'>> {
  if (kind === 'docket.updated') {
    const numbers = fields.filter(({ field }) => field === 'patentNumbers').flatMap(cameTo);
    if (numbers.length === 0) return {};
    return { heldDesigns: await findDesignsNumbered(db, numbers.slice(0, mostNumbers)) };
  }
  if (kind !== 'design.litigation' || record.type !== 'design') return {};
  const keys = (record.litigation ?? []).map(({ caseId }) => ({ key: caseId })).filter(({ key }) => key !== '');
  const known = await findKnown(db, 'docket', keys.slice(0, mostNumbers));
  const stored = await loadRecords(
    db,
    [...known.values()].map(({ id }) => id),
  );
  return { heldCases: [...stored.values()].flatMap(({ record: held }) => (held.type === 'docket' ? [held] : [])) };
}

function cameTo({ before, after }: FieldChange): string[] {
  const known = new Set(Array.isArray(before) ? before : []);
  return Array.isArray(after) ? after.filter((number) => !known.has(number)) : [];
}
