import { describe, expect, it } from 'vitest';
import { feedAddress, wantedFeeds } from '../../../src/schedule/nudges/feed/feedSourcesTable.ts';
import { isFound, mayAskAt, nothingYet, openMatcher, type Signal } from '../../../src/schedule/nudges/signals.ts';

const signal = (of: Partial<Signal>): Signal => ({
  pacerCaseId: null,
  docketNumber: null,
  document: null,
  publishedAt: null,
  key: 'key',
  ...of,
});

describe('a signal matches', () => {
  const match = openMatcher([
    { recordId: 1, pacerCaseId: '492165', docketNumber: '1:18-cv-03365-LAK' },
    { recordId: 2, pacerCaseId: '492166', docketNumber: '1:18-cr-00002-01' },
    { recordId: 3, pacerCaseId: '492167', docketNumber: '1:18-cr-00002-02' },
    { recordId: 4, pacerCaseId: null, docketNumber: '2:18-cv-03365' },
  ]);

  it.each<[string, Partial<Signal>, number[]]>([
    ['the case with its number at the court', { pacerCaseId: '492165', docketNumber: '9:99-cv-1' }, [1]],
    ['the case with its docket number, whatever initials follow', { docketNumber: '1:18-cv-03365' }, [1]],
    ['all of one number, of whatever defendant', { docketNumber: '1:18-cr-00002' }, [2, 3]],
    ['no case of another office', { docketNumber: '3:18-cv-03365' }, []],
    ['no case of another type', { docketNumber: '2:18-mc-03365' }, []],
    ['nothing without a number', { pacerCaseId: '1' }, []],
  ])('%s', (_name, of, ids) => {
    expect(match(signal(of)).map(({ recordId }) => recordId)).toEqual(ids);
  });
});

describe('the entry that a nudge announced', () => {
  const news = { numbers: new Set(['12']), unnumberedAt: '2026-11-20T12:10:00Z' };

  it('is found by its number, or else is any entry filed since', () => {
    const seenAt = '2026-11-20T12:07:00Z';
    const later = '2026-11-20T12:11:00Z';
    expect(isFound({ document: '012', seenAt: later }, news)).toBe(true);
    expect(isFound({ document: null, seenAt }, news)).toBe(true);
    expect(isFound({ document: '13', seenAt }, news)).toBe(true);
    expect(isFound({ document: '13', seenAt: later }, news)).toBe(false);
  });

  it('is checked for again after 10 minutes, 40 minutes and 3 hours, and then no more', () => {
    const at = '2026-11-20T12:00:00.000Z';
    const times = [0, 1, 2, 3].map((steps) => nothingYet(steps, at));
    expect(times.map(({ state, askAt }) => [state, askAt?.slice(11, 16)])).toEqual([
      ['due', '12:10'],
      ['due', '12:40'],
      ['due', '15:00'],
      ['late', undefined],
    ]);
  });
});

describe('the limits of nudges', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const limits = { settle: 120, perRecord: 600, perDay: 24 };

  it('leave ten minutes between two checks of a record, and end the checks of a day whose credits are spent', () => {
    const free = { lastAskedAt: undefined, spentToday: 12, credits: 12 };
    expect(mayAskAt(limits, free, now)).toEqual(now);
    expect(mayAskAt(limits, { ...free, lastAskedAt: '2026-11-20T11:55:00Z' }, now)).toEqual(
      new Date('2026-11-20T12:05:00Z'),
    );
    expect(mayAskAt(limits, { ...free, spentToday: 13 }, now)).toEqual(new Date('2026-11-21T00:00:00Z'));
  });
});

describe('the address of a feed', () => {
  it.each([
    ['nysd', 'https://ecf.nysd.uscourts.gov/cgi-bin/rss_outside.pl'],
    ['nyed', 'https://ecf.nyed.uscourts.gov/cgi-bin/readyDockets.pl'],
    ['deb', 'https://ecf.deb.uscourts.gov/cgi-bin/rss_outside.pl'],
    ['ca9', 'https://ecf.ca9.uscourts.gov/n/beam/servlet/TransportRoom?servlet=RSSGenerator'],
    ['scotus', undefined],
    ['evil.example/x', undefined],
  ])('of %s is known or undefined', (court, address) => {
    expect(feedAddress(court)).toBe(address);
  });

  it('belongs to one source for each court of which a watch holds cases', () => {
    const source = (name: string, courts: string[]) => ({ type: 'feeds', name, courts, every: 900 }) as const;
    const sources = [source('all', ['watched']), source('own', ['nysd', 'txed'])];
    expect(wantedFeeds(sources, ['ded', 'nysd'])).toEqual([
      { source: 'own', court: 'nysd' },
      { source: 'all', court: 'ded' },
    ]);
  });
});
