import { expect, it } from 'vitest';
import { keyIncidents, keySubject, suspendKey } from '../../src/check/admission/keySuspension.ts';
import { budgetReached } from '../../src/check/incidents/noteIncidents.ts';
import type { NamedService, ServiceConfig } from '../../src/config/config.ts';
import type { Store } from '../../src/database/store.ts';
import { openIncident } from '../../src/outbox/incidentsTable.ts';
import { noticeHeading } from '../../src/outbox/noticeWords.ts';
import { affords } from '../../src/schedule/budget.ts';
import { queriesOf } from '../../src/schedule/planSync.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { SearchError } from '../../src/service/http/searchError.ts';
import { insertCheck } from '../../src/snapshot/checksTable.ts';
import { recordServiceSpending, recordSpending } from '../../src/snapshot/spendingTable.ts';
import { whyUnwatched } from '../../src/words/watchWords.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { config, now, serve } from './serve.ts';

const brand = { ...config.service, token: 'of-brand', name: 'brand', budget: { perDay: 10 } } as NamedService;
const watches = [aWatch(), aWatch({ id: 'rival', service: 'brand' })];
const several = { services: { brand }, watches };
const refused = new SearchError('account', 'the service refused the token', { requests: 1 });
const at = now.toISOString();

/** A check of each watch: 24 credits with the default key, 9 with the other. */
async function spend(store: Store): Promise<void> {
  await syncWatches(store, { watches, spreadSeconds: 0 }, now);
  for (const [index, credits] of [24, 9].entries()) {
    const [query] = queriesOf(watches[index] ?? aWatch());
    const spent = { day: at.slice(0, 10), operation: 'pacer', requests: 1, credits } as const;
    await recordSpending(store.db, spent);
    if (index === 1) await recordServiceSpending(store.db, { ...spent, service: 'brand' });
    const row = { startedAt: at, endedAt: at, outcome: 'complete', reason: null, requests: 1, credits } as const;
    await insertCheck(store.db, { ...row, queryId: query?.id ?? '', hits: 1, total: 1, evidence: {} });
  }
}

const metricsOf = async (url: string) => (await (await fetch(`${url}/metrics`)).text()).split('\n');

it('/readyz says whose key is suspended and whose budget is used up, the default one too', async () => {
  const { store, url } = await serve(several);
  for (const key of [config.service, brand]) await suspendKey(store.db, key, refused, now);
  await spend(store);
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
    obstacles: [
      { kind: 'key-stopped', service: 'default', reason: expect.stringContaining('no calls to service default since') },
      { kind: 'key-stopped', service: 'brand', reason: expect.stringContaining('no calls to service brand since') },
      { kind: 'budget-reached', service: 'brand', reason: expect.stringContaining('services.brand.budget.perDay') },
    ],
  });
});

it('/metrics counts for each of several services, from 0, and says whose key is refused', async () => {
  const { store, url } = await serve(several);
  expect(await metricsOf(url)).toContain('tipstaff_credits_total{operation="wipo",service="brand"} 0');
  await spend(store);
  for (const name of [undefined, 'brand'])
    await openIncident(store.db, { kind: 'token-refused', subject: keySubject({ name }), detail: '', now: at });
  await openIncident(store.db, { kind: 'watch-failing', subject: 'a', detail: '', now: at });
  await openIncident(store.db, { kind: 'watch-failing', subject: 'b', detail: '', now: at });
  const lines = await metricsOf(url);
  for (const line of [
    'tipstaff_checks_total{outcome="complete",service="brand"} 1',
    'tipstaff_requests_total{operation="pacer",service="default"} 1',
    'tipstaff_credits_total{operation="pacer",service="default"} 24',
    'tipstaff_credits_total{operation="pacer",service="brand"} 9',
    'tipstaff_credits_left{period="day"} 67',
    'tipstaff_credits_left{period="day",service="brand"} 1',
    'tipstaff_incidents_open{kind="token-refused",service="default"} 1',
    'tipstaff_incidents_open{kind="token-refused",service="brand"} 1',
    'tipstaff_incidents_open{kind="watch-failing"} 2',
  ])
    expect(lines).toContain(line);
});

it('where there is one service alone, no series, obstacle or page has a name for it', async () => {
  const { store, url } = await serve();
  await suspendKey(store.db, config.service, refused, now);
  expect((await metricsOf(url)).filter((line) => line.includes('service='))).toEqual([]);
  expect(await (await fetch(`${url}/readyz`)).text()).not.toContain('default');
  expect(await (await fetch(`${url}/credits`)).text()).not.toContain('By service');
});

it('/credits has a row for each of several services, and a watch says which it asks', async () => {
  const { store, url } = await serve(several);
  await spend(store);
  await suspendKey(store.db, brand, refused, now);
  const page = (await (await fetch(`${url}/credits`)).text()).split('<h2>By service</h2>')[1] ?? '';
  const words = page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  expect(words).toMatch(/default works 24 24 [\d,]+ brand suspended since .* next try .* 9 of 10 9 [\d,]+ /);
  expect(await (await fetch(`${url}/watches/rival`)).text()).toContain('<dt>Service</dt><dd>brand</dd>');
});

it('the ledger names the service of each line where there are several, in lists and files alike, and nothing is counted twice', async () => {
  const linesOf = async (url: string, path: string) => (await (await fetch(`${url}${path}`)).json()) as object;
  const { store, url } = await serve(several);
  await spend(store);
  await recordSpending(store.db, { day: '2026-04-30', operation: 'wipo', requests: 2, credits: 4 });
  const day = at.slice(0, 10);
  const each = [
    { day, service: 'default', requests: 1, credits: 24 },
    { day, service: 'brand', requests: 1, credits: 9 },
    { day: '2026-04-30', service: 'default', requests: 2, credits: 4 },
  ];
  expect(await linesOf(url, '/api/v1/credits')).toMatchObject({ items: each });
  expect(await linesOf(url, '/credits/days.json')).toMatchObject({ rows: each });
  expect((await (await fetch(`${url}/credits/days.csv`)).text()).split('\r\n')[0]).toBe(
    'Day,Service,Operation,Requests,Credits',
  );
  const alone = await serve();
  await spend(alone.store);
  const [line] = ((await linesOf(alone.url, '/api/v1/credits')) as { items: object[] }).items;
  expect(line).toEqual({ day, operation: 'pacer', requests: 2, credits: 33 });
});

it('operators learn whose key or budget it is where there are several services, and of one alone as before', async () => {
  const headingOf = async (services: Record<string, NamedService>, service: ServiceConfig) => {
    const found: string[] = [];
    const set: Parameters<typeof keyIncidents>[0] = async (active, { kind, subject, label, detail }) => {
      const phase = active ? 'began' : 'ended';
      const heading = noticeHeading({ incident: kind, subject: label ?? subject, phase, at, detail, thread: '' });
      found.push(`${heading} / ${detail}`);
    };
    await keyIncidents(set, { service, services }, refused);
    await keyIncidents(set, { service, services }, undefined);
    return found;
  };
  const [began, ended] = await headingOf({ brand }, config.service);
  expect(began).toMatch(
    /^The token was refused: the key of service default \/ .*No check runs with the key of service default/,
  );
  expect(ended).toMatch(/: the key of service default \/ The service accepts the token of service default again/);
  const [alone] = await headingOf({}, config.service);
  expect(alone).toMatch(/^The token was refused \/ .*No check runs with this key until/);
  expect((await headingOf({ brand }, brand))[0]).toMatch(/the key of service brand \/ .*services\.brand\.token/);

  const spent = { budget: { perDay: 1 }, spentToday: 1, spentThisMonth: 1, estimatedCredits: 1 };
  const reached = (service: string | undefined, services = {}) => {
    const affordable = affords({ ...spent, service });
    return affordable.ok ? '' : budgetReached(affordable, now, { services }).detail;
  };
  expect(reached('brand', { brand })).toMatch(/^Checks of service brand are skipped: /);
  expect(reached(undefined, { brand })).toMatch(/^Checks of all services are skipped: /);
  expect(reached(undefined)).toMatch(/^Checks are skipped: /);
  expect(whyUnwatched('the key of service brand is suspended since')).toBe('service key suspended');
  expect(whyUnwatched('the key of service brand has been suspended since')).toBe('service key suspended');
});
