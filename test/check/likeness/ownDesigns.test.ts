import { expect, it } from 'vitest';
import { compareWithOwn } from '../../../src/check/likeness/compareFinds.ts';
import { lookLength } from '../../../src/check/likeness/pictures/histogram.ts';
import type { Design } from '../../../src/records/design.ts';

const vector = Int8Array.from({ length: lookLength }, (_, at) => (at % 2 === 0 ? 100 : -50));
const own = [{ key: 'ours', pictures: [{ name: 'ours.jpg', variants: [vector] }] }];
const looks = new Map([['/1.jpg', { vectors: [vector], reason: null }]]);

it('class and subclass raise the rank of a design, but not its likeness, and leave no design out', () => {
  const finds = [['09-01'], ['09-07'], ['12-08'], undefined].map((locarno) => {
    const images = [{ url: 'https://pictures.example/1.jpg' }];
    const design = { type: 'design', key: 'HAGUE.1', source: 'HAGUE', locarno, images } as unknown as Design;
    return compareWithOwn(design, own, looks, ['09-01']).find;
  });
  expect(finds.map((find) => find?.likeness)).toEqual([1, 1, 1, 1]);
  expect(finds.map((find) => find?.rank)).toEqual([1.05, 1.02, 1, 1]);
});
