import { expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { mattersInSight, openTitle, sightOf, type Viewer } from '../../src/people/sight.ts';
import { aWatch } from '../schedule/aWatch.ts';

const watches = [
  aWatch({ id: 'b', matter: 'M-2' }),
  aWatch({ id: 'a', matter: 'M-1' }),
  aWatch({ id: 'a2', matter: 'M-1' }),
  aWatch({ id: 'secret', matter: 'M-1', confidential: true }),
  aWatch({ id: 'none' }),
];
const own = (id: string) => [id, { id, body: {}, changedBy: 'ann', changedAt: '2026-11-20T12:00:00.000Z' }] as const;
// Only what sight is about.
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
    matters: mattersInSight(sight),
    isWhole: sight.isWhole,
  };
};

it('who sees one matter knows its watches alone, and a confidential one without what it searches', () => {
  expect(inSight()).toEqual({
    known: ['a', 'a2', 'secret sealed'],
    config: ['a', 'a2'],
    own: ['a'],
    matters: ['M-1'],
    isWhole: false,
  });
});

it('who may read confidential watches reads those of their matters', () => {
  expect(inSight({ confidential: true })).toMatchObject({ config: ['a', 'a2', 'secret'], own: ['a', 'secret'] });
});

it('who sees all matters is told of them in order, each once, and of the whole only with the right to all', () => {
  const sealed = inSight({ matters: 'all' });
  expect(sealed).toMatchObject({ config: ['b', 'a', 'a2', 'none'], matters: ['M-1', 'M-2'], isWhole: false });
  expect(inSight({ matters: 'all', confidential: true })).toMatchObject({ isWhole: true, own: ['a', 'b', 'secret'] });
});

it('a confidential watch is called by its matter where it is not to be seen, and by no name where it has none', () => {
  const secret = { id: 'x', name: 'Project Falcon', confidential: true };
  const titles = [{}, { matter: 'M-9' }, { matter: 'M-9', confidential: false }].map((over) =>
    openTitle(aWatch({ ...secret, ...over })),
  );
  expect(titles).toEqual(['a confidential watch', 'M-9', 'Project Falcon']);
});
