import type { Db } from '../database/store.ts';

/** An entry as a list of results shows it. */
export interface EntryFound {
  readonly seq: number;
  readonly documentNumber: string;
  readonly dateFiled: string;
  readonly description: string;
}

/** Of these entries of a docket, the `limit` filed last, newest first. */
export async function entriesFound(
  db: Db,
  recordId: number,
  seqs: readonly number[],
  limit: number,
): Promise<EntryFound[]> {
  if (seqs.length === 0) return [];
  const rows = await db
    .selectFrom('entries')
    .select(['seq', 'document_number', 'date_filed', 'description'])
    .where('record_id', '=', recordId)
    .where('seq', 'in', [...seqs])
    .orderBy('date_filed', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ seq, document_number: documentNumber, date_filed: dateFiled, description }) => ({
    seq,
    documentNumber,
    dateFiled,
    description,
  }));
}
