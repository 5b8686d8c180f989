import { expect, it } from 'vitest';
import { prepared } from '../../src/store/prepared.ts';
import { writeSetting } from '../../src/store/settings.ts';
import { freshStore } from './freshStore.ts';

it('a statement built once runs with the values of each call, in each store, in and out of transactions', async () => {
  let built = 0;
  const put = prepared<{ name: string; value: string }>((db, value) => {
    built += 1;
    return db.insertInto('settings').values({ name: value('name'), value: value('value') });
  });
  const read = prepared<{ value: string; other: string }, { name: string }>((db, value) =>
    db
      .selectFrom('settings')
      .select('name')
      .where((eb) => eb.or([eb('value', '=', value('value')), eb('value', '=', value('other'))]))
      .orderBy('name'),
  );
  const [first, second] = [(await freshStore()).store, (await freshStore()).store];
  await put(first.db, { name: 'a', value: 'one' });
  await first.transaction(async (trx) => {
    await put(trx, { value: 'two', name: 'b' });
    expect((await read(trx, { value: 'one', other: 'two' })).rows).toEqual([{ name: 'a' }, { name: 'b' }]);
  });
  await put(second.db, { name: 'c', value: 'one' });
  expect((await read(first.db, { value: 'two', other: 'none' })).rows).toEqual([{ name: 'b' }]);
  expect((await read(second.db, { value: 'one', other: 'two' })).rows).toEqual([{ name: 'c' }]);
  expect(built).toBe(2);
});

it('a statement with a list is built once for each of the short lengths, and takes any', async () => {
  let built = 0;
  const read = prepared<{ names: readonly string[]; value: string }, { name: string }>((db, value) => {
    built += 1;
    return db
      .selectFrom('settings')
      .select('name')
      .where('value', '=', value('value'))
      .where('name', 'in', value('names'))
      .orderBy('name');
  });
  const { store } = await freshStore();
  const names = Array.from({ length: 20 }, (_, index) => `name ${index + 10}`);
  for (const name of names) await writeSetting(store.db, name, 1);
  const readAll = async (list: readonly string[]) =>
    (await read(store.db, { names: list, value: '1' })).rows.map((row) => row.name);
  expect(await readAll(names.slice(0, 2))).toEqual(names.slice(0, 2));
  expect(await readAll(names.slice(4, 5))).toEqual(names.slice(4, 5));
  expect(await readAll(names.slice(1, 3))).toEqual(names.slice(1, 3));
  expect(built).toBe(2);
  expect(await readAll(names)).toEqual(names);
  expect(await readAll(names)).toEqual(names);
  expect(built).toBe(4);
});
