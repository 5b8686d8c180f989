import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, it } from 'vitest';
import type { FigureLooks } from '../../../src/check/likeness/pictures/describePicture.ts';
import { compareLooks, matchViews, rankByLikeness } from '../../../src/check/likeness/pictures/likeness.ts';
import { openLooker } from '../../../src/check/likeness/pictures/lookAt.ts';

const looker = openLooker();
afterAll(() => looker.close());

/** A line drawing of a chair, from a register that does not label its figures. */
const chair = readFileSync(new URL('./sheets/chair-line-0.jpg', import.meta.url));

function likenessOf(own: readonly FigureLooks[], other: readonly FigureLooks[]): number {
  const pictures = own.map((variants) => ({ name: 'own', variants }));
  const vectors = other.flatMap((looks) => looks.slice(0, 1));
  return compareLooks({ key: 'own', pictures }, { key: 'other', vectors, pictures: [] })?.likeness ?? 0;
}

const letter = { create: { width: 6, height: 10, channels: 3, background: '#000' } } as const;
const frame = { top: 2, bottom: 2, left: 2, right: 2, background: '#000' };

const changes: readonly (readonly [string, (picture: Sharp) => Sharp, number])[] = [
  ['smaller', (picture) => picture.resize(180), 0.85],
  ['of poor quality', (picture) => picture.jpeg({ quality: 30 }), 0.9],
  ['in a mirror', (picture) => picture.flop(), 0.9],
  ['turned by a quarter', (picture) => picture.rotate(90), 0.75],
  ['on a gray ground', (picture) => picture.linear(0.85, 0), 0.9],
  ['at the edge of a wide sheet', (picture) => picture.extend({ left: 300, background: '#fff' }), 0.8],
  ['inside a frame', (picture) => picture.extend(frame), 0.8],
  ['beside its label', (picture) => picture.extend({ bottom: 60, background: '#fff' }).composite([label]), 0.8],
];

/** A label below a drawing, as small as "FIG. 3". */
const label = {
  input: await sharp({ create: { width: 80, height: 14, channels: 3, background: '#fff' } })
    .composite([4, 18, 26, 48, 66].map((left) => ({ input: letter, left, top: 2 })))
    .png()
    .toBuffer(),
  gravity: 'south',
};

it.each(changes)('a drawing stays similar to itself when it is %s', async (_, change, least) => {
  const own = await looker.lookAt(chair);
  const other = await looker.lookAt(
    await sharp(await change(sharp(chair)).png().toBuffer())
      .png()
      .toBuffer(),
  );
  expect(likenessOf(own, other)).toBeGreaterThan(least);
});

it('two views that are similar only when turned show the likeness by which designs are ranked', async () => {
  const own = await looker.lookAt(chair);
  const turned = await looker.lookAt(await sharp(chair).rotate(90).png().toBuffer());
  const found = { name: 'found', figures: turned.map(([figure = expect.fail()]) => [figure]) };
  const [pair] = matchViews([found], [{ name: 'own', figures: own }]);
  expect(pair?.likeness).toBeCloseTo(likenessOf(own, turned), 3);
});

it('a sheet with two figures yields both, and is similar to the single figure', async () => {
  const { width = 0, height = 0 } = await sharp(chair).metadata();
  const sheet = sharp({ create: { width: width + 40, height: height * 2 + 60, channels: 3, background: '#fff' } });
  const two = sheet.composite([
    { input: chair, left: 10, top: 5 },
    { input: chair, left: 20, top: height + 50 },
  ]);
  const figures = await looker.lookAt(await two.png().toBuffer());
  expect(figures).toHaveLength(2);
  expect(likenessOf(await looker.lookAt(chair), figures)).toBeGreaterThan(0.85);
});

it('the looks of one picture are equal each time, in any thread', async () => {
  const [first, second] = await Promise.all([looker.lookAt(chair), looker.lookAt(chair)]);
  expect(first).toEqual(second);
});

it('equally similar designs are ordered by key, and designs without pictures are left out', async () => {
  const own = { key: 'own', pictures: (await looker.lookAt(chair)).map((variants) => ({ name: 'chair', variants })) };
  const vectors = own.pictures.flatMap(({ variants }) => variants.slice(0, 1));
  const designs = ['b', 'a'].map((key) => ({ key, vectors, pictures: [`${key}.jpg`] }));
  const finds = rankByLikeness(own, [...designs, { key: 'deferred', vectors: [], pictures: [] }]);
  expect(finds.map(({ key, likeness, picture }) => [key, likeness, picture])).toEqual([
    ['a', 1, 'a.jpg'],
    ['b', 1, 'b.jpg'],
  ]);
});
