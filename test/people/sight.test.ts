import { expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { mattersOf } from '../../src/config/config.ts';
import { openTitle, sightOf, type Viewer } from '../../src/people/sight.ts';
import { aWatch } from '../schedule/aWatch.ts';

const watches = [
  aWatch({ id: 'b', matter: 'M-2' }),
  aWatch({ id: 'a', matter: 'M-1' }),
  aWatch({ id: 'a2', matter: 'M-1' }),
  aWatch({ id: 'secret', matter: 'M-1', confidential: true }),
  aWatch({ id: 'none' }),
];
const own = (id: string) => [id, { id, body: {}, changedBy: 'ann', changedAt: '2026-11-20T12:00:00.000Z' }] as const;
// The config has only what sight depends on.
const config = { watches, ownWatches: new Map([own('a'), own('b'), own('secret')]) } as unknown as Config;
const viewer = (over: Partial<Viewer> = {}): Viewer => ({
  name: 'ann',
  role: 'reader',
  matters: new Set(['M-1']),
  confidential: false,
  ...over,
});
const inSight = (over?: Partial<Viewer>) => {
  const sight = sightOf(config, viewer(over));
  return {
    known: sight.watches.map(({ id, watch }) => (watch === undefined ? `${id} sealed` : id)),
    config: sight.config.watches.map(({ id }) => id),
    own: [...(sight.config.ownWatches?.keys() ?? [])],
    matters: mattersOf(sight.watches),
    isWhole: sight.isWhole,
  };
};

it('a viewer of one matter knows only its watches, and a confidential one without its search', () => {
  expect(inSight()).toEqual({
    known: ['a', 'a2', 'secret sealed'],
    config: ['a', 'a2'],
    own: ['a'],
    matters: ['M-1'],
    isWhole: false,
  });
});

it('a viewer with the right to confidential watches reads those of the matters in sight', () => {
  expect(inSight({ confidential: true })).toMatchObject({ config: ['a', 'a2', 'secret'], own: ['a', 'secret'] });
});

it('a viewer of all matters gets each once, in order, and is whole only with the right to all watches', () => {
  const sealed = inSight({ matters: 'all' });
  expect(sealed).toMatchObject({ config: ['b', 'a', 'a2', 'none'], matters: ['M-1', 'M-2'], isWhole: false });
  expect(inSight({ matters: 'all', confidential: true })).toMatchObject({ isWhole: true, own: ['a', 'b', 'secret'] });
});

it('a hidden confidential watch is named by its matter, or has no name without a matter', () => {
  const secret = { id: 'x', name: 'Project Falcon', confidential: true };
  const titles = [{}, { matter: 'M-9' }, { matter: 'M-9', confidential: false }].map((over) =>
    openTitle(aWatch({ ...secret, ...over })),
  );
  expect(titles).toEqual(['a confidential watch', 'M-9', 'Project Falcon']);
});
