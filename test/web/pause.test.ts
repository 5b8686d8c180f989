import { describe, expect, it } from 'vitest';
import { alsoWatchedWords } from '../../src/cli/holds.ts';
import type { WatchConfig } from '../../src/config/config.ts';
import type { Program } from '../../src/daemon/program.ts';
import { loadUnchecked } from '../../src/schedule/holds/holdsTable.ts';
import { alsoWatched } from '../../src/schedule/watchStatusQueries.ts';
import { actions, downloads, pages, publicPages } from '../../src/web/pages.ts';
import { docketHit, docketWith, entryHit } from '../check/hits.ts';
import { sendForm } from './sendForm.ts';
import { serveOffice } from './serveOffice.ts';

const dockets = { patentNumber: '6,834,603' };
const watches = [
  { id: 'widget', name: 'Widget patent', dockets, tags: ['patents', 'US <b>'], notify: ['counsel'] },
  { id: 'rival', dockets: { companyName: 'Rival' }, tags: ['rivals'], notify: ['brand'] },
];

async function openPages() {
  const { office, url } = await serveOffice({ watches });
  office.service.dockets = [docketWith([entryHit(1)])];
  await office.check();
  const text = async (path: string) => (await fetch(url + path)).text();
  // The page of this watch contains the form token.
  const send = (path: string, fields: Record<string, string> = {}) =>
    sendForm(url, path, fields, {}, '/watches/widget');
  const listed = async (query: string) =>
    [...(await text(`/watches?${query}`)).matchAll(/<tr><td>[^/]*<\/span><a href="([^"]+)"/g)].map(([, path]) => path);
  return { office, url, text, send, listed };
}

describe('the pages', () => {
  it('pause a watch and resume it, and show everywhere that it is paused', async () => {
    const { office, text, send } = await openPages();
    const why = 'settlement <talks>';
    expect(await text('/watches/widget')).toContain('Check now');
    const paused = await send('/watches/widget/pause', { why, until: '' });
    expect([paused.status, paused.headers.get('location')]).toEqual([303, '/watches/widget']);
    expect((await loadUnchecked(office.store.db)).get('widget')).toMatchObject({
      author: 'local',
      reason: why,
      until: null,
    });
    const page = await text('/watches/widget');
    expect(page).toContain('settlement &lt;talks&gt;');
    expect(page).toMatch(/PAUSED<\/span> until it is resumed/);
    expect(page).not.toContain('Check now');
    expect((await send('/watches/widget/check')).status).toBe(422);
    expect(await text('/')).toMatch(/1 watch<\/a> up to date; 1 PAUSED[\s\S]*settlement &lt;talks&gt;/);
    expect(await text('/watches?state=paused')).toContain('PAUSED');
    const { items } = JSON.parse(await text('/api/v1/watches')) as { items: Record<string, unknown>[] };
    expect(items.find((one) => one.id === 'widget')).toMatchObject({
      tags: ['patents', 'US <b>'],
      nextDueAt: null,
      paused: { since: office.now.toISOString(), until: null, by: 'local', because: why },
    });
    expect(await text('/metrics')).toContain('tipstaff_watch_paused{watch="widget"} 1');
    const log = await text('/audit');
    expect(log).toContain('watch.pause');
    expect(log).toContain('<a href="/audit?who=local">somebody not signed in</a>');
    // A paused watch is never overdue, however long the pause lasts.
    await office.check({ ids: ['rival'], after: 9 });
    expect(await text('/readyz')).not.toContain('overdue');

    const resumed = await send('/watches/widget/resume');
    expect([resumed.status, resumed.headers.get('location')]).toEqual([303, '/watches/widget']);
    expect([...(await loadUnchecked(office.store.db)).keys()]).toEqual([]);
    expect(await text('/watches/widget')).toContain('Check now');
  });

  it('refuse a pause without a reason, or until a day in the past', async () => {
    const { office, send } = await openPages();
    for (const fields of [
      { why: ' ', until: '' },
      { why: 'x', until: '2020-01-01' },
      { why: 'x', until: 'soon' },
    ]) {
      expect((await send('/watches/widget/pause', fields)).status).toBe(422);
    }
    expect((await send('/watches/of-nobody/pause', { why: 'x' })).status).toBe(404);
    expect([...(await loadUnchecked(office.store.db)).keys()]).toEqual([]);
  });
});

describe('the list of watches', () => {
  it('is filtered by tag', async () => {
    const { listed, text } = await openPages();
    expect(await listed('tag=patents')).toEqual(['/watches/widget']);
    expect(await listed('tag=of-nobody')).toEqual([]);
    expect(await text('/watches')).toContain('US &lt;b&gt;');
  });
});

it('no page or action has the address of another, whatever the id of a watch, the key of a record or a matter', () => {
  for (const paths of [[...pages, ...publicPages, ...downloads], actions].map((some) => some.map(({ path }) => path))) {
    const distinct = [...new Set(paths)];
    const both = distinct.flatMap((path) => distinct.filter((other) => path < other && mayBeOne(path, other)));
    expect(both).toEqual([]);
  }
});

const mayBeOne = (path: string, other: string) => {
  const [parts, others] = [path.split('/'), other.split('/')];
  const isFree = (part = '') => part.startsWith(':');
  return (
    parts.length === others.length &&
    parts.every((part, place) => {
      return part === others[place] || isFree(part) || isFree(others[place]);
    })
  );
};

it('a muted watch says so in the list and on the page of its matter', async () => {
  const { office, url } = await serveOffice({ watches: [{ id: 'quiet', matter: 'M-1', dockets }] });
  const text = async (path: string) => (await (await fetch(url + path)).text()).replace(/<[^>]+>/g, '');
  const mute = () => sendForm(url, '/watches/quiet/mute', { until: '2026-11-24', why: 'talks' }, {}, '/watches/quiet');
  // The watch cannot be muted before the first check has stored it.
  const early = await mute();
  expect([early.status, await early.text()]).toEqual([422, expect.stringContaining('Try again in a few seconds')]);
  await office.check();
  for (const path of ['/watches', '/matters/M-1']) expect(await text(path)).not.toContain('muted until');
  expect((await mute()).status).toBe(303);
  for (const path of ['/watches', '/matters/M-1'])
    expect(await text(path)).toMatch(/muted until the end of (?:Tue, )?Nov 24/);
});

it('the mute of a watch names the other watches that still report its cases', async () => {
  const { text, send } = await openPages();
  expect(await text('/watches/widget')).toMatch(
    /1 of its cases is also watched by <a href="\/watches\/rival">rival<\/a>, which this mute does not hold\./,
  );
  await send('/watches/widget/mute', { until: '2026-12-01', why: 'talks' });
  expect(await text('/watches/widget')).toMatch(/Muted until[\s\S]*also watched by/);
  // A paused watch reports nothing either, until it is resumed.
  await send('/watches/rival/pause', { why: 'talks', until: '' });
  expect(await text('/watches/widget')).not.toContain('also watched');
  await send('/watches/rival/resume');
  // Both watches are muted now, so neither still reports the case.
  expect(await text('/watches/rival')).not.toContain('also watched');
});

it('the mute counts no other watch whose court filter leaves the case out, and links to the case', async () => {
  const rival = { companyName: 'Rival' };
  const { office, url } = await serveOffice({
    watches: [
      { id: 'here', dockets: { ...rival, court: 'txed' } },
      { id: 'delaware', dockets: { companyName: 'Rival Inc.', court: 'ded' } },
      { id: 'patent', dockets },
    ],
  });
  const elsewhere = { docketId: 2, courtId: 'txed', court: 'District Court, E.D. Texas', patentNumbers: ['1234567'] };
  const text = async (id: string) => (await fetch(`${url}/watches/${id}`)).text();
  office.service.dockets = [docketWith([entryHit(1)]), docketHit(elsewhere), docketHit({ ...elsewhere, docketId: 3 })];
  await office.check();
  expect(await text('here')).not.toContain('also watched');
  const page = await text('delaware');
  expect(page).toMatch(/1 of its cases is also watched by <a href="\/watches\/patent">patent</);
  expect(page).toContain('To ignore a case that is a false match, open the page of that case, such as');
  expect(page).toContain('<a href="/cases/7001">1:20-cv-00168</a>, and choose “It is a false match”');
  expect(page).not.toContain('tipstaff mute');
  const { words } = (await alsoWatchedWords(office.parts() as unknown as Program, 'patent')) ?? {};
  expect(words).toMatch(/^Its case is also watched by delaware, which/);
  // The other watch is not readable, or reports to no channel.
  const { store, config } = office.parts();
  const [, delaware, patent] = config.watches as [WatchConfig, WatchConfig, WatchConfig];
  for (const watches of [[patent], [patent, { ...delaware, notify: [] }]])
    expect(await alsoWatched(store.db, { watches }, 'patent')).toBeUndefined();
});
