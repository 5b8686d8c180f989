import { expect, it } from 'vitest';
import { madeOncePerText } from '../../src/base/calls.ts';

it('madeOncePerText makes the result of a text once, even if the result is undefined', () => {
  const asked: string[] = [];
  const make = madeOncePerText((text) => {
    asked.push(text);
    return text === 'none' ? undefined : text.length;
  });
  expect([make('one'), make('none'), make('one'), make('none')]).toEqual([3, undefined, 3, undefined]);
  expect(asked).toEqual(['one', 'none']);
});

it('madeOncePerText does not keep more than ten thousand results', () => {
  let made = 0;
  const make = madeOncePerText(() => ++made);
  for (let text = 0; text <= 10_000; text++) make(String(text));
  expect(make('10000')).toBe(10_001);
  expect(make('0')).toBe(10_002);
});
