import { expect, it } from 'vitest';
import { coverageWarnings, sinceOfAll } from '../../../src/alerts/message/coverageWords.ts';

const lateSince = '2026-11-13T12:00:00Z';

it('the time since which no watch could be checked is the latest of their times', () => {
  const rival = { knownUntil: lateSince, since: '2026-11-13T13:00:00Z' };
  const kelmont = { knownUntil: '2026-11-13T21:00:00Z', since: '2026-11-14T01:00:00Z' };
  expect(sinceOfAll([rival, kelmont])).toBe(kelmont.since);
  expect(sinceOfAll([rival])).toBe(rival.since);
});

it('an alert that goes out late says since when it was ready', () => {
  const content = { checks: [], timezone: 'America/New_York' };
  const [late, ...more] = coverageWarnings({ ...content, lateSince }, { discreet: false });
  expect([late?.text, more]).toEqual(['Late: ready Nov 13, 2026, 7:00 AM EST, but could not be sent earlier.', []]);
  expect(coverageWarnings(content, { discreet: false })).toEqual([]);
});
