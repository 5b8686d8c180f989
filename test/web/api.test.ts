import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeAccessKey } from '../../src/people/accessKeysTable.ts';
import { saveUser } from '../../src/people/usersTable.ts';
import { endpoints } from '../../src/web/pages.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { ask } from './askApi.ts';
import { serveDemoWorld } from './demoWorld.ts';
import { now, serve } from './serve.ts';

describe('/api/v1', () => {
  it('sends what its OpenAPI document describes, part after part, and each item once', async () => {
    const { url } = await serveDemoWorld();
    const counts: Record<string, number> = {};
    for (const { name, item } of endpoints) {
      const whole = await ask(url, `${name}?limit=500`);
      // No further field either: programs that validate responses with the document would refuse it.
      expect(z.array(item).parse(whole.items), name).toEqual(whole.items);
      counts[name] = whole.items.length;
      const seen: string[] = [];
      // A few parts of each list, however long it is.
      const limit = Math.max(7, Math.ceil(whole.items.length / 4));
      for (let cursor = ''; seen.length <= whole.items.length; ) {
        const part = await ask(url, `${name}?limit=${limit}${cursor && `&cursor=${cursor}`}`);
        seen.push(...part.items.map((one) => JSON.stringify(one)));
        if (part.next === null || part.items.length === 0) break;
        cursor = part.next;
      }
      expect(seen, name).toEqual(whole.items.map((one) => JSON.stringify(one)));
    }
    expect(counts).toMatchObject({ watches: 5, cases: 21 });
    const empty = Object.keys(counts).filter((name) => counts[name] === 0);
    expect(empty, 'lists without an item in the demo world').toEqual([]);
  });

  it('filters lists, continues with new changes from a cursor, and responds 304 when nothing is new', async () => {
    const { url } = await serveDemoWorld();
    const { items } = await ask(url, 'cases?matter=M-2026-014&state=ended');
    expect(items.length).toBeGreaterThan(0);
    expect(items.every((one) => one.terminated !== null)).toBe(true);
    const { next } = await ask(url, 'changes?limit=500');
    expect(await ask(url, `changes?cursor=${next}`)).toEqual({ items: [], next });
    const first = await fetch(`${url}/api/v1/cases`);
    const again = await fetch(`${url}/api/v1/cases`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it('describes itself in OpenAPI 3.1', async () => {
    const { url } = await serve();
    const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as Record<
      string,
      Record<string, unknown>
    >;
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths ?? {})).toEqual(endpoints.map(({ name }) => `/${name}`));
    expect(JSON.stringify(document)).toContain('"#/components/schemas/changes"');
    // Without tags, client generators put every operation into one class.
    expect(document).toMatchObject({ info: { license: { identifier: 'MIT' }, contact: { url: expect.any(String) } } });
    const operations = Object.values(document.paths ?? {}) as { get: { tags: string[]; description: string } }[];
    expect(operations.map(({ get }) => get.tags)).toEqual(endpoints.map(({ name }) => [name]));
    expect(operations.every(({ get }) => get.description.length > 50)).toBe(true);
  });

  it('refuses an unknown watch, matter or channel, rather than sending a page', async () => {
    const { url } = await serveDemoWorld();
    for (const [query, why] of [
      ['cases?watch=nope', 'there is no watch "nope"'],
      ['cases?watch=', 'there is no watch ""'],
      ['dates?matter=M-0', 'there is no matter "M-0"'],
      ['checks?watch=nope', 'there is no watch'],
      ['alerts?channel=nope', 'there is no channel'],
    ] as const) {
      const response = await fetch(`${url}/api/v1/${query}`);
      expect([query, response.status]).toEqual([query, 400]);
      expect(await response.json()).toEqual({
        error: { code: 'api.parameter', message: expect.stringContaining(why) },
      });
    }
  });

  it('refuses every method but GET and HEAD with 405', async () => {
    const { url } = await serve();
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${url}/api/v1/changes`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  it('names the error code of an unknown list and of a wrong parameter', async () => {
    const { url } = await serve();
    for (const [path, status, code] of [
      ['cases?limit=many', 400, 'api.parameter'],
      ['cases?unknown=1', 400, 'api.parameter'],
      ['checks?outcome=fine', 400, 'api.parameter'],
      ['nothing', 404, 'api.unknown'],
    ] as const) {
      const response = await fetch(`${url}/api/v1/${path}`);
      expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
    }
  });

  it('shows a program what its user may see, and nothing without a key', async () => {
    const watches = [
      aWatch({ id: 'ours', name: 'Our patent', matter: 'M-1' }),
      aWatch({ id: 'theirs', matter: 'M-2' }),
      aWatch({ id: 'secret', name: 'Project Nightjar', matter: 'M-1', confidential: true }),
    ];
    const { store, url } = await serve({ watches });
    const user = { role: 'reader', matters: ['M-1'], confidential: false, password: undefined } as const;
    await saveUser(store.db, { name: 'ann', ...user });
    expect((await fetch(`${url}/api/v1/watches`)).status).toBe(401);
    const key = {
      kind: 'api',
      userName: 'ann',
      label: '',
      path: undefined,
      expiresAt: '2030-01-01T00:00:00.000Z',
    } as const;
    const authorization = `Bearer ${await makeAccessKey(store.db, key, now)}`;
    const { items } = await ask(url, 'watches', { authorization });
    expect(items.map(({ id, name, searches }) => [id, name, searches])).toEqual([
      ['ours', 'Our patent', ['dockets: case number 1:20-cv-00168']],
      ['~confidential-00001', 'M-1', []],
    ]);
    for (const { name } of endpoints) {
      expect(JSON.stringify(await ask(url, name, { authorization }))).not.toMatch(/Nightjar|secret|theirs/);
    }
  });
});
