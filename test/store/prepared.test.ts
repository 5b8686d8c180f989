import { expect, it } from 'vitest';
import { prepared } from '../../src/store/prepared.ts';
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
