import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { docketHit } from '../check/hits.ts';
import { serveOffice } from './serveOffice.ts';

const settings = { watches: [{ id: 'widget', dockets: { patentNumber: '6,834,603' } }] };

/** Returns a response as it came over the wire, still compressed. */
async function raw(address: string, headers: Record<string, string> = {}) {
  const response = await request(address, { headers: { 'accept-encoding': 'gzip', ...headers } });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: Buffer.from(await response.body.arrayBuffer()),
  };
}

describe('compression', () => {
  it.each([
    '/',
    '/cases',
    '/feeds/widget.atom',
    '/feeds/widget.ics',
    '/api/v1/cases',
    '/style.css',
  ])('shortens %s for a client that accepts gzip, and for no other', async (path) => {
    const { office, url } = await serveOffice(settings);
    office.service.dockets = [docketHit({ docketId: 1 })];
    await office.check();
    const page = path === '/style.css' ? assetIn((await raw(`${url}/`)).body) : path;
    const short = await raw(url + page);
    expect(short.headers['content-encoding']).toBe('gzip');
    expect(short.headers.vary).toContain('Accept-Encoding');
    const whole = await raw(url + page, { 'accept-encoding': 'identity' });
    expect(whole.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(short.body).length).toBeGreaterThan(short.body.length);
    expect(gunzipSync(short.body).toString().slice(0, 100)).toBe(whole.body.toString().slice(0, 100));
    const etag = short.headers.etag;
    if (typeof etag === 'string') expect((await raw(url + page, { 'if-none-match': etag })).status).toBe(304);
  });

  it('leaves out every page that may repeat words of the request beside a secret', async () => {
    const { url } = await serveOffice(settings);
    for (const path of [
      '/search?q=token',
      '/cases?state=open',
      '/cases.json?state=open',
      '/sign-in?to=/x',
      '/watches?x=1',
    ])
      expect((await raw(url + path)).headers['content-encoding'], path).toBeUndefined();
    expect((await raw(`${url}/api/v1/cases?limit=1`)).headers['content-encoding']).toBeUndefined();
    const byKey = await raw(`${url}/api/v1/cases?limit=1`, { authorization: 'Bearer any' });
    expect(byKey.headers.vary).toContain('Accept-Encoding');
    const form = await fetch(`${url}/new-watch`, {
      method: 'POST',
      body: 'id=x',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(form.headers.get('content-encoding')).toBeNull();
  });
});

function assetIn(page: Buffer): string {
  return /href="([^"]+\.css[^"]*)"/.exec(gunzipSync(page).toString())?.[1] ?? expect.fail();
}

it.each([
  '/healthz',
  '/readyz',
  '/metrics',
  '/nothing',
  '/cases/none',
  '/feeds/none.atom',
  '/api/v1/none',
])('the response of %s may not be stored in any cache', async (path) => {
  const { url } = await serveOffice(settings);
  expect((await raw(url + path)).headers['cache-control']).toBe('no-store');
});

it('the pages may use neither camera, location nor payment', async () => {
  const { url } = await serveOffice(settings);
  const policy = String((await raw(`${url}/`)).headers['permissions-policy']);
  for (const feature of ['camera', 'geolocation', 'microphone', 'payment', 'usb'])
    expect(policy).toContain(`${feature}=()`);
});
