import { expect, it } from 'vitest';
import { TipstaffError } from '../../../src/base/errors.ts';
import { withFile } from '../../../src/store/sqlite/dialect.ts';
import { writeSetting } from '../../../src/store/store.ts';
import { freshStore } from '../freshStore.ts';
import { pragma } from '../sqliteFile.ts';

it('an error of SQLite is reported with the file and what to do, and keeps its cause', async () => {
  const { store, file } = await freshStore();
  await pragma(store, 'query_only = ON');
  const cause = await writeSetting(store.db, 'installation', 'x').catch((error: unknown) => error);
  await pragma(store, 'query_only = OFF');
  const reported = withFile(cause, file) as TipstaffError;
  expect(reported).toMatchObject({ code: 'store.refused', retryable: false, cause });
  expect(reported.message).toBe(
    `The database ${file} refuses: attempt to write a readonly database. Give the user that Tipstaff runs as the right to write to it and its folder.`,
  );
});

it('an error in a query, and any other error, stay as they are', async () => {
  const { store, file } = await freshStore();
  const fault = await store.db
    .selectFrom('nothing' as 'settings')
    .selectAll()
    .execute()
    .catch((error: unknown) => error);
  expect(fault).toMatchObject({ code: 'SQLITE_ERROR' });
  for (const error of [fault, new TipstaffError('usage.x', 'x'), 'text']) expect(withFile(error, file)).toBe(error);
});
