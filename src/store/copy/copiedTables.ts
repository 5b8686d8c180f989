import type { Tables } from '../schema/tables.ts';

export interface CopiedTable {
  readonly name: keyof Tables;
  /** Its primary key, which is also the order in which it is read. */
  readonly key: readonly string[];
  /** Columns of work under way, which is not copied, with their values in the copy. */
  readonly blank?: Readonly<Record<string, string | number | null>> | undefined;
  /** Keys of rows that are not copied, because they describe the database that they are in. */
  readonly leftOut?: readonly string[] | undefined;
  /** Its rows hold whole responses or pictures, so only a few are read at a time. */
  readonly large?: boolean | undefined;
}

const noLease = { claimed_by: null, lease_until: null };

/**
 * Each table comes after those that it refers to. A new table belongs here, or among those that are not copied
 * (test/database/copy).
 */
export const copiedTables: readonly CopiedTable[] = [
  { name: 'settings', key: ['name'], leftOut: ['schema', 'ready-probe'] },
  { name: 'users', key: ['name'] },
  { name: 'access_keys', key: ['digest'] },
  { name: 'identities', key: ['issuer', 'subject'] },
  { name: 'sign_ins', key: ['id'] },
  { name: 'audit', key: ['id'] },
  { name: 'own_watches', key: ['id'] },
  { name: 'watch_imports', key: ['id'] },
  { name: 'watches', key: ['id'] },
  { name: 'queries', key: ['id'], blank: { ...noLease, reserved: null } },
  { name: 'records', key: ['id'] },
  { name: 'entries', key: ['record_id', 'seq'] },
  { name: 'entry_dates', key: ['record_id', 'seq', 'position'] },
  { name: 'memberships', key: ['query_id', 'record_id'] },
  { name: 'left_out', key: ['query_id', 'record_id', 'watch_id'] },
  { name: 'notes', key: ['id'] },
  { name: 'stars', key: ['record_id'] },
  { name: 'quieted', key: ['watch_id', 'kind'] },
  { name: 'checks', key: ['id'] },
  { name: 'raw_responses', key: ['check_id', 'page'], large: true },
  { name: 'changes', key: ['id'] },
  { name: 'change_watches', key: ['change_id', 'watch_id'] },
  { name: 'acknowledged', key: ['change_id'] },
  { name: 'ledger', key: ['account', 'day', 'operation'] },
  { name: 'past_watch_queries', key: ['watch_id', 'query_id'] },
  { name: 'pictures', key: ['path'], large: true },
  { name: 'pictures_due', key: ['record_id'] },
  { name: 'picture_looks', key: ['path'] },
  { name: 'own_looks', key: ['watch_id', 'seq'] },
  { name: 'nudge_sources', key: ['source', 'court'], blank: noLease },
  { name: 'nudge_items', key: ['source', 'court', 'item'] },
  { name: 'nudge_asks', key: ['id'] },
  { name: 'nudges', key: ['id'] },
  { name: 'own_designs', key: ['watch_id', 'own'] },
  { name: 'own_pictures', key: ['id'], large: true },
  { name: 'design_finds', key: ['watch_id', 'record_id'] },
  { name: 'design_reviews', key: ['watch_id', 'record_id', 'own'] },
  { name: 'channels', key: ['id'] },
  { name: 'holds', key: ['id'] },
  { name: 'held_changes', key: ['hold_id', 'change_id', 'watch_id', 'channel'] },
  { name: 'incidents', key: ['id'] },
  { name: 'alerts', key: ['id'], blank: noLease },
  { name: 'alert_changes', key: ['alert_id', 'change_id', 'watch_id'] },
  { name: 'arrived_parts', key: ['alert_id', 'part'] },
  { name: 'deliveries', key: ['id'] },
  { name: 'sent_messages', key: ['alert_id', 'part'], large: true },
  // Last, because with these rows searches become due in the copy.
  { name: 'watch_queries', key: ['watch_id', 'query_id'] },
];

/**
 * Tables that are not copied: the search index, running processes, the pace of calls, and the state of
 * the schema itself.
 */
export const notCopied: readonly RegExp[] = [
  /^(?:record|entry)_words/,
  /^processes$/,
  // The pace of calls, which is out of date at once.
  /^service_pace$/,
  /^kysely_/,
];
