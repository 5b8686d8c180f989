import { expect, it } from 'vitest';
import { isDay } from '../../src/base/time.ts';

it.each(['2026-11-21', '2024-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
  expect(isDay(text)).toBe(true);
});

it.each([
  '2026-02-29',
  '2026-02-31',
  '2026-13-01',
  '2026-1-1',
  '2026-11',
  '2026-11-21T09:00',
  '',
])('%j is no day', (text) => {
  expect(isDay(text)).toBe(false);
});
