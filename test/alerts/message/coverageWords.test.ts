import { expect, it } from 'vitest';
import { coverageWarnings, sinceOfAll } from '../../../src/alerts/message/coverageWords.ts';
import type { Unwatched } from '../../../src/alerts/message/facts.ts';

const [morning, afternoon, evening] = ['2026-11-13T12:00:00Z', '2026-11-13T21:00:00Z', '2026-11-14T01:00:00Z'];
const reader = { timezone: 'America/New_York' };

function blind(id: string, knownUntil: string, since: string): Unwatched {
  const watch = { id, name: id, asks: '' };
  return { watch, knownUntil, since, cause: 'server' as const };
}

function warningsOf(unwatched: readonly Unwatched[], lateSince?: string): string[] {
  const coverage = { watches: 2, cases: 0, designs: 0, unwatched };
  return coverageWarnings({ coverage, checks: [], lateSince, ...reader }, { discreet: false }).map(({ text }) => text);
}

it('the words about several watches give the first and the last time at which each was checked completely', () => {
  const [text] = warningsOf([blind('Rival', morning, evening), blind('Kelmont', afternoon, evening)]);
  expect(text).toBe(
    'Last checked completely between Nov 13, 2026, 7:00 AM EST and Nov 13, 2026, 4:00 PM EST: Rival and Kelmont ' +
      '(no check succeeded since Nov 13, 2026, 8:00 PM EST; latest reason: the service failed or could not be reached). ' +
      'Check the court or register for what cannot wait.',
  );
});

it('the time since which no watch could be checked is the latest of their times', () => {
  const [rival, kelmont] = [blind('Rival', morning, '2026-11-13T13:00:00Z'), blind('Kelmont', afternoon, evening)];
  expect(sinceOfAll([rival, kelmont])).toBe(evening);
  expect(sinceOfAll([rival])).toBe('2026-11-13T13:00:00Z');
});

it('an alert that goes out late says since when it was ready', () => {
  expect(warningsOf([], morning)).toEqual(['Late: ready Nov 13, 2026, 7:00 AM EST, but could not be sent earlier.']);
  expect(warningsOf([])).toEqual([]);
});
