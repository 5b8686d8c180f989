import { describe, expect, it } from 'vitest';
import { listAlerts } from '../../src/alerts/outbox/alertsTable.ts';
import { runningHolds } from '../../src/schedule/holds/holdsTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import { docketHit } from '../check/hits.ts';
import { dueAt } from '../check/stored.ts';
import { serveDemoWorld, today } from './demoWorld.ts';
import { sendForm } from './sendForm.ts';
import { serveOffice } from './serveOffice.ts';

describe('the page of a watch', () => {
  it('checks the watch now, mutes it and ends the mute, and each action is in the audit log', async () => {
    const { url, store } = await serveDemoWorld();
    const checked = await sendForm(url, '/watches/rival-cases/check', {});
    expect([checked.status, checked.headers.get('location')]).toEqual([303, '/watches/rival-cases']);
    expect(Date.parse((await dueAt(store, 'rival-cases')) ?? '')).toBeLessThanOrEqual(today.getTime());
    expect(await (await fetch(`${url}/watches/rival-cases`)).text()).toContain(' · due now</p>');

    const until = new Date(today.getTime() + 9 * 86_400_000).toISOString().slice(0, 10);
    expect((await sendForm(url, '/watches/rival-cases/mute', { until, why: 'settlement <talks>' })).status).toBe(303);
    expect(await (await fetch(url)).text()).toMatch(/<li>Muted until the end of .*<a href="\/watches\/rival-cases">/);
    expect(await runningHolds(store.db)).toMatchObject([
      { watchId: 'rival-cases', reason: 'settlement <talks>', author: 'local' },
    ]);
    expect(await (await fetch(`${url}/watches/rival-cases`)).text()).toContain('settlement &lt;talks&gt;');
    expect((await sendForm(url, '/watches/rival-cases/unmute', {})).status).toBe(303);
    expect(await runningHolds(store.db)).toEqual([]);
    const log = await listAudit(store.db, { subject: 'rival-cases', limit: 10 });
    expect(log.map((line) => line.what)).toEqual(['watch.unmute', 'watch.mute', 'watch.check']);
    const shown = await (await fetch(`${url}/audit?subject=rival-cases`)).text();
    expect(shown).toContain('settlement &lt;talks&gt;');
    expect(shown).toMatch(/data-name="Details">[^<]*until the end of (?:[A-Z][a-z]{2}, )?[A-Z][a-z]{2} \d/);
    expect([...shown.matchAll(/(?<=data-name="What">)[^<]+/g)].map(([what]) => what)).toEqual([
      'ended the mute of a watch',
      'muted a watch',
      'had a watch checked at once',
    ]);
  });

  it('refuses a wrong date, an unknown watch and a second delivery with a reason, and changes nothing', async () => {
    const { url, store } = await serveDemoWorld();
    for (const fields of [
      { until: '2020-01-01', why: 'late' },
      { until: 'soon', why: 'x' },
      { until: '2999-01-01', why: 'x' },
    ]) {
      expect((await sendForm(url, '/watches/rival-cases/mute', fields)).status).toBe(422);
    }
    expect((await sendForm(url, '/watches/of-nobody/check', {})).status).toBe(404);
    const sent = (await listAlerts(store.db, { limit: 100 })).find(({ state }) => state === 'sent');
    const again = await sendForm(url, `/alerts/${sent?.id}/retry`, {});
    expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('It was delivered')]);
    expect(await runningHolds(store.db)).toEqual([]);
  });

  it('refuses a form from another site, without the token of this browser, or larger than allowed', async () => {
    const { url, store } = await serveDemoWorld();
    const tries = [
      await sendForm(url, '/watches/rival-cases/check', { formToken: 'guessed-guessed-guessed-guessed-' }),
      await sendForm(url, '/watches/rival-cases/check', {}, { cookie: '' }),
      await sendForm(url, '/watches/rival-cases/check', {}, { 'sec-fetch-site': 'cross-site' }),
    ];
    expect(tries.map((response) => response.status)).toEqual([403, 403, 403]);
    expect((await sendForm(url, '/watches/rival-cases/mute', { why: 'x'.repeat(200_000) })).status).toBe(413);
    expect(await listAudit(store.db, { limit: 10 })).toEqual([]);
  });
});

it('the button names what the last check of the watch cost, even if another watch pays for the query', async () => {
  const search = { dockets: { companyName: 'Widget' } };
  const { office, url } = await serveOffice({
    watches: [
      { id: 'one', ...search },
      { id: 'other', ...search },
    ],
  });
  const words = async (id: string) => /Check now [^<]*/.exec(await (await fetch(`${url}/watches/${id}`)).text())?.[0];
  await office.check({ ids: [] });
  expect(await words('one')).toBe('Check now (12 credits or more)');
  office.service.dockets = [1, 2, 3].map((docketId) =>
    docketHit({ docketId, docketNumber: `1:20-cv-0000${docketId}` }),
  );
  office.service.cap = 1;
  await office.check();
  expect(await Promise.all(['one', 'other'].map(words))).toEqual(Array(2).fill('Check now (36 credits)'));
});

it('a check of more than 100 credits needs a price that the user confirmed, and costs no more', async () => {
  const patentNumber = Array.from({ length: 9 }, (_, index) => String(7_000_000 + index));
  const watch = { id: 'many', dockets: { patentNumber } };
  const { office, url } = await serveOffice({ watches: [watch, { id: 'few', dockets: { patentNumber: '7000000' } }] });
  const send = async (fields: Record<string, string>, id = 'many') => {
    const response = await sendForm(url, `/watches/${id}/check`, fields, {}, `/watches/${id}`);
    return [response.status, (await response.text()).includes('It may cost 108 credits.')];
  };
  await office.check();
  const page = await (await fetch(`${url}/watches/many`)).text();
  expect(page).toContain('name="credits" value="108" required> It may cost 108 credits.');
  expect(await (await fetch(`${url}/watches/few`)).text()).not.toContain('name="credits"');
  for (const fields of [{}, { credits: '107' }, { credits: 'any' }]) expect(await send(fields)).toEqual([422, true]);
  expect(await listAudit(office.store.db, { limit: 10 })).toEqual([]);
  expect(await send({ credits: '108' })).toEqual([303, false]);
  expect(await send({}, 'few')).toEqual([303, false]);
  expect((await listAudit(office.store.db, { limit: 10 })).map(({ subject }) => subject)).toEqual(['few', 'many']);
});
