import { describe, expect, it } from 'vitest';
import { designHit, docketWith, entryHit } from '../check/hits.ts';
import { refusal } from '../check/service.ts';
import { serveOffice } from './serveOffice.ts';
import { signedIn } from './signedIn.ts';

describe('a user who sees only some matters', () => {
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

  it('sees in an alert only the changes of those matters, and no name of another watch of its channel', async () => {
    const { office: at, page } = await office();
    at.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
    at.service.reply = ({ body }) => (body.companyName === undefined ? undefined : refusal(1001, 'bad'));
    at.pass(0, 1);
    await at.check();
    const rows = await at.store.db.selectFrom('alerts').select(['id', 'kind']).where('kind', '=', 'changes').execute();
    await at.store.db.deleteFrom('alertChanges').where('watchId', '=', 'nightjar').execute();
    at.pass(3);
    const text = await page(`/alerts/${rows[0]?.id}`);
    expect(text).toContain('1:20-cv-00168');
    expect(text).not.toContain('Nightjar');
  });

  it('sees the designs of those matters, and no case that the court of a watch filters out', async () => {
    const dockets = { companyName: 'Widget' };
    const { office: at, url } = await serveOffice({
      watches: [
        { id: 'delaware', matter: 'M-1', dockets: { ...dockets, court: 'D. Del.' } },
        { id: 'bottles', matter: 'M-1', designs: { source: 'HAGUE', holder: 'Rival' } },
        { id: 'everywhere', matter: 'M-2', dockets },
      ],
    });
    at.service.dockets = [docketWith([entryHit(1)], { courtId: 'txed' })];
    at.service.designs = [designHit(1)];
    await at.check();
    const viewer = await signedIn({ store: at.store, url }, 'assistant', { matters: ['M-1'] }, at.now);
    expect((await viewer.show('/cases/7001')).status).toBe(404);
    expect(await (await viewer.show('/designs')).text()).toContain('href="/designs/HAGUE.DM%2F200001"');
  });

  it('sees that an alert about a case was sent, without a link to the alert, which the user may not open', async () => {
    const { office: at, url, viewer, page } = await office();
    at.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
    at.pass(0, 1);
    await at.check();
    const shown = await page('/cases/7001');
    expect(shown).toMatch(/Who was notified[\s\S]*counsel/);
    expect(shown).not.toContain('href="/alerts/');
    expect(await page('/alerts')).toContain(
      'Notices, and alerts that report a watch you may not read, are not listed.',
    );

    const boss = await signedIn({ store: at.store, url }, 'boss', { role: 'admin' }, at.now);
    const link = /href="(\/alerts\/\d+)"/.exec(await (await boss.show('/cases/7001')).text())?.[1] ?? '';
    expect([(await boss.show(link)).status, (await viewer.show(link)).status]).toEqual([200, 404]);
  });

  it('does not learn that other watches share a query, when they were checked, or what they requested', async () => {
    const { office: at, viewer, page } = await office();
    expect(await page('/watches/ours')).not.toContain('also watched');
    const lastLooked = async () => /<p class="lead [\s\S]*?<\/p>/.exec(await page('/'))?.[0] ?? '';
    const own = /\d\d:\d\d:\d\d UTC/.exec(await lastLooked())?.[0];
    expect(own).toBeDefined();
    at.pass(0, 2);
    await at.check({ ids: ['nightjar'] });
    expect(await lastLooked()).toContain(own);
    const form = {
      step: 'ask-99',
      id: 'mine',
      matter: 'M-1',
      'dockets.companyName': 'Widget',
      'notify.counsel': 'true',
    };
    const preview = await (await viewer.send('/new-watch', form)).text();
    expect(preview).toContain('Cost, 30 days');
    expect(preview).not.toContain('<dd>0 credits');
    const other = await viewer.send('/new-watch', { ...form, step: 'save', 'notify.ops': 'true' });
    expect([other.status, await other.text()]).toEqual([422, expect.stringContaining('accepted: counsel')]);
  });
});

it('the id and the finds of a removed watch can be reused only in its own matter', async () => {
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
    const refused = await viewer.send('/new-watch', form);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('a removed watch of another matter had it'),
    ]);
  }
  expect((await boss.send('/new-watch', { ...form, matter: 'M-2' })).status).toBe(303);
});

it('/readyz, which needs no sign-in, does not repeat the words of the service, which may quote a search', async () => {
  const { office, url } = await serveOffice();
  office.service.reply = () => refusal(1001, 'no such company: Nightjar');
  await office.check();
  office.pass(1);
  const text = await (await fetch(`${url}/readyz`)).text();
  expect(text).toContain('the service refused the search');
  expect(text).not.toContain('Nightjar');
});
