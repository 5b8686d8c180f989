import { expect, it } from 'vitest';
import { OutboxWatcher } from '../../src/alerts/outboxWatcher.ts';
import { freshStore } from '../store/freshStore.ts';
import { alertOf, seed } from './outbox.ts';

async function looking() {
  const { store } = await freshStore();
  await seed(store);
  const told: string[] = [];
  const news = new OutboxWatcher(store.db, ['counsel', 'brand'], (channel) => told.push(channel));
  const look = async () => {
    await news.look();
    return told.splice(0).sort();
  };
  return { store, news, look };
}

it('the first look tells every channel, for what came before it may have been missed', async () => {
  const { store, look } = await looking();
  await alertOf(store, 'counsel');
  expect(await look()).toEqual(['brand', 'counsel']);
});

it('tells a channel of its new alerts once, and the others of nothing', async () => {
  const { store, look } = await looking();
  await look();
  await alertOf(store, 'counsel', '1');
  await alertOf(store, 'counsel', '2');
  expect(await look()).toEqual(['counsel']);
  expect(await look()).toEqual([]);
  await alertOf(store, 'brand', '3');
  await alertOf(store, 'counsel', '4');
  expect(await look()).toEqual(['brand', 'counsel']);
});

it('an alert that comes while it looks is not missed', async () => {
  const { store, news, look } = await looking();
  await look();
  await alertOf(store, 'counsel', '1');
  const first = news.look();
  await alertOf(store, 'brand', '2');
  expect(await Promise.all([look(), first]).then(([told]) => told)).toEqual(['brand', 'counsel']);
});
