import { type Kysely, sql } from 'kysely';
import { fraction } from './columns.ts';

interface Rewritten {
  alerts: { payload: string | null };
  checks: { evidence: string | null };
  troubles: { kind: string };
}

/** Keys of stored JSON that have new names. Inside a JSON text a quote is escaped, so that nobody's words can be taken for a key. */
const payloadKeys = { trouble: 'incident', heldBack: 'filteredOut' };
const evidenceKeys = { setAside: 'unreadable', setAsideCount: 'unreadableCount', heldBack: 'filteredOut' };
const incidentKinds = {
  'hits-set-aside': 'unreadable-hits',
  'docket-outgrew-window': 'docket-truncated',
  'suspicious-answer': 'suspicious-result',
};

/** Credits may be fractions (a response can cost 1.5), and stored words follow the program's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('queries_reserved').execute();
  await allowFractions(db, 'checks', 'credits');
  await allowFractions(db, 'spending', 'credits');
  await allowFractions(db, 'queries', 'reserved');
  await db.schema
    .createIndex('queries_reserved')
    .on('queries')
    .column('reserved')
    .where(sql.ref('reserved'), '>', 0)
    .execute();
  await rewriteWords(db as Kysely<Rewritten>);
}

/** Neither database can change a column's type in place without naming its own dialect: a new column takes the values over. */
async function allowFractions(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  const wider = `${column}_wider`;
  await db.schema
    .alterTable(table)
    .addColumn(wider, fraction(db), (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update ${sql.table(table)} set ${sql.ref(wider)} = ${sql.ref(column)}`.execute(db);
  await db.schema.alterTable(table).dropColumn(column).execute();
  await db.schema.alterTable(table).renameColumn(wider, column).execute();
}

async function rewriteWords(db: Kysely<Rewritten>): Promise<void> {
  for (const [before, after] of Object.entries(payloadKeys)) {
    const payload = sql<string>`replace(payload, ${`"${before}":`}, ${`"${after}":`})`;
    await db.updateTable('alerts').set({ payload }).where('payload', 'is not', null).execute();
  }
  for (const [before, after] of Object.entries(evidenceKeys)) {
    const evidence = sql<string>`replace(evidence, ${`"${before}":`}, ${`"${after}":`})`;
    await db.updateTable('checks').set({ evidence }).where('evidence', 'is not', null).execute();
  }
  for (const [before, after] of Object.entries(incidentKinds)) {
    await db.updateTable('troubles').set({ kind: after }).where('kind', '=', before).execute();
    const payload = sql<string>`replace(payload, ${`"incident":"${before}"`}, ${`"incident":"${after}"`})`;
    await db.updateTable('alerts').set({ payload }).where('payload', 'is not', null).execute();
  }
}
