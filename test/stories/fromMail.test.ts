import { expect, it } from 'vitest';
import { signMailLink } from '../../src/alerts/message/gather.ts';
import { listQuieted, runningHolds } from '../../src/schedule/holds/holdsTable.ts';
import { signingKey } from '../../src/store/store.ts';
import { sendForm } from '../web/sendForm.ts';
import { signedIn } from '../web/signedIn.ts';
import { firmWithMail } from './mailLinks.ts';

/** A browser without a session. */
function stranger(url: string) {
  const opens = (path: string) => fetch(url + path, { redirect: 'manual' });
  const presses = (path: string) => sendForm(url, path, {}, {}, path);
  return { opens, presses };
}

async function strangerWithMail() {
  const { firm, ...links } = await firmWithMail();
  await signedIn({ store: firm.office.store, url: firm.url }, 'ann', { role: 'admin' }, firm.office.now);
  const changes = firm.office.store.db.selectFrom('changes').select('acknowledgedBy as who');
  const acknowledged = () => changes.where('acknowledgedAt', 'is not', null).execute();
  return { firm, ...links, ...stranger(firm.url), acknowledged };
}

it('a reader can acknowledge a mail without signing in, by the button of the page behind its link', async () => {
  const { acknowledging, opens, presses, acknowledged } = await strangerWithMail();
  const asked = await opens(acknowledging);
  expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('for everybody who may see it')]);
  expect(await acknowledged()).toEqual([]);
  expect(await (await presses(acknowledging)).text()).toContain('<h1>Acknowledged</h1>');
  const rows = await acknowledged();
  expect(rows.map(({ who }) => who)).toEqual(rows.map(() => 'a reader of counsel, from a mail'));
  expect(rows.length).toBeGreaterThan(0);
  // After its use the link offers no button.
  const again = await (await opens(acknowledging)).text();
  expect(again).toContain('<h1>Acknowledged</h1>');
  expect(again).not.toContain('<button');
});

it('a reader of a mail who does not sign in cannot mute anything', async () => {
  const { firm, silencing, opens, presses } = await strangerWithMail();
  const asked = await opens(silencing);
  expect([asked.status, asked.headers.get('location')]).toEqual([303, `/sign-in?to=${encodeURIComponent(silencing)}`]);
  for (const path of [`${silencing}/mute`, '/watches/widget/mute', '/watches/widget/quieten']) {
    expect((await presses(path)).status, path).not.toBe(200);
  }
  const { db } = firm.office.store;
  expect(await runningHolds(db)).toEqual([]);
  expect(await listQuieted(db)).toEqual([]);
});

it('a mail link is valid only with our own signature, for its own record, and for 30 days', async () => {
  const { firm, acknowledging, opens } = await strangerWithMail();
  const token = acknowledging.slice('/acknowledge/'.length);
  const [alert = '', made = '', type = '', key = '', signature = ''] = token.split('.');
  const text = [alert, made, type, key].join('.');
  const other = [alert, made, type, Buffer.from('7002').toString('base64url')].join('.');
  const createdAt = new Date(Number.parseInt(made, 36)).toISOString();
  const link = { alert: Number(alert), createdAt, type: 'docket', key: '7001' } as const;
  expect(signMailLink(await signingKey(firm.office.store), link)).toBe(token);
  const byService = signMailLink(firm.office.parts().config.service.token, link);
  for (const forged of [
    `${other}.${signature}`,
    `${text}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    text,
    `${text}.`,
    'x',
    byService,
  ]) {
    expect((await opens(`/acknowledge/${forged}`)).status, forged).toBe(404);
  }
  expect((await opens('/cases/7001')).status).toBe(303);
  firm.office.pass(31);
  expect((await opens(acknowledging)).status).toBe(404);
});

it('a form from another site acknowledges nothing', async () => {
  const { firm, acknowledging, acknowledged } = await strangerWithMail();
  const sent = await fetch(firm.url + acknowledging, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ formToken: 'guessed-guessed-guessed' }),
  });
  expect(sent.status).toBe(403);
  expect(await acknowledged()).toEqual([]);
});
