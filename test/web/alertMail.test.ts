import { expect, it } from 'vitest';
import { keepPicture } from '../../src/store/snapshot/recordsTable.ts';
import { designHit } from '../check/hits.ts';
import { serveOffice } from './serveOffice.ts';
import { signedIn } from './signedIn.ts';

const settings = {
  channels: {
    brand: { type: 'email', smtpUrl: 'smtp://127.0.0.1:9', from: 'a@firm.example', to: ['b@firm.example'] },
    ops: { type: 'slack', webhookUrl: 'http://127.0.0.1:9/ops' },
  },
  defaults: { notify: ['brand'] },
  watches: [{ id: 'bottles', matter: 'M-1', designs: { source: 'HAGUE', holder: 'Rival' } }],
};

const image = { filename: '2-1.jpg', url: 'https://search.example/img/2-1.jpg' };

async function newDesign(notify = 'brand') {
  const { office, url } = await serveOffice({ ...settings, defaults: { notify: [notify] } });
  office.service.designs = [designHit(1)];
  await office.check();
  office.service.designs = [
    designHit(1),
    designHit(2, { RD: '2026-11-20', PROD: ['<script>alert(1)</script>'], IMG_DATA: [image] }),
  ];
  await office.check({ after: 1 });
  const alerts = await office.store.db.selectFrom('alerts').select(['id', 'kind', 'channel']).execute();
  const id = alerts.find((one) => one.kind === 'changes' && one.channel === notify)?.id;
  return { office, url, id };
}

it('the page of an alert shows its mail, with pictures inside, in a frame that can run no scripts', async () => {
  const { office, url, id } = await newDesign();
  const bytes = new Uint8Array([1, 2, 3]);
  await keepPicture(office.store.db, '/img/2-1.jpg', { contentType: 'image/png', bytes }, office.now.toISOString());
  const page = await fetch(`${url}/alerts/${id}`);
  expect(await page.text()).toContain(`<iframe src="/alerts/${id}/mail" title="The mail" sandbox="`);
  expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'");
  const mail = await fetch(`${url}/alerts/${id}/mail`);
  const policy = mail.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(
    /default-src 'none'; img-src data:; style-src 'unsafe-inline';.*frame-ancestors 'self'; sandbox /,
  );
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
  const html = await mail.text();
  expect(html).toContain('src="data:image/png;base64,AQID"');
  expect(html).toContain('<base target="_blank">');
  expect(html).not.toMatch(/src="cid:|<script>/);
});

it('the mail of an alert exists only for email channels, and only for viewers who may read the alert', async () => {
  const { office, url, id } = await newDesign();
  const { id: other } = await office.store.db
    .insertInto('alerts')
    .values({
      channel: 'ops',
      kind: 'notice',
      state: 'sent',
      createdAt: office.now.toISOString(),
      dueAt: office.now.toISOString(),
      payload: JSON.stringify({ notices: [] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await fetch(`${url}/alerts/${other}/mail`)).status).toBe(404);
  const stranger = await signedIn({ store: office.store, url }, 'stranger', { matters: ['M-2'] }, office.now);
  expect((await stranger.show(`/alerts/${id}/mail`)).status).toBe(404);
  expect((await fetch(`${url}/alerts/${id}/mail`)).status).toBe(401);
});
