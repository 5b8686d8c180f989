import type { Settings } from '../config/settingsSchema.ts';
import type { Store } from '../database/store.ts';
import { type Aged, noteRetained } from '../evidence/retained.ts';
import { noteAudit } from '../people/auditTable.ts';
import { counted } from '../words/sentence.ts';
import { agedIds, deleteAged } from './retentionQueries.ts';

const dayMs = 86_400_000;
/** In one transaction, so that nobody waits long for it. */
const rowsAtOnce = 500;
const atMostADay = 100_000;

const kinds: Readonly<
  Record<Aged, { readonly key: keyof Settings['retention']; readonly words: readonly [string, string] }>
> = {
  checks: { key: 'checksDays', words: ['check without news', 'checks without news'] },
  deliveries: { key: 'deliveriesDays', words: ['attempt to deliver', 'attempts to deliver'] },
  audit: { key: 'auditDays', words: ['line of the audit log', 'lines of the audit log'] },
  signIns: { key: 'signInsDays', words: ['sign-in', 'sign-ins'] },
};

/**
 * Deletes what is older than `retention` allows, in pieces, each with its line in the audit log; and notes since when
 * everything is kept, so that evidence can say what it lacks. Never changes, alerts, or what evidence cites.
 * @param signal ends it after the current piece
 */
export async function deleteByAge(
  store: Store,
  retention: Settings['retention'],
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  for (const what of Object.keys(kinds) as Aged[]) {
    const { key, words } = kinds[what];
    const days = retention[key];
    if (days === undefined) continue;
    const before = new Date(now.getTime() - days * dayMs).toISOString();
    const ids = await agedIds(store.db, what, before, atMostADay);
    let sum = 0;
    for (; sum < ids.length && !signal.aborted; sum += rowsAtOnce) {
      const part = ids.slice(sum, sum + rowsAtOnce);
      await store.transaction(async (trx) => {
        await deleteAged(trx, what, part);
        await noteRetained(trx, what, before);
      });
    }
    if (sum === 0) continue;
    const detail = `${counted(Math.min(sum, ids.length), ...words)} before ${before} (retention.${key})`;
    const line = { at: now.toISOString(), who: 'tipstaff', what: 'retention.delete', subject: what, detail };
    await store.transaction((trx) => noteAudit(trx, line));
  }
}
