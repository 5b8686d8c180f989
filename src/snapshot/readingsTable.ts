import { chunks, type Db } from '../database/store.ts';
import type { EntryReading, EntryType } from '../reading/entryReading.ts';
import type { PhaseEntry } from '../reading/phase.ts';
import { dayOf } from '../records/fieldForm.ts';

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
  const found = new Map<number, PhaseEntry[]>();
  for (const part of chunks(recordIds)) {
    const rows = await db
      .selectFrom('entries')
      .select(['record_id', 'seq', 'document_number', 'date_filed', 'description', 'reading'])
      .where('record_id', 'in', part)
      .where('entry_type', 'in', phaseTypes)
      .orderBy('record_id')
      .orderBy('seq')
      .execute();
    for (const row of rows) {
      const entries = found.get(row.record_id) ?? [];
      found.set(row.record_id, entries);
      entries.push({
        seq: row.seq,
        documentNumber: row.document_number,
        filed: dayOf(row.date_filed) ?? '',
        text: row.description,
        reading: JSON.parse(row.reading ?? '') as EntryReading,
      });
    }
  }
  return found;
}
