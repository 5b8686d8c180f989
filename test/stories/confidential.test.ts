import { expect, it } from 'vitest';
import { refusal } from '../check/service.ts';
import { signedIn } from '../web/signedIn.ts';
import { openFirm } from './firm.ts';

const secret = { id: 'x', name: 'Project Falcon', matter: 'M-9', confidential: true, dockets: { companyName: 'Acme' } };

it('mails and pages report a refused query of a confidential watch without the words of the service', async () => {
  const firm = await openFirm({ watches: [secret] });
  firm.office.service.reply = () => refusal(1001, 'companyName "Acme" is too short');
  const mails = await firm.checkAndSend();
  expect(mails.map(({ to }) => to[0]).sort()).toEqual(['counsel@firm.example', 'ops@firm.example']);
  for (const { subject, text } of mails) {
    expect(text).toContain('the service refused the search');
    expect(subject + text).not.toMatch(/Acme|Falcon/);
  }

  const pages = { store: firm.office.store, url: firm.url };
  const colleague = await signedIn(pages, 'ann', { role: 'editor' }, firm.office.now);
  const owner = await signedIn(pages, 'bob', { role: 'editor', confidential: true }, firm.office.now);
  const lists = [
    '/watches.csv',
    '/checks.csv',
    '/checks.json',
    '/api/v1/watches',
    '/api/v1/checks',
    '/api/v1/incidents',
  ];
  for (const path of ['/', '/watches', '/watches/x', '/checks', '/checks/1', '/matters/M-9', '/alerts/1', ...lists]) {
    const shown = await (await colleague.show(path)).text();
    expect(shown, path).not.toMatch(/Acme|Falcon/);
  }
  expect(await (await owner.show('/checks/1')).text()).toMatch(/companyName .*Acme.* is too short/);
});
