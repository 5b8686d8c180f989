import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openFeed } from '../../../../src/alerts/channels/feed/send.ts';
import { alertMessage } from '../../../../src/alerts/outbox/alertMessage.ts';
import { sampleAlerts } from '../../outbox/sampleAlerts.ts';
import { longAlert, terminated } from '../contents.ts';

const running = new AbortController().signal;

async function feed() {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-feed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'feeds', 'counsel.xml');
  const open = () =>
    openFeed(
      { type: 'feed', name: 'counsel', file, servedAt: 'https://feeds.example.com/counsel.atom', timezone: 'UTC' },
      { installation: 'abcd1234', clock: () => new Date('2026-03-06T08:00:00Z') },
    );
  return { channel: open(), another: open(), file, read: () => readFile(file, 'utf8') };
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

it('keeps one entry an alert, the newest first, also when an alert is repeated', async () => {
  const { channel, read } = await feed();
  await channel.send(alertMessage(terminated(1)), running);
  await channel.send(alertMessage(terminated(2)), running);
  expect((await channel.send(alertMessage(terminated(1)), running)).outcome).toBe('sent');
  const xml = await read();
  expect(count(xml, '<entry>')).toBe(2);
  expect(xml.indexOf(':alert-1.')).toBeLessThan(xml.indexOf(':alert-2.'));
  expect(xml).toContain('xmlns="http://www.w3.org/2005/Atom"');
});

it('keeps what was reported under a number that comes again when a backup was put back', async () => {
  const { channel, read } = await feed();
  await channel.send(alertMessage(terminated(1)), running);
  await channel.send(alertMessage(terminated(1, { createdAt: '2026-03-05T09:00:00.000Z' })), running);
  expect(count(await read(), '<entry>')).toBe(2);
});

it('has an entry for each record and check of an alert, each with its time, its document and its picture', async () => {
  const { channel, read } = await feed();
  const alert = longAlert(1, 3);
  await channel.send(alertMessage(alert), running);
  await channel.send(alertMessage(sampleAlerts['design-new'] ?? expect.fail()), running);
  const xml = await read();
  expect(count(xml, '<entry>')).toBe(5);
  const times = [...xml.matchAll(/<updated>([^<]*)/g)].map(([, time]) => time);
  expect(new Set(times.slice(1)).size).toBe(5);
  expect(times.slice(1)).toEqual(times.slice(1).sort().reverse());
  expect(times[0]).toBe(times[1]);
  expect(xml).toContain('&lt;img src=&quot;https://search.example/images/DM214567/1.jpg&quot;');
  expect(xml).toContain('<link rel="alternate" href="https://designs.example/en/detail?id=DM214567"/>');
  expect(xml).toContain('<link rel="self" type="application/atom+xml" href="https://feeds.example.com/counsel.atom"/>');
  // Again, as after a crash: no entry twice.
  await channel.send(alertMessage(alert), running);
  expect(count(await read(), '<entry>')).toBe(5);
});

it('shows of one alert fifty entries at most, and in the last of them all the rest', async () => {
  const { channel, read } = await feed();
  await channel.send(alertMessage(longAlert(1, 70)), running);
  const xml = await read();
  expect(count(xml, '<entry>')).toBe(50);
  expect(xml).toContain(':rest</id>');
  expect(xml).toContain(' +20 ');
});

it('an edit can be read where a reader program knows no styles', async () => {
  const { channel, read } = await feed();
  await channel.send(alertMessage(sampleAlerts['entry-edited'] ?? expect.fail()), running);
  const xml = await read();
  expect(xml).toContain('&lt;del&gt;&lt;s&gt;in part&lt;/s&gt;&lt;/del&gt;');
  expect(xml).toMatch(/&lt;ins&gt;&lt;strong&gt;[^&]+&lt;\/strong&gt;&lt;\/ins&gt;/);
  expect(xml).not.toMatch(/\{\+|\[-/);
});

it('keeps the latest hundred', async () => {
  const { channel, read } = await feed();
  for (let id = 1; id <= 103; id += 1) await channel.send(alertMessage(terminated(id)), running);
  const xml = await read();
  expect(count(xml, '<entry>')).toBe(100);
  expect(xml).toContain(':alert-103.');
  expect(xml).not.toContain(':alert-3.');
});

it('hostile text stays text', async () => {
  const { channel, read } = await feed();
  const content = terminated(1);
  const changes = content.changes.map((change) => ({
    ...change,
    record: { ...change.record, type: 'docket' as const, caseName: '</entry><script>x</script>]]>\u0007&' },
  }));
  await channel.send(alertMessage({ ...content, changes }), running);
  const xml = await read();
  expect(count(xml, '</entry>')).toBe(1);
  expect(xml).not.toContain('<script>');
  expect(xml).not.toContain('\u0007');
});

it('two processes that write at once keep the entries of both', async () => {
  const { channel, another, read } = await feed();
  const ids = Array.from({ length: 20 }, (_, index) => index + 1);
  await Promise.all(ids.map((id) => (id % 2 === 0 ? channel : another).send(alertMessage(terminated(id)), running)));
  expect(count(await read(), '<entry>')).toBe(20);
});

it('what a process left that died while it wrote holds nobody up', async () => {
  const { channel, file, read } = await feed();
  await channel.send(alertMessage(terminated(1)), running);
  await writeFile(`${file}.new`, '<feed>');
  const aMinuteAgo = Date.now() / 1000 - 61;
  await utimes(`${file}.new`, aMinuteAgo, aMinuteAgo);
  expect(await channel.send(alertMessage(terminated(2)), running)).toMatchObject({ outcome: 'sent' });
  expect(count(await read(), '<entry>')).toBe(2);
});
