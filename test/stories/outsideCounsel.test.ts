import { expect, it } from 'vitest';
import { saveUser } from '../../src/people/usersTable.ts';
import { quickHash } from '../web/quickHash.ts';
import { openFirm, theCase } from './firm.ts';
import { openProxy } from './openProxy.ts';
import { person } from './person.ts';

const password = 'correct horse battery';

it('outside counsel is a user of one matter, who signs in at its address and sees no other matter', async () => {
  const watches = [
    { id: 'widget', name: 'Widget patent', matter: 'M-2026-014', dockets: { patentNumber: '6,834,603' } },
    { id: 'lamp', name: 'Lamp patent', matter: 'M-2026-015', dockets: { companyName: 'Lamp' } },
  ];
  const firm = await openFirm({ watches });
  firm.files('Nov 2, 2026', 'COMPLAINT against Rival Inc. by Widget Co.');
  await firm.checkAndSend();
  const user = { name: 'outside', role: 'reader', matters: ['M-2026-014'], confidential: false } as const;
  await saveUser(firm.office.store.db, { ...user, password: quickHash(password) }, firm.office.now);
  const outside = person(await openProxy(firm.url), '127.0.0.9');
  const matter = '/matters/M-2026-014';
  expect(await outside.opens(matter)).toEqual({ status: 303, text: '' });
  expect(await outside.signsIn('outside', password)).toBe(true);
  for (const path of [matter, theCase]) {
    expect(await outside.opens(path), path).toEqual({ status: 200, text: expect.stringContaining('Widget Co.') });
  }
  expect((await outside.opens('/matters/M-2026-015')).status).toBe(404);
  for (const path of ['/', '/watches', '/matters', '/checks', '/credits', '/api/v1/watches', matter]) {
    expect((await outside.opens(path)).text, path).not.toMatch(/lamp|M-2026-015/i);
  }
});
