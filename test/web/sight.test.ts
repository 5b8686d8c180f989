import { expect, it } from 'vitest';
import { docketHit } from '../check/hits.ts';
import { serveOffice } from './serveOffice.ts';
import { signedIn } from './signedIn.ts';

const search = { dockets: { companyName: 'Rival' } };
const open = { id: 'rival', name: 'Rival in court', matter: 'M-01', ...search };
const sealed = { id: 'falcon', name: 'Project Falcon', matter: 'M-08', confidential: true, ...search };

it('no page tells a viewer without the right that a confidential watch shares a query with an open one', async () => {
  const { office, url } = await serveOffice({ watches: [open, sealed] });
  office.service.dockets = [docketHit({ parties: ['Rival'] })];
  await office.check();
  const ed = await signedIn({ store: office.store, url }, 'ed', { role: 'editor' }, office.now);
  const shown = async (path: string) => (await ed.show(path)).text();
  for (const path of [
    '/checks',
    '/checks.csv',
    '/api/v1/checks',
    '/checks/1',
    '/watches/rival',
    '/cases/7001',
    '/changes',
  ])
    expect(await shown(path), path).not.toMatch(/falcon|M-08/i);
  const { items } = JSON.parse(await shown('/api/v1/watches')) as { items: Record<string, unknown>[] };
  const known =
    items.find(({ id }) => id === '~confidential-00001') ?? expect.fail('its matter and state may be known');
  const told = Object.entries(known).filter(([, value]) => value !== null && String(value) !== '');
  expect(Object.fromEntries(told)).toEqual({
    id: '~confidential-00001',
    name: 'M-08',
    matter: 'M-08',
    outcome: 'complete',
    lastCompleteAt: office.now.toISOString(),
  });
  expect((await ed.show('/watches/falcon')).status).toBe(404);
  for (const path of ['/', '/watches', '/watches.csv', '/matters', '/matters/M-08', '/api/v1/watches?limit=2'])
    expect(await shown(path), path).not.toMatch(/falcon/i);
  const matter = await shown('/matters/M-08');
  expect(matter).toContain('What 1 confidential watch');
  expect(matter).not.toMatch(/credits? this month|No news|No dates|Evidence file/);
});
