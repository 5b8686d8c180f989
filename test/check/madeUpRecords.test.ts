import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { requireSameService } from '../../src/daemon/serviceOrigin.ts';
import { designHit, docketHit } from './hits.ts';
import { openOffice } from './office.ts';
import type { DesignHit, DocketHit } from './service.ts';

/** Databases that do not name their service, as those of version 0.1.0. */
const real = { service: { baseUrl: 'https://search.example.com' } };
const sandbox = { service: { baseUrl: 'sandbox' } };
const watches = [
  { id: 'widget', dockets: { patentNumber: '6,834,603' } },
  { id: 'bottles', designs: { source: 'HAGUE', locarno: '09-01' } },
];

/** What a sandbox shows, as it would be stored if the service showed it. */
async function madeUp(): Promise<{ dockets: DocketHit[]; designs: DesignHit[] }> {
  const running = await startSandbox({ world: { startsOn: '2026-03-02' } });
  onTestFinished(() => running.close());
  const ask = async (path: string, body: object) => {
    const headers = { authorization: 'Bearer sandbox', 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${running.url}/api/v3/${path}`, request)).text();
  };
  return {
    dockets: JSON.parse(await ask('pacer', { patentNumber: '6834603', size: 1 })).data.hits,
    designs: JSON.parse(await ask('wipo', { source: 'HAGUE', lcs: '09-01', num: 1 })).hits,
  };
}

it.each([
  'dockets',
  'designs',
] as const)('%s that a sandbox made up are never compared with those of a real service', async (shown) => {
  const office = await openOffice({ watches });
  office.service[shown] = (await madeUp())[shown] as never;
  await office.check();
  for (const readOnly of [true, false]) {
    const refused = requireSameService(office.store, real, { readOnly });
    await expect(refused).rejects.toMatchObject({
      code: 'store.other-service',
      message: expect.stringContaining('holds records of the built-in sandbox'),
    });
  }
  await requireSameService(office.store, sandbox);
});

it('records of a real service are never compared with those of the sandbox', async () => {
  const office = await openOffice({ watches });
  office.service.dockets = [docketHit()];
  office.service.designs = [designHit(1)];
  await office.check();
  await expect(requireSameService(office.store, sandbox)).rejects.toMatchObject({
    code: 'store.other-service',
    message: expect.stringContaining('holds records of a real service'),
  });
  await requireSameService(office.store, real);
});

it('a database without records belongs to whichever service it is used with first', async () => {
  const office = await openOffice({ watches });
  await requireSameService(office.store, sandbox);
  await expect(requireSameService(office.store, real)).rejects.toMatchObject({ code: 'store.other-service' });
});
