import { expect, it } from 'vitest';
import { type Db, writeSetting } from '../../src/store/store.ts';
import { freshStore } from './freshStore.ts';

const odd = `it's "odd" \\ {},[] é`;

function absent<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index));
}

async function settingsNamed(db: Db, operator: 'in' | 'not in', names: readonly string[]): Promise<string[]> {
  const settings = db.selectFrom('settings').select('name').where('name', operator, names).orderBy('name');
  return (await settings.where('name', 'in', ['one', odd, 'not asked for']).execute()).map(({ name }) => name);
}

it('a condition accepts a list of any length, with any characters in its values', async () => {
  const { store } = await freshStore();
  for (const name of ['one', odd, 'not asked for']) await writeSetting(store.db, name, 1);
  for (const more of [0, 1000, 70_000]) {
    const names = ['one', odd, ...absent(more, (index) => `absent ${index}`)];
    expect(await settingsNamed(store.db, 'in', names)).toEqual([odd, 'one'].sort());
    expect(await settingsNamed(store.db, 'not in', names)).toEqual(['not asked for']);
  }
});

it('an empty list matches nothing, and excludes nothing', async () => {
  const { store } = await freshStore();
  for (const name of ['one', odd]) await writeSetting(store.db, name, 1);
  expect(await settingsNamed(store.db, 'in', [])).toEqual([]);
  expect(await settingsNamed(store.db, 'not in', [])).toEqual([odd, 'one'].sort());
});

it('a condition accepts lists of numbers, too', async () => {
  const { store } = await freshStore();
  const audit = store.db.insertInto('audit').values({ at: '', who: '', what: '', subject: '', detail: '' });
  for (let line = 1; line <= 3; line += 1) await audit.execute();
  for (const more of [0, 1000]) {
    const ids = [1, 3, ...absent(more, (index) => -index)];
    const lines = store.db.selectFrom('audit').select('id').orderBy('id');
    expect((await lines.where('id', 'in', ids).execute()).map(({ id }) => id)).toEqual([1, 3]);
    expect((await lines.where('id', 'not in', ids).execute()).map(({ id }) => id)).toEqual([2]);
    const changed = await store.db.updateTable('audit').set({ who: 'somebody' }).where('id', 'in', ids).execute();
    expect(changed[0]?.numUpdatedRows).toBe(2n);
  }
});
