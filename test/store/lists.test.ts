import { expect, it } from 'vitest';
import { anyOf, writeSetting } from '../../src/store/store.ts';
import { freshStore } from './freshStore.ts';

it('a condition takes a list of any length, with whatever is in its values', async () => {
  const { store } = await freshStore();
  const odd = `it's "odd" \\ {},[] é`;
  for (const name of ['one', odd, 'not asked for']) await writeSetting(store.db, name, 1);
  for (const length of [2, 70_000]) {
    const names = ['one', odd, ...Array.from({ length: length - 2 }, (_, index) => `absent ${index}`)];
    const found = await store.db
      .selectFrom('settings')
      .select('name')
      .where('name', 'in', anyOf(store.db, names))
      .orderBy('name')
      .execute();
    expect(found.map(({ name }) => name)).toEqual([odd, 'one'].sort());
  }
});
