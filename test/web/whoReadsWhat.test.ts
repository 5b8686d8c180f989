import { expect, it } from 'vitest';
import { downloads, endpoints, pages } from '../../src/web/pages.ts';
import { byNight } from '../runs.ts';
import { addressesOf, isTheirs, textOf } from './addressesOf.ts';
import { serveTwoMatters, words } from './twoMatters.ts';

const days = 'from=2026-11-01&until=2026-11-30';

const read = [...pages, ...downloads].map(({ path }) => path);
const extra = ['/search?q=order', '/search.csv?q=hearing', '/calendar?month=2026-12', '/calendar.csv?month=2026-12'];
const api = endpoints.map(({ name }) => `/api/v1/${name}`);
const feeds = ['/feeds/:id.atom', '/feeds/:id.ics'];

/** One format of each list in turn, because its files are made of the same rows. The nightly run takes all of them. */
function withFilesInTurn(addresses: readonly string[]): string[] {
  const byList = Map.groupBy(addresses, (address) => address.replace(/\.(csv|xlsx|json)$/, '.*'));
  return [...byList.values()].flatMap((files, place) =>
    byNight ? files : files.slice(place % files.length).slice(0, 1),
  );
}

it('no route shows a matter or a confidential watch without the right to it, or reveals that it exists', async () => {
  const world = await serveTwoMatters();
  const { url, paths, viewers } = world;
  const nobody = (path: string) => fetch(url + path, { redirect: 'manual' });
  const askBy = [
    ['plain', viewers.plain.show],
    ['outside', viewers.outside.show],
    ['assistant', viewers.assistant.show],
  ] as const;
  const addresses: string[] = [];
  for (const path of [...read, ...api, ...feeds]) addresses.push(...(await addressesOf(path, world)));
  const theirs: string[] = [];
  for (const [index, address] of withFilesInTurn([...new Set([...addresses, ...extra])]).entries()) {
    const asked = address.endsWith('/evidence') ? `${address}?${days}` : address;
    // A visitor without a name, and one of the others in turn. The nightly run takes all of them.
    const others = byNight ? askBy : askBy.filter((_, place) => place === index % askBy.length);
    for (const [name, ask] of [['nobody', nobody] as const, ...others]) {
      // Only pages offer actions of editors.
      if (name === 'assistant' && /^\/(api|feeds)|\.(csv|xlsx|json)/.test(asked)) continue;
      const response = await ask(asked);
      // A random token may contain any name.
      const headers = [...response.headers].join('\n').replace(/tipstaff-form=[^;]*/, '');
      const said = `${headers}\n${await textOf(response)}`;
      const [what, status] = [`${name}: ${asked}`, response.status];
      expect(status, what).toBeLessThan(500);
      if (name === 'nobody') {
        expect([303, 401], what).toContain(status);
        expect(said.replaceAll(encodeURIComponent(asked), ''), what).not.toMatch(/nightjar|peregrine|widget|rival/i);
      }
      if (name === 'outside' || name === 'assistant') {
        // A response may repeat the address that was requested.
        expect(said.replaceAll(asked, ''), what).not.toMatch(words.otherMatter);
        if (isTheirs(asked, world)) theirs.push(`${status}`);
      }
      expect(said, what).not.toMatch(words.confidential);
    }
  }
  expect(new Set(theirs)).toEqual(new Set(['404']));
  const boss = await (await viewers.boss.show(paths.shared)).text();
  for (const shown of ['A thought about Nightjar', 'nightjar-desk']) expect(boss).toContain(shown);
});
