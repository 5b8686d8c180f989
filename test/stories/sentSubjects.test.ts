import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openFirm } from './firm.ts';

it('an alert that was sent is listed by the subject of its mail, even if its case is renamed later', async () => {
  const firm = await openFirm();
  firm.files('Nov 2, 2026', 'COMPLAINT against Rival Inc. by Widget Co.');
  await firm.checkAndSend();
  firm.files('Nov 20, 2026', 'ORDER granting 1 Motion to Dismiss.');
  firm.office.pass(1);
  const [mail] = await firm.checkAndSend();
  expect(mail?.subject).toContain('Widget');
  const { db } = firm.office.store;
  const renamed = { body: sql<string>`replace(body, 'Widget', 'Gadget')` };
  await db.updateTable('records').set(renamed).execute();
  expect(await firm.reads('/alerts')).toContain(mail?.subject);
  // An alert that waits has the current name.
  await db.updateTable('alerts').set({ state: 'waiting' }).execute();
  expect(await firm.reads('/alerts')).not.toContain(mail?.subject);
  expect(await firm.reads('/alerts')).toContain('Gadget');
});
