import { expect, it } from 'vitest';
import { locarnoTitle } from '../../src/records/design.ts';

it('locarnoTitle has a title for each of the 32 classes', () => {
  const titles = Array.from({ length: 32 }, (_, index) => locarnoTitle(String(index + 1).padStart(2, '0')));
  expect(titles.every((title) => title !== undefined)).toBe(true);
  expect(new Set(titles).size).toBe(32);
});

it('locarnoTitle reads a class from a subclass, however it is written', () => {
  expect(locarnoTitle('09-01')).toBe('Packaging and containers for the transport or handling of goods');
  expect(locarnoTitle('9-1')).toBe(locarnoTitle('09'));
});

it('locarnoTitle has no title for a code that is no class', () => {
  for (const code of ['33-01', '00', '', 'LOC', '1234']) expect(locarnoTitle(code)).toBeUndefined();
});
