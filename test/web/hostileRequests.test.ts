import { expect, it } from 'vitest';
import { docketWith, entryHit } from '../check/hits.ts';
import { byNight } from '../runs.ts';
import { serveOffice } from './serveOffice.ts';
import { signedIn } from './signedIn.ts';

const far = ['2147483648', '9223372036854775808', '99999999999999999999999'];

const strange = ['%00', 'a%00b', '%FF', '%ED%A0%80', '%E2%80%AE', '%25_%27%22%3B'];

const addresses = [
  ...far.flatMap((id) => [
    `/alerts/${id}`,
    `/alerts/${id}/mail`,
    `/checks/${id}`,
    `/cases?after=${id}`,
    `/alerts?before=${id}`,
  ]),
  ...[
    '/cases/',
    '/designs/',
    '/watches/',
    '/matters/',
    '/users/',
    '/search?q=',
    '/search.csv?q=',
    '/audit?who=',
    '/audit?what=',
    '/audit?subject=',
    '/cases/7001?words=',
    '/sign-in?to=',
    '/?key=',
    '/feeds/',
    '/api/v1/cases?watch=',
    '/api/v1/cases?cursor=',
    '/api/v1/alerts?channel=',
    '/designs/none/picture?path=',
  ].flatMap((path, place) =>
    // Two of the texts in turn. The nightly run takes all of them.
    strange.filter((_, index) => byNight || index % 3 === place % 3).map((text) => path + text),
  ),
  '/feeds/%00.atom',
  '/feeds/%00.ics',
  `/search?q=${encodeURIComponent('"a" OR * NEAR(b, 2) col:x ^ {y} -"')}`,
  `/search?q=${encodeURIComponent(`${'-a '.repeat(60)}`)}`,
];

it('a form that cannot be read gets the status 400, and never an internal error', async () => {
  const { url } = await serveOffice();
  for (const path of ['/sign-in', '/sign-out', '/watches/widget/check']) {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type, cookie: 'tipstaff-form=a-token-of-this-browser-alone' };
      const response = await fetch(url + path, { method: 'POST', headers, body: 'x' });
      expect([response.status, await response.text()]).toEqual([400, 'The form could not be read.\n']);
    }
  }
});

it('strange addresses and forms get an error page, and never an internal error', async () => {
  const { office, url } = await serveOffice();
  office.service.dockets = [docketWith([entryHit(1)])];
  await office.check();
  const boss = await signedIn({ store: office.store, url }, 'boss', { role: 'admin', confidential: true }, office.now);
  for (const name of ['__proto__', 'constructor', 'toString']) {
    for (const path of [`/feeds/${name}.ics`, `/feeds/${name}.atom`, `/watches/${name}`, `/matters/${name}`]) {
      expect((await boss.show(path)).status, path).toBe(404);
    }
  }
  const bad: unknown[] = [];
  for (const address of addresses) {
    const response = await boss.show(address);
    if (response.status >= 500) bad.push([address, response.status]);
    await response.arrayBuffer();
  }
  for (const text of ['a\u0000b', '\ud800', 'x'.repeat(60_000)]) {
    for (const [path, form] of [
      ['/sign-in', { name: text, password: text }],
      ['/cases/7001/note', { text }],
      ['/cases/7001/ignore', { watch: 'widget', why: text }],
      ['/watches/widget/mute', { until: '2026-12-01', why: text }],
      ['/watches/widget/pause', { why: text }],
      ['/users/add', { name: text, role: 'reader', sees: 'all' }],
      ['/users/boss/key', { label: text, days: '30' }],
      ['/account/save', { timezone: text, locale: text }],
      ['/changes/acknowledge', { changes: `${text},99999999999999,2147483648,-1` }],
      ['/new-watch', { step: 'save', id: 'x', name: text, 'dockets.companyName': text, tags: text, matter: text }],
    ] as const) {
      const response = await boss.send(path, form);
      if (response.status >= 500) bad.push([path, JSON.stringify(text.slice(0, 10)), response.status]);
      await response.arrayBuffer();
    }
  }
  expect(bad).toEqual([]);
});
