import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import type { WatchConfig } from '../../src/config/config.ts';
import { dateFeed } from '../../src/web/pages/calendar/calendarPage.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { officeThatKnows } from '../check/office.ts';

const order = entryHit(20, {
  dateFiled: 'Nov 19, 2026',
  description: 'SCHEDULING ORDER: Markman Hearing set for 6/2/2027 at 10:00 AM. Fact discovery due 3/1/2027.',
});

async function feedsOf(over: Partial<WatchConfig> = {}) {
  const office = await officeThatKnows({ dockets: [docketWith([entryHit(1), order])] });
  const { config } = office.parts();
  const watches = config.watches.map((watch) => ({ ...watch, ...over }));
  return { office, feed: (name: string) => dateFeed(office.store, { ...config, watches }, name, office.now) };
}

const summaries = (text = '') =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((event) => `${event.getFirstPropertyValue('summary')} ${event.getFirstPropertyValue('status')}`);

describe('the calendar of a watch', () => {
  it('has its dates, under its own name and that of each channel that it notifies', async () => {
    const { feed } = await feedsOf();
    const dates = [
      'Fact discovery due: 1:20-cv-00168 (D. Del.) Widget Co. v. Rival Inc. CONFIRMED',
      'Markman hearing: 1:20-cv-00168 (D. Del.) Widget Co. v. Rival Inc. CONFIRMED',
    ];
    expect(summaries(await feed('widget'))).toEqual(dates);
    expect(summaries(await feed('counsel'))).toEqual(dates);
    expect(summaries(await feed('brand'))).toEqual([]);
    expect(await feed('nobody')).toBeUndefined();
  });

  it('replaces a date with the one that a later order sets', async () => {
    const { office, feed } = await feedsOf();
    const again = entryHit(30, {
      dateFiled: 'Nov 25, 2026',
      description: 'SCHEDULING ORDER: Fact discovery due 3/9/2027.',
    });
    office.service.dockets = [docketWith([entryHit(1), order, again])];
    await office.check();
    expect(summaries(await feed('widget')).map((one) => one.split(':')[0])).toEqual([
      'Fact discovery due',
      'Markman hearing',
    ]);
    expect(await feed('widget')).toContain('DTSTART;VALUE=DATE:20270309');
  });

  it('names neither a party nor a case if the watch is confidential', async () => {
    const { feed } = await feedsOf({ confidential: true, name: 'Project Falcon', matter: 'M-2026-014' });
    for (const name of ['widget', 'counsel']) {
      const text = (await feed(name)) ?? '';
      expect(summaries(text)).toEqual(['Deadline: M-2026-014 CONFIRMED', 'Hearing: M-2026-014 CONFIRMED']);
      expect(text).not.toMatch(/Falcon|Widget|Rival|Markman|discovery|00168|uscourts/);
    }
  });

  it('hides in a channel a case that a confidential watch holds, even if an open watch holds it too', async () => {
    const { office } = await feedsOf();
    const { config } = office.parts();
    const [open] = config.watches;
    const secret = {
      ...(open ?? expect.fail()),
      id: 'secret',
      confidential: true,
      name: 'Project Falcon',
      matter: 'M-9',
    };
    const both = { ...config, watches: [...config.watches, secret] };
    const text = (await dateFeed(office.store, both, 'counsel', office.now)) ?? '';
    expect(summaries(text)).toEqual(['Deadline: M-9 CONFIRMED', 'Hearing: M-9 CONFIRMED']);
    expect(text).not.toMatch(/Falcon|Widget|Rival|Markman|discovery|00168|uscourts/);
  });

  it('has no date of a record that the watch no longer holds', async () => {
    const { office, feed } = await feedsOf();
    office.service.dockets = [];
    for (let checks = 0; checks < 4; checks += 1) await office.check({ after: 1 });
    expect(summaries(await feed('widget'))).toEqual([]);
  });
});
