import { expect } from 'vitest';
import { saveUser } from '../../src/people/usersTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import { eventually } from '../eventually.ts';
import { person } from '../stories/person.ts';
import { quickHash } from '../web/quickHash.ts';
import { serveOffice } from '../web/serveOffice.ts';
import { name, proxies, startProxy } from './proxy.ts';
import { itWith } from './tools.ts';

const password = 'correct horse battery';
const largestForm = 25_000_000;

for (const [example, { tool, start }] of Object.entries(proxies)) {
  itWith(tool)(
    `${example} lets readers in only over HTTPS, passes on their addresses, and hides health and metrics`,
    async () => {
      const user = { name: 'ann', role: 'admin', matters: undefined, confidential: false } as const;
      const { office, url: pages } = await serveOffice(
        { http: { publicUrl: `https://${name}`, hsts: true } },
        ({ store }) => saveUser(store.db, { ...user, password: quickHash(password) }),
      );
      const { port, said, trust } = await startProxy(start, pages);
      const url = `https://${name}:${port}`;
      const forged = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-forwarded-proto': 'http' };
      const stranger = person(url, '127.0.0.66', forged, trust);
      await eventually(() => stranger.opens('/sign-in'));
      expect(await stranger.opens('/'), said.join('')).toEqual({ status: 303, text: expect.any(String) });
      for (const inside of ['/metrics', '/readyz', '/healthz'])
        expect(await stranger.opens(inside), inside).toEqual({
          status: 404,
          text: expect.not.stringMatching(/tipstaff_|obstacles/),
        });
      expect(await stranger.signsIn('ann', 'a wrong password')).toBe(false);
      const [refused] = await listAudit(office.store.db, { what: 'sign-in.refused', limit: 1 });
      expect(refused).toMatchObject({ detail: 'from 127.0.0.66' });

      const ann = person(url, '127.0.0.7', {}, trust);
      expect(await ann.signsIn('ann', password)).toBe(true);
      expect(await ann.opens('/watches')).toEqual({ status: 200, text: expect.stringContaining('widget') });
      // The proxy passes the largest form on, and it is Tipstaff that refuses it.
      const send = (bytes: number) =>
        ann.sends('/watches/widget/own/pictures', { own: 'x'.repeat(bytes) }, '/', { multipart: true });
      expect(await send(largestForm)).toEqual({ status: 404, text: expect.stringContaining('Tipstaff') });
      const larger = await send(largestForm + 3_000_000).catch(() => undefined);
      expect(larger?.status ?? 413).toBe(413);
    },
  );
}
