import type { KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { openLiveConfig, removeWatch, saveWatches, withOwnWatches } from '../../src/schedule/ownWatches.ts';
import { listOwnWatches } from '../../src/schedule/ownWatchesTable.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { watchIdsInForce } from '../../src/schedule/watchesTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import type { Store } from '../../src/store/store.ts';
import { load, withWatch } from '../config/workspace.ts';
import { freshStore } from '../store/freshStore.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const later = new Date('2026-11-22T13:00:00.000Z');
const acme = { id: 'acme', dockets: { companyName: 'Acme Company' } };
const ann = { who: 'ann', now };

let store: Store;
let config: Config;
beforeEach(async () => {
  store = (await freshStore()).store;
  config = load(withWatch(''));
});

const add = (...bodies: object[]) => saveWatches(store, config, bodies as never, { ...ann, how: 'add' });
const mistakes = async (saving: ReturnType<typeof saveWatches>) => {
  const edited = await saving;
  return 'mistakes' in edited ? edited.mistakes.map((one) => one.text) : [];
};

describe('a watch edited on the page', () => {
  it('is stored with who changed it and when, and in the audit log too', async () => {
    await add(acme);
    const body = { ...acme, schedule: '0 9 * * 5' };
    await saveWatches(store, config, [body], { who: 'bob', now: later, how: 'edit' });
    expect(await listOwnWatches(store.db)).toEqual([
      { id: 'acme', body, changedBy: 'bob', changedAt: later.toISOString() },
    ]);
    expect(await removeWatch(store, 'acme', { who: 'eve', now: later })).toBe(true);
    expect(await removeWatch(store, 'acme', { who: 'eve', now: later })).toBe(false);
    expect(await listAudit(store.db, { subject: 'acme', limit: 9 })).toMatchObject([
      { who: 'eve', what: 'watch.remove' },
      { who: 'bob', what: 'watch.edit', detail: 'schedule: nothing → "0 9 * * 5"' },
      { who: 'ann', what: 'watch.add', detail: 'dockets: nothing → {"companyName":"Acme Company"}' },
    ]);
  });

  it('has its searches left out of the audit log if it is confidential', async () => {
    await add({ ...acme, matter: 'M-1', confidential: true });
    expect((await listAudit(store.db, { limit: 1 }))[0]?.detail).toBe('dockets; matter; confidential');
  });

  it('is refused if the file or the page has its id, whatever the case of the letters', async () => {
    await add(acme);
    expect(await mistakes(add({ ...acme, id: 'FIRST' }))).toEqual([expect.stringContaining('is where to change it')]);
    expect(await mistakes(add({ ...acme, id: 'Acme' }))).toEqual([
      expect.stringContaining('a watch of the page has this id'),
    ]);
    expect(await mistakes(add({ ...acme, id: 'x' }, { ...acme, id: 'X' }))).toEqual([
      expect.stringContaining('a watch before it has this id'),
    ]);
    const edit = { ...ann, how: 'edit' } as const;
    expect(await mistakes(saveWatches(store, config, [{ ...acme, id: 'nobody' }], edit))).toEqual([
      expect.stringContaining('no watch of the page has this id'),
    ]);
  });

  it('is imported together with all others of its file, or not at all', async () => {
    const how = { ...ann, how: 'import' } as const;
    expect(await mistakes(saveWatches(store, config, [acme, { id: 'bad' }], how))).toHaveLength(1);
    expect(await listOwnWatches(store.db)).toEqual([]);
    await add(acme);
    await saveWatches(
      store,
      config,
      [
        { ...acme, name: 'Again' },
        { ...acme, id: 'second' },
      ],
      how,
    );
    expect((await listOwnWatches(store.db)).map(({ id, body }) => [id, body.name])).toEqual([
      ['acme', 'Again'],
      ['second', undefined],
    ]);
  });

  it('is not overwritten by an edit of an older version', async () => {
    await add(acme);
    await saveWatches(store, config, [acme], { who: 'bob', now: later, how: 'edit' });
    const stale = saveWatches(store, config, [acme], { ...ann, how: 'edit', seenChangedAt: now.toISOString() });
    await expect(stale).rejects.toMatchObject({
      code: 'watches.changed',
      message: expect.stringContaining('bob changed acme'),
    });
  });

  it('is loaded by every process, which rebuilds its config only after a change', async () => {
    const live = openLiveConfig(store, config);
    const first = await live.look();
    expect(await live.look()).toBe(first);
    await add(acme);
    const second = await live.look();
    expect(second.watches.map(({ id }) => id)).toEqual(['first', 'acme']);
    expect(await live.look()).toBe(second);
    await removeWatch(store, 'acme', ann);
    expect((await live.look()).watches).toEqual(config.watches);
  });

  it('is not dropped by a slower load that began before the edit', async () => {
    const held = Promise.withResolvers<void>();
    const reading = Promise.withResolvers<void>();
    let isFirst = true;
    // The first list of watches that this load reads takes long.
    const slow: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isFirst && result.rows.some((row) => 'name' in row)) {
          isFirst = false;
          reading.resolve();
          await held.promise;
        }
        return result;
      },
    };
    await add(acme);
    const live = openLiveConfig({ db: store.db.withPlugin(slow) }, config);
    const early = live.look();
    await reading.promise;
    await add({ ...acme, id: 'later' });
    await live.look();
    held.resolve();
    expect((await early).watches.map(({ id }) => id)).toEqual(['first', 'acme', 'later']);
    expect(live.config.watches).toHaveLength(3);
  });

  it('that the config cannot use leaves the config before in force', async () => {
    const live = openLiveConfig(store, config);
    await add({ ...acme, notify: ['ops'] });
    const before = await live.look();
    const other = { ...config, channels: { ...config.channels, brand: config.channels.ops } } as Config;
    await saveWatches(store, other, [{ ...acme, notify: ['brand'] }], { ...ann, how: 'edit' });
    await expect(live.look()).rejects.toMatchObject({ code: 'config.invalid' });
    expect(live.config).toBe(before);
  });

  it('is neither removed nor restored by a process that read the watches earlier', async () => {
    const early = withOwnWatches(config, []);
    await add(acme);
    await syncWatches(store, early, now);
    expect([...(await watchIdsInForce(store.db))].sort()).toEqual(['acme', 'first']);
    const holding = withOwnWatches(config, await listOwnWatches(store.db));
    await removeWatch(store, 'acme', ann);
    await syncWatches(store, holding, later);
    expect([...(await watchIdsInForce(store.db))]).toEqual(['first']);
  });
});
