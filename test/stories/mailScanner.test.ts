import { expect, it } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { openFirm } from './firm.ts';

const publicUrl = 'http://tipstaff.localhost';

/** Tables that are written in the background after a check, for the search index. */
const ofSearch = /^(?:record_words|entry_words)/;

/** Returns all content of the database except the search index, one line per table. */
async function everythingIn({ db }: Store): Promise<string> {
  const tables = (await db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !ofSearch.test(name))
    .sort();
  const rows = tables.map(async (name) => {
    const all = await db
      .selectFrom(name as 'users')
      .selectAll()
      .execute();
    return `${name}: ${all.map((row) => JSON.stringify(row)).sort()}`;
  });
  return (await Promise.all(rows)).join('\n');
}

// At this machine nobody has to sign in, so a link that changed something would do so for the scanner.
it('a mail scanner that opens every link of every mail changes nothing', async () => {
  const firm = await openFirm({ http: { publicUrl } });
  firm.files('Nov 2, 2026', 'COMPLAINT against Rival Inc. by Widget Co.');
  const announced = await firm.checkAndSend();
  firm.files('Nov 20, 2026', 'ORDER granting 1 Motion to Dismiss. Answer due 12/4/2026.');
  firm.office.pass(1);
  const told = await firm.checkAndSend();
  const links = [...announced, ...told].flatMap((mail) => mail.links).filter((link) => link.startsWith(publicUrl));
  expect(links.length).toBeGreaterThan(1);

  const before = await everythingIn(firm.office.store);
  for (const link of links) {
    for (const method of ['HEAD', 'GET']) {
      const { status } = await fetch(firm.url + link.slice(publicUrl.length), { method, redirect: 'manual' });
      expect(status, `${method} ${link}`).toBeLessThan(400);
    }
  }
  expect((await everythingIn(firm.office.store)).split('\n')).toEqual(before.split('\n'));
});
