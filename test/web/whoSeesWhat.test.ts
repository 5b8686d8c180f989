import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/web/listings.ts';
import { actions, downloads, pages } from '../../src/web/pages.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { refusal } from '../check/service.ts';
import { serveOffice } from './serveOffice.ts';
import { signedIn } from './signedIn.ts';
import { serveTwoMatters, type TwoMatters, words } from './twoMatters.ts';

const days = 'from=2026-11-01&until=2026-11-30';

/** Each address of a route, with those of either matter and of nothing at all. */
async function addressesOf(path: string, { office, paths }: TwoMatters): Promise<string[]> {
  const { db } = office.store;
  const idsOf = async (table: 'alerts' | 'checks') =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }) => String(id));
  const keysOf = (kind: string) =>
    Object.values(paths).flatMap((one) => (one.startsWith(kind) ? one.slice(kind.length) : []));
  const samples: Readonly<Record<string, readonly string[]>> = {
    watches: ['ours', 'our-designs', 'sealed', 'nightjar-cases', 'nightjar-blind'],
    feeds: ['ours', 'our-designs', 'sealed', 'nightjar-cases', 'nightjar-designs', 'counsel', 'nightjar-desk'],
    cases: keysOf('/cases/'),
    designs: keysOf('/designs/'),
    alerts: await idsOf('alerts'),
    checks: await idsOf('checks'),
    matters: ['M-1', 'M-Nightjar'],
    users: ['boss'],
  };
  const name = /:\w+(\{[^}]*\})?/;
  if (!name.test(path)) return [path];
  const own = samples[path.split('/')[1] ?? ''];
  if (own === undefined) throw new Error(`Say here what ${path} can be asked for.`);
  return [...own, '999'].map((one) => path.replace(name, one));
}

/** All that a response says, the files of a ZIP or a workbook unpacked. */
async function textOf(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (!strFromU8(bytes.subarray(0, 2)).startsWith('PK')) return strFromU8(bytes);
  return Object.entries(unzipSync(bytes))
    .map(([name, content]) => `${name}\n${strFromU8(content)}`)
    .join('\n');
}

/** Whether an address is of what only the other matter has, or of a confidential record. */
function isTheirs(address: string, { paths: { theirs, theirDesign, sealed } }: TwoMatters): boolean {
  return /nightjar/i.test(address) || [theirs, theirDesign, sealed].some((path) => address.startsWith(path));
}

const read = [...pages, ...downloads].map(({ path }) => path);
const extra = ['/search?q=order', '/search.csv?q=hearing', '/calendar?month=2026-12', '/calendar.csv?month=2026-12'];
const api = endpoints.map(({ name }) => `/api/v1/${name}`);
const feeds = ['/feeds/:id.atom', '/feeds/:id.ics'];

describe('each route, to each kind of viewer', () => {
  it('says nothing of a matter, or of a confidential watch, to who may not see it; nor whether it is there', async () => {
    const world = await serveTwoMatters();
    const { url, paths, viewers } = world;
    const askBy = {
      nobody: (path: string) => fetch(url + path, { redirect: 'manual' }),
      plain: viewers.plain.show,
      outside: viewers.outside.show,
      assistant: viewers.assistant.show,
    };
    const addresses: string[] = [];
    for (const path of [...read, ...api, ...feeds]) addresses.push(...(await addressesOf(path, world)));
    const theirs: string[] = [];
    for (const address of new Set([...addresses, ...extra])) {
      const asked = address.endsWith('/evidence') ? `${address}?${days}` : address;
      for (const [name, ask] of Object.entries(askBy)) {
        // What editors may do is offered on pages only.
        if (name === 'assistant' && /^\/(api|feeds)|\.(csv|xlsx|json)/.test(asked)) continue;
        const response = await ask(asked);
        const said = `${[...response.headers].join('\n')}\n${await textOf(response)}`;
        const [what, status] = [`${name}: ${asked}`, response.status];
        expect(status, what).toBeLessThan(500);
        if (name === 'nobody') {
          expect([303, 401], what).toContain(status);
          expect(said.replaceAll(encodeURIComponent(asked), ''), what).not.toMatch(/nightjar|peregrine|widget|rival/i);
        }
        if (name === 'outside' || name === 'assistant') {
          // What is asked for may be repeated, as it was written.
          expect(said.replaceAll(asked, ''), what).not.toMatch(words.otherMatter);
          if (isTheirs(asked, world)) theirs.push(`${status}`);
        }
        expect(said, what).not.toMatch(words.confidential);
      }
    }
    expect(new Set(theirs)).toEqual(new Set(['404', '401']));
    const boss = await (await viewers.boss.show(paths.shared)).text();
    for (const shown of ['A thought about Nightjar', 'nightjar-desk']) expect(boss).toContain(shown);
  });

  it('lets nobody do what is not theirs', async () => {
    const world = await serveTwoMatters();
    const { url, viewers, office } = world;
    const before = await office.store.db.selectFrom('audit').select('id').execute();
    const form = {
      text: 'x',
      watch: 'ours',
      until: '2026-12-01',
      why: 'x',
      sure: 'true',
      name: 'x',
      days: '7',
      label: 'x',
    };
    const own = /^\/(account|sign-out|changes|watches\/new)/;
    for (const { path, role } of actions.filter((action) => !own.test(action.path))) {
      const headers = { cookie: 'tipstaff-form=a-token-of-this-browser-alone', 'sec-fetch-site': 'same-origin' };
      const body = new URLSearchParams({ formToken: 'a-token-of-this-browser-alone', ...form });
      const post = (to: string) => fetch(url + to, { method: 'POST', redirect: 'manual', headers, body });
      const addresses = await addressesOf(path, world);
      expect((await post(`${addresses[0]}`)).status, path).toBe(403);
      for (const address of addresses) {
        expect([403, 404], address).toContain((await viewers.outside.send(address, form)).status);
        if (!isTheirs(address, world) && !address.includes('999') && role !== 'admin') continue;
        const tried = await viewers.assistant.send(address, form);
        expect([403, 404], address).toContain(tried.status);
        expect((await tried.text()).replaceAll(address, ''), address).not.toMatch(words.otherMatter);
      }
    }
    expect(await office.store.db.selectFrom('audit').select('id').execute()).toEqual(before);
  });
});

describe('who sees some matters only', () => {
  const desk = { type: 'slack', webhookUrl: 'http://127.0.0.1:9/desk', digest: '0 9 * * *' };
  const settings = {
    channels: { counsel: desk, ops: desk },
    watches: [
      { id: 'ours', matter: 'M-1', dockets: { patentNumber: '6834603' } },
      { id: 'nightjar', name: 'Project Nightjar', matter: 'M-2', dockets: { companyName: 'Widget' } },
    ],
  };

  async function office() {
    const { office, url } = await serveOffice(settings);
    office.service.dockets = [docketWith([entryHit(1)])];
    await office.check();
    const viewer = await signedIn(
      { store: office.store, url },
      'assistant',
      { role: 'editor', matters: ['M-1'] },
      office.now,
    );
    const page = async (path: string) => (await viewer.show(path)).text();
    return { office, url, viewer, page };
  }

  it('is told of a digest what is theirs, and not which other watches of its channel were not looked at', async () => {
    const { office: at, page } = await office();
    at.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
    at.service.reply = ({ body }) => (body.companyName === undefined ? undefined : refusal(1001, 'bad'));
    at.pass(0, 1);
    await at.check();
    const rows = await at.store.db.selectFrom('alerts').select(['id', 'kind']).where('kind', '=', 'changes').execute();
    await at.store.db.deleteFrom('alert_changes').where('watch_id', '=', 'nightjar').execute();
    at.pass(3);
    const text = await page(`/alerts/${rows[0]?.id}`);
    expect(text).toContain('1:20-cv-00168');
    expect(text).not.toContain('Nightjar');
  });

  it('is not told that others watch the same, when they last looked, nor what they asked already', async () => {
    const { office: at, viewer, page } = await office();
    expect(await page('/watches/ours')).not.toContain('also watched');
    const lastLooked = async () => /href="\/watches[^"]*"><strong>[\s\S]*?<\/li>/.exec(await page('/'))?.[0] ?? '';
    const own = /\d\d:\d\d:\d\d UTC/.exec(await lastLooked())?.[0];
    expect(own).toBeDefined();
    at.pass(0, 2);
    await at.check({ ids: ['nightjar'] });
    expect(await lastLooked()).toContain(own);
    const form = { step: 'ask', id: 'mine', matter: 'M-1', 'dockets.companyName': 'Widget', 'notify.counsel': 'true' };
    const preview = await (await viewer.send('/watches/new', form)).text();
    expect(preview).toContain('What it costs per month');
    expect(preview).not.toContain('Another watch asks the same already');
    expect(preview).not.toMatch(/class="number">0</);
    const other = await viewer.send('/watches/new', { ...form, step: 'save', 'notify.ops': 'true' });
    expect([other.status, await other.text()]).toEqual([422, expect.stringContaining('accepted: counsel')]);
  });
});

it('the id of a removed watch of another matter, and with it what it found, is nobody else’s', async () => {
  const channels = { counsel: { type: 'slack', webhookUrl: 'http://127.0.0.1:9/counsel' } };
  const now = {
    channels,
    operators: ['counsel'],
    watches: [{ id: 'ours', matter: 'M-1', dockets: { patentNumber: '6834603' } }],
  };
  const { office, url } = await serveOffice(now);
  const before = { id: 'acme', matter: 'M-2', dockets: { companyName: 'Widget' } };
  await office.configure({ ...now, watches: [...now.watches, before] });
  await office.check();
  await office.configure(now);
  await office.check();
  const { store } = office;
  const assistant = await signedIn({ store, url }, 'assistant', { role: 'editor', matters: ['M-1'] }, office.now);
  const boss = await signedIn({ store, url }, 'boss', { role: 'admin' }, office.now);
  const form = { step: 'save', id: 'acme', matter: 'M-1', 'dockets.companyName': 'Rival', 'notify.counsel': 'true' };
  for (const viewer of [assistant, boss]) {
    const refused = await viewer.send('/watches/new', form);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('a removed watch of another matter had it'),
    ]);
  }
  expect((await boss.send('/watches/new', { ...form, matter: 'M-2' })).status).toBe(303);
});

it('/readyz, which needs no sign-in, says that checks fail and not in the words of the service, which may quote a search', async () => {
  const { office, url } = await serveOffice();
  office.service.reply = () => refusal(1001, 'no such company: Nightjar');
  await office.check();
  office.pass(1);
  const text = await (await fetch(`${url}/readyz`)).text();
  expect(text).toContain('the service refused the search');
  expect(text).not.toContain('Nightjar');
});
