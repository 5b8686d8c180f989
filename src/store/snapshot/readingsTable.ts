import type { EntryReading, EntryType } from '../../reading/entryReading.ts';
import type { PhaseEntry } from '../../reading/phase.ts';
import { dayOf } from '../../records/fieldForm.ts';
import { type Db, inParts } from '../store.ts';

/** Types of entries that matter for the phase of a case. */
const phaseTypes: readonly EntryType[] = [
  'complaint',
  'service',
  'answer',
  'discovery',
  'verdict',
  'judgment',
  'appeal',
  'dismissal',
  'clerk',
  'order',
  'motion',
  'brief',
  'hearing',
];

/** The entries of these records from which `casePhase` derives the phase of each case. */
export async function loadPhaseEntries(db: Db, recordIds: readonly number[]): Promise<Map<number, PhaseEntry[]>> {
  const rows = await inParts(recordIds, (part) =>
    db
      .selectFrom('entries')
      .select(['record_id as recordId', 'seq', 'document_number as documentNumber', 'description as text'])
      .select(['date_filed', 'reading'])
      .where('record_id', 'in', part)
      .where('entry_type', 'in', phaseTypes)
      .orderBy('record_id')
      .orderBy('seq')
      .execute(),
  );
  const entries = rows.map(({ date_filed, reading, ...row }) => ({
    ...row,
    filed: dayOf(date_filed) ?? '',
    reading: JSON.parse(reading ?? '') as EntryReading,
  }));
  return Map.groupBy(entries, ({ recordId }) => recordId);
}
