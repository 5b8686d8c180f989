import { describe, expect, it } from 'vitest';
import { renderWithPictures } from '../../../../src/alerts/channels/email/draw.ts';
import { type FetchPicture, NoPicture } from '../../../../src/records/design.ts';
import { sampleAlerts } from '../../outbox/sampleAlerts.ts';

const { signal } = new AbortController();
const message = sampleAlerts['design-changed'] ?? expect.fail();
const every: FetchPicture = async (url) => ({ contentType: 'image/png', bytes: Buffer.from(url) });
const noOld: FetchPicture = async (url, stop) =>
  url.includes('old') ? Promise.reject(new NoPicture('404')) : every(url, stop);

const draw = (form: 'list' | 'sheet', fetchPicture: FetchPicture | undefined) =>
  renderWithPictures(message, { form }, fetchPicture, signal);
/** Returns the widths of the pictures before and after. */
const widths = (html: string) =>
  [...html.matchAll(/<img [^>]*width="(\d+)" alt="(?:Before|After),/g)].map(([, width]) => width);
const plain = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

it.each([
  'list',
  'sheet',
] as const)('the pictures before and after a change are side by side and equally wide, as %s', async (form) => {
  const { email, attachments } = await draw(form, every);
  const [before, after, ...more] = widths(email.html);
  expect(before).toBeDefined();
  expect([after, more]).toEqual([before, []]);
  expect(email.html).toMatch(/>Before<\/div>(?:(?!<tr).)*<td(?:(?!<tr).)*>After<\/div>/s);
  expect(attachments.map(({ content }) => content.toString()).filter((url) => url.includes('old'))).toHaveLength(1);
});

it.each(['list', 'sheet'] as const)('a picture that cannot be fetched is called “not kept”, as %s', async (form) => {
  const { email, attachments } = await draw(form, noOld);
  expect(plain(email.html)).toMatch(/Before not kept (?:\S+ )?After/);
  const shown = [...email.html.matchAll(/src="cid:([^"]+)"/g)].map(([, cid]) => cid);
  expect(new Set(shown)).toEqual(new Set(attachments.map(({ cid }) => cid)));
});

it('a mail without pictures says so in words, and has no image element', async () => {
  const { email, attachments } = await draw('list', undefined);
  expect(attachments).toEqual([]);
  expect(email.html).not.toContain('<img');
  expect(plain(email.html)).toContain('Picture not available');
});

describe('a digest of designs as a contact sheet', () => {
  const alike = sampleAlerts['looks-like-ours'] ?? expect.fail();
  const sheet = () => renderWithPictures(alike, { form: 'sheet' }, every, signal);

  it('shows for each compared design its likeness, the own picture and a link to the comparison', async () => {
    const { email, attachments } = await sheet();
    const words = plain(email.html);
    expect(words).toContain('Very similar to your DM/200 002 (likeness 0.83).');
    expect(words).toMatch(/Not compared with your designs\. No picture yet/);
    expect(email.html).toMatch(/>New<\/div>(?:(?!<tr).)*<td(?:(?!<tr).)*>Yours<\/div>/s);
    expect(email.html.match(/\/watches\/rival-bottles\/alike\/[^"]+"[^>]*>Compare and review</g)).toHaveLength(2);
    expect(attachments.map(({ content }) => content.toString())).toContain(
      'https://search.example/images/DM200002/1.jpg',
    );
  });

  it('starts with the design that needs the reader, and names the watch in its heading', async () => {
    const { email } = await sheet();
    const words = plain(email.html);
    expect(words).toMatch(/Rival’s bottles .*Compared with yours by picture: 1 of 2 new designs\./);
    const [first = ''] = words.split('Compare and review');
    expect(first).toContain('Needs you');
  });
});
