import { expect, it } from 'vitest';
import { requireSameService } from '../../src/daemon/program.ts';
import { openOffice } from './office.ts';

const real = { service: { baseUrl: 'https://search.example.com' } };
const sandbox = { service: { baseUrl: 'sandbox' } };
const watches = [
  { id: 'widget', dockets: { patentNumber: '6,834,603' } },
  { id: 'bottles', designs: { source: 'HAGUE', locarno: '09-01' } },
];

it('a database without records belongs to whichever service it is used with first', async () => {
  const office = await openOffice({ watches });
  await requireSameService(office.store, sandbox);
  await expect(requireSameService(office.store, real)).rejects.toMatchObject({ code: 'store.other-service' });
});
