import { describe, expect, it } from 'vitest';
import { cursorOf } from '../../src/web/lists/list.ts';
import { endpoints } from '../../src/web/pages.ts';
import { designHit, docketHit } from '../check/hits.ts';
import { ask } from './askApi.ts';
import { serveDemoWorld } from './demoWorld.ts';
import { serveOffice } from './serveOffice.ts';

/** Reads a list part after part, and calls `happens` between two parts. */
async function readWhile(url: string, path: string, happens: (read: readonly string[]) => Promise<void>) {
  const keys: string[] = [];
  for (let cursor = ''; ; ) {
    const { items, next } = await ask(url, `${path}limit=2${cursor}`);
    keys.push(...items.map((item) => String(item.key ?? item.id)));
    if (next === null) return keys;
    cursor = `&cursor=${next}`;
    await happens(keys);
  }
}

const watches = [
  { id: 'widget', dockets: { patentNumber: '6,834,603' } },
  { id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival' } },
];
const numbers = Array.from({ length: 9 }, (_, index) => index + 1);

describe('a list of the API that is read part after part while checks run', () => {
  it.each(['cases', 'designs'])('has each of the %s that existed at the beginning once', async (list) => {
    const { office, url } = await serveOffice({ watches });
    const caseOf = (number: number, more = {}) =>
      docketHit({ docketId: number, docketNumber: `1:20-cv-0000${number}`, ...more });
    const show = async (changed: readonly number[], added: readonly number[]) => {
      office.service.dockets = [...numbers, ...added].map((number) =>
        caseOf(number, changed.includes(number) ? { assignedTo: `Judge ${office.now.getTime()}` } : {}),
      );
      office.service.designs = [...numbers, ...added].map((number) =>
        designHit(number, changed.includes(number) ? { STATUS: office.now.getTime() % 2 ? 'EXP' : 'DEL' } : {}),
      );
      await office.check();
    };
    await show([], []);
    let added = 20;
    const keys = await readWhile(url, `${list}?`, async () => {
      office.pass(0, 1);
      added += 1;
      // The first record may have been read or not; the last ones change, and a further one appears.
      await show([1, 5, 9], [added]);
    });
    const expected = list === 'cases' ? numbers.map(String) : numbers.map((number) => `HAGUE.DM/${200_000 + number}`);
    expect(keys.toSorted()).toEqual(expected.toSorted());
  });

  it.each(['checks', 'alerts'])('has each of the %s that existed at the beginning once', async (list) => {
    const { office, url } = await serveOffice({ watches });
    office.service.dockets = [docketHit({ docketId: 1 })];
    for (let check = 0; check < 4; check += 1) {
      await office.check();
      office.pass(1);
    }
    const before = (await ask(url, `${list}?limit=500`)).items.map(({ id }) => String(id));
    expect(before.length).toBeGreaterThan(1);
    const keys = await readWhile(url, `${list}?`, async () => {
      office.pass(0, 1);
      office.service.dockets = [docketHit({ docketId: 1, assignedTo: `Judge ${office.now.getTime()}` })];
      await office.check();
    });
    expect(keys).toEqual(before);
  });
});

it('the API lists the cases that changed since a given time', async () => {
  const { office, url } = await serveOffice({ watches });
  office.service.dockets = [docketHit({ docketId: 1 }), docketHit({ docketId: 2, docketNumber: '1:20-cv-00002' })];
  await office.check();
  office.pass(1);
  const since = office.now.toISOString();
  office.service.dockets = [
    docketHit({ docketId: 1, assignedTo: 'Another Judge' }),
    docketHit({ docketId: 2, docketNumber: '1:20-cv-00002' }),
  ];
  await office.check();
  expect((await ask(url, `cases?changedSince=${since}`)).items.map(({ key }) => key)).toEqual(['1']);
});

it('the API refuses a cursor that the list did not give, and does not start from the beginning', async () => {
  const { url } = await serveDemoWorld();
  const { next } = await ask(url, 'cases?limit=1');
  const { next: place } = await ask(url, 'changes?limit=1');
  const foreign = [
    'garbage',
    next?.slice(0, -3),
    `${next}AA`,
    place?.slice(0, -1),
    place?.slice(0, -2),
    '',
    cursorOf('[]'),
    cursorOf('["cases"]'),
    cursorOf('p-1'),
    cursorOf('p5x'),
    cursorOf('{}'),
    cursorOf('["cases",1,1,1]'),
  ];
  for (const { name } of endpoints) {
    const others = [name === 'cases' ? cursorOf('["designs","2026",1]') : next, name === 'changes' ? next : place];
    for (const cursor of [...foreign, ...others]) {
      const response = await fetch(`${url}/api/v1/${name}?cursor=${cursor}`);
      expect(response.status, `${name} ${cursor}`).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { code: 'api.parameter', message: expect.stringContaining('cursor') },
      });
    }
  }
});
