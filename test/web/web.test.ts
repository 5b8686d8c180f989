import { request } from 'node:http';
import { connect } from 'node:net';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { queriesOf, syncWatches } from '../../src/schedule/syncWatches.ts';
import { startMetrics } from '../../src/web/metrics.ts';
import { pages as allPages } from '../../src/web/pages.ts';
import { startWeb } from '../../src/web/startWeb.ts';
import { eventually } from '../eventually.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { httpAt } from './httpAt.ts';
import { putCheck, putCheckOf } from './putCheck.ts';
import { config, now, serve, token } from './serve.ts';

/** The pages without a name in their address. */
const pages = allPages.map((page) => page.path).filter((path) => !path.includes(':'));

/** Sends a GET with this `Host` header, which fetch does not allow, and returns the status. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
}

describe('the pages', () => {
  it('list the watches with their last checks, with markup of the config escaped', async () => {
    const { store, url } = await serve({ watches: [aWatch({ name: '<script>alert(1)</script>' })] });
    await putCheck(store, '<script>alert(1)</script>');
    for (const path of ['/watches', '/watches/widget-case']) {
      const response = await fetch(url + path);
      const text = await response.text();
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(text).not.toContain('<script>');
      expect(text).toContain('title="2026-05-04 12:00:00 UTC"');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  it('name a confidential watch by its matter, or not at all', async () => {
    const secret = { ...aWatch({ name: 'Project Nightjar' }), confidential: true };
    for (const [matter, shown] of [
      ['M-2026-099', 'M-2026-099'],
      [undefined, 'a confidential watch'],
    ]) {
      const { store, url } = await serve({ watches: [{ ...secret, matter }] });
      await putCheck(store, 'Project Nightjar');
      for (const path of [...pages, `/watches/${secret.id}`, `/feeds/${secret.id}.atom`, '/metrics', '/readyz']) {
        const text = await (await fetch(url + path)).text();
        expect(text).not.toContain('Nightjar');
        expect(text).not.toContain('1:20-cv-00168');
      }
      expect(await (await fetch(`${url}/watches`)).text()).toContain(shown);
      expect(await (await fetch(`${url}/alerts`)).text()).toContain('report a watch you may not read, are not listed');
    }
  });

  it.each([
    [
      'registers of one watch',
      ['HAGUE', 'EUIPO'].map((source) => ({ type: 'designs', source, holder: 'Rival' }) as const),
      ['Search">designs in HAGUE: holder Rival', 'Search">designs in EUIPO: holder Rival'],
    ],
    [
      'searches of one watch in one register',
      ['1:20-cv-00168', '2:26-cv-00777'].map((caseNumber) => ({ type: 'dockets', caseNumber }) as const),
      ['Search">dockets: case number 1:20-cv-00168', 'Search">dockets: case number 2:26-cv-00777'],
    ],
  ])('tell apart the %s, and link to its feed', async (_what, searches, cells) => {
    const watch = { ...aWatch(), searches };
    const { store, url } = await serve({ watches: [watch] });
    await syncWatches(store, { watches: [watch], spreadSeconds: 0 }, now);
    for (const { id } of queriesOf(watch)) await putCheckOf(store, id);
    const text = await (await fetch(`${url}/watches/${watch.id}`)).text();
    for (const cell of cells) expect(text).toContain(`<td data-name="${cell}</td>`);
    expect(text.match(new RegExp(`rel="alternate"[^>]*/feeds/${watch.id}.atom`, 'g'))).toHaveLength(1);
    expect(text).toContain('<main');
  });

  it('remember when the last visit ended, and show what is new since', async () => {
    const { url } = await serve();
    const first = await fetch(url);
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toContain('HttpOnly');
    const [seconds = 0] = [now.getTime() / 1000 - 7200];
    const text = await (await fetch(url, { headers: { cookie: `tipstaff-visit=${seconds}` } })).text();
    expect(text).toContain('New since <time datetime="2026-05-04T10:00:00.000Z"');
  });

  it('close idle connections, which do not keep other clients out', async () => {
    const { url } = await serve({ http: httpAt({ maxConnections: 20 }) });
    const { port, hostname } = new URL(url);
    const idle = Array.from({ length: 100 }, () =>
      connect(Number(port), hostname)
        .on('error', () => {})
        .resume(),
    );
    onTestFinished(() => {
      for (const socket of idle) socket.destroy();
    });
    await eventually(() => expect(idle.filter((socket) => !socket.closed).length).toBeLessThanOrEqual(20));
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await eventually(() => expect(idle.every((socket) => socket.closed)).toBe(true));
  });

  it('show no secret', async () => {
    const { store, url } = await serve();
    await putCheck(store);
    for (const path of [...pages, '/healthz', '/readyz', '/metrics']) {
      const response = await fetch(`${url}${path}`);
      const whole = `${JSON.stringify([...response.headers])}${await response.text()}`;
      expect(whole).not.toContain(token);
      expect(whole).not.toContain('hooks.slack.example');
    }
  });

  it.each([
    ['127.0.0.1:8080', 200],
    ['localhost', 200],
    ['tipstaff.localhost', 200],
    // Without users, the pages are open only at this machine.
    ['tipstaff:8080', 303],
    ['tipstaff.firm.example', 421],
    ['evil.example', 421],
    ['127.0.0.1.evil.example:80', 421],
  ])('respond to a request for %s with %i', async (host, status) => {
    const { url } = await serve();
    expect(await statusFor(url, host)).toBe(status);
  });
});

it('the start of the server fails with advice if its address is taken', async () => {
  const { store, url } = await serve();
  const http = httpAt({ port: Number(new URL(url).port) });
  const taken = { ...config, http };
  const metrics = await startMetrics(store, () => now);
  const starting = startWeb({ store, config: taken, metrics, clock: () => now, log: pino({ level: 'silent' }) });
  await expect(starting).rejects.toMatchObject({ code: 'web.listen', message: expect.stringContaining('http.port') });
});

describe('/feeds/NAME.atom', () => {
  it('gets the response 304 if the reader sends its tag, and has no body for HEAD', async () => {
    const { store, url } = await serve();
    await syncWatches(store, { watches: config.watches, spreadSeconds: 0 }, now);
    const address = `${url}/feeds/${aWatch().id}.atom`;
    // Uncompressed: a compressed response has the same tag, marked as weak.
    const first = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
    const tag = first.headers.get('etag') ?? '';
    expect((await fetch(address)).headers.get('etag')).toBe(`W/${tag}`);
    const modified = 'Thu, 01 Jan 1970 00:00:00 GMT';
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('last-modified')).toBe(modified);
    expect(tag).toMatch(/^"[\w-]+"$/);
    for (const known of [tag, `"other", W/${tag}`, '*']) {
      const second = await fetch(address, { headers: { 'if-none-match': known, 'if-modified-since': modified } });
      expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([304, '', tag]);
    }
    expect((await fetch(address, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    // A watch may get an older change later, so the time alone proves nothing.
    expect((await fetch(address, { headers: { 'if-modified-since': modified } })).status).toBe(200);
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
  });
});

describe('/feeds/NAME.ics', () => {
  it('gets the response 304 if only its time of creation differs', async () => {
    const { url } = await serve();
    const first = await fetch(`${url}/feeds/${aWatch().id}.ics`);
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]+"$/)]);
    const second = await fetch(`${url}/feeds/${aWatch().id}.ics`, { headers: { 'if-none-match': tag } });
    expect([second.status, await second.text()]).toEqual([304, '']);
  });

  it('is the iCalendar of a watch or a channel, and of no other name', async () => {
    const { url } = await serve();
    for (const name of [aWatch().id, 'counsel']) {
      const response = await fetch(`${url}/feeds/${name}.ics`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
      expect(await response.text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
    }
    expect((await fetch(`${url}/feeds/nobody.ics`)).status).toBe(404);
  });
});
