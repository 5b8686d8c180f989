import type { Store } from '../../src/store/store.ts';
import { connectionTo } from '../store/sqliteFile.ts';

/** A copy of a store to which it can be reset, and the store's knowledge of records. */
export interface KeptState {
  restore(): void;
  /** Returns everything known of records. A later state may know more. */
  knowledge(): unknown[];
}

/** Copies the current content of `store` to a file beside it. */
export async function keepState(store: Store, file: string): Promise<KeptState> {
  const connection = await connectionTo(store);
  connection.pragma('synchronous = off');
  connection.prepare('vacuum into ?').run(file);
  connection.prepare('attach ? as kept').run(file);
  // The search index is derived, and cannot be copied table by table.
  const tables = connection.prepare(
    `select name from kept.sqlite_schema where type = 'table' and name not like 'sqlite_%'
      and name not like 'record_words%' and name not like 'entry_words%'`,
  );
  const names = tables.pluck().all() as string[];
  const copy = connection.transaction(() => {
    for (const name of names)
      connection.exec(`delete from main."${name}"; insert into main."${name}" select * from kept."${name}"`);
  });
  return {
    restore() {
      connection.pragma('foreign_keys = off');
      copy();
      connection.pragma('foreign_keys = on');
    },
    knowledge: () => [
      ...connection.prepare('select key, body from records order by id').all().map(parsed),
      // Patents and attachments only ever grow, by more than is reported.
      ...connection.prepare(`select ${entryColumns} from entries order by record_id, seq`).all(),
      ...connection.prepare('select * from memberships order by query_id, record_id').all(),
    ],
  };
}

const entryColumns = 'record_id, seq, document_number, date_filed, description, document_href, pdf_url';

/** Parses a record, whose pictures count as a set, whatever their order and number. */
function parsed(row: unknown): unknown {
  const { images, ...record } = JSON.parse((row as { body: string }).body) as { images?: { url: string }[] };
  return { ...record, images: [...new Set(images?.map(({ url }) => url))].sort() };
}
