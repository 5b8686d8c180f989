import { expect, it } from 'vitest';
import { serveDemoWorld } from './demoWorld.ts';

it('the list of watches is narrowed by matter, channel, kind and state', async () => {
  const { url } = await serveDemoWorld();
  const listed = async (query: string) => {
    const text = await (await fetch(`${url}/watches?${query}`)).text();
    return [
      ...new Set(
        [...text.matchAll(/<td><span class="dot[^/]*<\/span><a href="\/watches\/([\w-]+)"/g)].map(([, id]) => id),
      ),
    ].sort();
  };
  const all = await listed('');
  expect(all.length).toBeGreaterThan(3);
  const [cases, designs] = [await listed('kind=cases'), await listed('kind=designs')];
  expect([...cases, ...designs].sort()).toEqual(all);
  expect(cases).toContain('rival-cases');
  expect(await listed('kind=&channel=brand')).not.toEqual(all);
  expect(await listed('state=incident')).toEqual([]);
  expect(await listed('matter=of-nobody')).toEqual([]);
}, 60_000);
