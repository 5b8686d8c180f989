import { expect, it } from 'vitest';
import { writeSetting } from '../../src/store/store.ts';
import { onPostgres } from './database.ts';
import { freshStore } from './freshStore.ts';
import { pragma, pragmaValue } from './sqliteFile.ts';

// A disk that is full is SQLite's here; Postgres has its own.
it.skipIf(onPostgres)(
  'a transaction that a full disk ends says so, and the next one goes on as soon as there is room',
  async () => {
    const { store } = await freshStore();
    const pages = Number(await pragmaValue(store, 'page_count'));
    await pragma(store, `max_page_count = ${pages}`);
    const putMuch = () => store.transaction((trx) => writeSetting(trx, 'much', 'x'.repeat(100_000)));
    await expect(putMuch()).rejects.toThrow('database or disk is full');
    await expect(putMuch()).rejects.toThrow('database or disk is full');
    await pragma(store, `max_page_count = ${pages + 100}`);
    await putMuch();
  },
);
