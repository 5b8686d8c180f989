import { expect, it } from 'vitest';
import { openFirm } from './firm.ts';

it('an outage of the service leads to one mail to the operators and to counsel, and one each at its end', async () => {
  const watch = { matter: 'M-1', schedule: '0 7 * * 1-5', timezone: 'America/New_York' };
  const firm = await openFirm({
    watches: [
      { ...watch, id: 'widget', name: 'Widget patent', dockets: { patentNumber: '6,834,603' } },
      { ...watch, id: 'rival', name: 'Rival anywhere', dockets: { companyName: 'Rival' } },
    ],
  });
  // Thursday evening. On Friday at 7:00 both watches are due.
  firm.office.now = new Date('2026-11-19T23:00:00.000Z');
  firm.files('Nov 2, 2026', 'COMPLAINT against Rival Inc. by Widget Co.');
  await firm.checkAndSend();
  expect(await firm.waits(12)).toEqual([]);

  // Six in the morning. The first check fails an hour later, and the notice is due an hour after that.
  firm.office.service.reply = () => ({ status: 503, body: '' });
  const told = await firm.waits(30);
  expect(told.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual([
    'counsel@firm.example: Could not check Rival anywhere and Widget… since Nov 20, 2026, 7:00 AM EST [M-1]',
    'ops@firm.example: Tipstaff: the service is away',
  ]);
  for (const { after } of told) expect(after).toBeLessThanOrEqual(60 + 60 + 5);

  firm.files('Nov 20, 2026', 'ORDER: Markman Hearing set for 6/2/2027 at 10:00 AM.');
  firm.office.service.reply = () => undefined;
  const back = await firm.waits(24);
  expect(back.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual([
    'counsel@firm.example: Checks work again for Rival anywhere and Widget patent [M-1]',
    'counsel@firm.example: Markman hearing Jun 2, 2027: Widget v. Rival (D. Del. 20-168) [M-1]',
    'ops@firm.example: Tipstaff: the service works again',
  ]);
});
