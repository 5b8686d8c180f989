import type { Office } from './office.ts';

export const three = [1, 2, 3].map((number) => ({
  id: `case${number}`,
  announce: false,
  dockets: { caseNumber: `1:20-cv-0000${number}` },
}));

/** Returns the kinds of the open incidents. */
export async function openKinds(office: Office): Promise<string[]> {
  const rows = await office.store.db.selectFrom('incidents').select('kind').where('endedAt', 'is', null).execute();
  return rows.map((row) => row.kind);
}
