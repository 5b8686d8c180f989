import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { keyOf, signedHeaders } from '../../../src/base/http.ts';
import { docketHit } from '../../check/hits.ts';
import { serveOffice } from '../../web/serveOffice.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const former = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const pathSecret = 'a-secret-of-the-path-0123456789abcdef';
const nudges = {
  desk: { type: 'webhook', secret: [secret, former] },
  cl: { type: 'webhook', format: 'courtlistener', secret: pathSecret, cases: { 68045740: 'ded 1:20-cv-00168' } },
  far: { type: 'webhook', format: 'courtlistener', secret: pathSecret, from: ['192.0.2.0/24'] },
};
const own = JSON.stringify({ court: 'D. Del.', case: '1:20-cv-168', document: 2 });

async function door() {
  const { office, url } = await serveOffice({ nudges }, async (made) => {
    made.service.dockets = [docketHit()];
    await made.check();
  });
  const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}/nudges/${path}`, { method: 'POST', body, headers });
  const sign = (id: string, body: string, by = secret, at = office.now) => signedHeaders([keyOf(by)], id, at, body);
  const stored = async () => {
    const rows = await office.store.db.selectFrom('nudges').select(['source', 'court', 'document']).execute();
    return rows.map(({ source, court, document }) => `${source} ${court} ${document}`);
  };
  return { office, url, post, sign, stored };
}

describe('a signed call', () => {
  it('is a nudge for the case that it names, whichever of the secrets signed the call', async () => {
    const { post, sign, stored } = await door();
    expect((await post('desk', own, sign('a', own))).status).toBe(202);
    const other = JSON.stringify({ court: 'ded', pacerCaseId: '7001', document: '3' });
    expect((await post('desk', other, sign('b', other, former))).status).toBe(202);
    expect(await stored()).toEqual(['desk ded 2', 'desk ded 3']);
  });

  it('with blank or absent numbers is about the case that it names, and about no other case of the court', async () => {
    const { office, post, sign, stored } = await door();
    office.service.dockets = [
      docketHit(),
      { ...docketHit(), docketId: 2, docketNumber: '1:20-cv-09999', pacerCaseId: '' },
    ];
    await office.check();
    const body = JSON.stringify({ court: 'ded', case: '1:20-cv-168', pacerCaseId: '', document: 2 });
    expect((await post('desk', body, sign('a', body))).status).toBe(202);
    expect(await stored()).toEqual(['desk ded 2']);
    const none = JSON.stringify({ court: 'ded', case: '1:20-cv-168', pacerCaseId: null, text: null, document: 3 });
    expect((await post('desk', none, sign('b', none))).status).toBe(202);
    expect(await stored()).toEqual(['desk ded 2', 'desk ded 3']);
  });

  it('from another implementation of Standard Webhooks is accepted', async () => {
    const { post, office, stored } = await door();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(office.now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', office.now, own),
    };
    expect((await post('desk', own, headers)).status).toBe(202);
    expect(await stored()).toEqual(['desk ded 2']);
  });

  it('counts once, however often it is sent', async () => {
    const { post, sign, stored, office } = await door();
    for (let time = 0; time < 3; time += 1) expect((await post('desk', own, sign('a', own))).status).toBe(202);
    office.pass(0, 1);
    expect((await post('desk', own, sign('a', own))).status).toBe(202);
    expect(await stored()).toEqual(['desk ded 2']);
  });

  it('is refused without a signature, with a wrong one, for another body, or with an old or future time', async () => {
    const { post, sign, stored, office } = await door();
    const status = async (body: string, headers?: Readonly<Record<string, string>>) =>
      (await post('desk', body, headers)).status;
    expect(await status(own)).toBe(401);
    expect(await status(own, sign('a', own, `whsec_${Buffer.alloc(32, 9).toString('base64')}`))).toBe(401);
    expect(await status(own.replace('2', '9'), sign('a', own))).toBe(401);
    const later = (minutes: number) => new Date(office.now.getTime() + minutes * 60_000);
    expect(await status(own, sign('a', own, secret, later(-6)))).toBe(401);
    expect(await status(own, sign('a', own, secret, later(6)))).toBe(401);
    expect((await post('nobody', own, sign('a', own))).status).toBe(404);
    expect((await post(`desk/${secret}`, own, sign('a', own))).status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  it('is refused if it names no case, is too large, or comes too often', async () => {
    const { post, sign, stored } = await door();
    for (const body of ['', '[]', '{"court":"mars","case":"1:20-cv-1"}', '{"court":"ded"}']) {
      expect((await post('desk', body, sign(`x${body}`, body))).status).toBe(400);
    }
    const statuses: number[] = [];
    for (let time = 0; time < 60; time += 1) statuses.push((await post('desk', own, sign(`n${time}`, own))).status);
    expect(statuses.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 202));
    expect(statuses.at(-1)).toBe(429);
    expect(new Set(await stored())).toEqual(new Set(['desk ded 2']));
    const large = JSON.stringify({ court: 'ded', text: 'x'.repeat(300_000) });
    expect((await post('desk', large, sign('large', large))).status).toBe(413);
  });
});

describe("CourtListener's docket alerts", () => {
  const alert = (docket: unknown, entry = 1) =>
    JSON.stringify({
      payload: {
        results: [{ id: entry, docket, entry_number: 12, description: '<b>ORDER</b> granting', recap_documents: [] }],
      },
      webhook: { event_type: 1, version: 1 },
    });

  it('are accepted at an address with the secret, for a case that the config lists', async () => {
    const { post, stored } = await door();
    const key = { 'idempotency-key': 'one' };
    expect((await post(`cl/${pathSecret}`, alert(68045740), key)).status).toBe(202);
    expect((await post(`cl/${pathSecret}`, alert(68045740), key)).status).toBe(202);
    expect((await post(`cl/${pathSecret}`, alert(1, 2), { 'idempotency-key': 'two' })).status).toBe(202);
    expect(await stored()).toEqual(['cl ded 12']);
  });

  it('get a 404 with a wrong secret, or from another address than `from`', async () => {
    const { post, stored } = await door();
    for (const path of ['cl', 'cl/wrong', `cl/${pathSecret}x`, `cl/${pathSecret}/more`, `far/${pathSecret}`]) {
      expect((await post(path, alert(68045740))).status).toBe(404);
    }
    expect((await post(`far/${pathSecret}`, alert(68045740), { 'x-forwarded-for': '192.0.2.7' })).status).toBe(202);
    expect(await stored()).toEqual([]);
  });
});
