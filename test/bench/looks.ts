import sharp from 'sharp';
import type { Tier } from '../../sandbox/shapes/shape.ts';
import {
  decodePicture,
  type FigureLooks,
  looksOf,
  traitsOfPicture,
} from '../../src/check/likeness/pictures/describePicture.ts';
import { mirrored } from '../../src/check/likeness/pictures/histogram.ts';
import { compareLooks } from '../../src/check/likeness/pictures/likeness.ts';
import { type Drawn, drawOther, drawQuery, type Query, shapesFor, tiers } from './looks/set.ts';

// npm run bench:looks: how well designs that look alike are found, in a set that it draws itself (docs/looks.md).
// MODELS=FOLDER uses the models of Debian's sweethome3d-furniture that teaching does not use; SEED=… draws another set.

const { MODELS, SEED = 'looks' } = process.env;
const queriesOf = MODELS ? 60 : 36;
const shapesAtMost = 300;

/** The looks that the program uses, and plain histograms of gradients for comparison. */
type Method = 'looks' | 'plain HOG';
type Described = Readonly<Record<Method, readonly FigureLooks[]>> & Pick<Drawn, 'key' | 'style'>;

const times: number[] = [];
const shapes = shapesFor(MODELS, SEED).slice(0, shapesAtMost);
const gallery: Described[] = [];
const queries: { own: Described; later: Record<Tier, Described> }[] = [];
const altered: { own: Described; key: string }[] = [];

for (const [index, shape] of shapes.entries()) {
  if (index < queriesOf) queries.push(await describeQuery(await drawQuery(shape, `${index}`, SEED)));
  else await addToGallery(await drawOther(shape, `${index}`, SEED));
  process.stderr.write(`\r${index + 1} of ${shapes.length} designs`);
}
process.stdout.write(`\n${gallery.length} other designs, ${queries.length} own ones, seed ${SEED}\n\n`);
process.stdout.write(
  '| | R@1 / R@10 copy | light | strong | mAP | first N of 1,000 with 95 % of copies | drawing against picture R@10 |\n',
);
process.stdout.write('|---|---|---|---|---|---|---|\n');
for (const method of ['plain HOG', 'looks'] as const)
  process.stdout.write(`| ${method} | ${rowOf(method).join(' | ')} |\n`);
const first = altered.filter(
  ({ own, key }) =>
    rankOf(
      'looks',
      own,
      gallery.find((each) => each.key === key),
    ) === 0,
);
process.stdout.write(
  `\nThe same picture at another scale, quality and ground is first in ${percent(first.length / altered.length)} %.\n`,
);
const sorted = times.toSorted((a, b) => a - b);
process.stdout.write(`${Math.round(sorted[sorted.length >> 1] ?? 0)} ms and 128 bytes a figure (median).\n`);

async function describe({ key, style, pictures }: Drawn): Promise<Described> {
  const traits: Float32Array[] = [];
  for (const picture of pictures) {
    const started = performance.now();
    traits.push(...traitsOfPicture(await decodePicture(picture)));
    times.push(performance.now() - started);
  }
  const plain = traits.map((each) => [each, mirrored(each)].map(inBytes));
  return { key, style, looks: traits.map(looksOf), 'plain HOG': plain };
}

function inBytes(traits: Float32Array): Int8Array {
  return Int8Array.from(traits.subarray(0, 441), (value) => Math.round(Math.min(1, value * 3) * 127));
}

async function describeQuery({ own, later }: Query) {
  const { copy, light, strong } = later;
  return {
    own: await describe(own),
    later: { copy: await describe(copy), light: await describe(light), strong: await describe(strong) },
  };
}

async function addToGallery(drawn: Drawn): Promise<void> {
  gallery.push(await describe(drawn));
  const [picture] = drawn.pictures;
  if (picture === undefined || gallery.length % 2 === 0) return;
  const again = await sharp(picture)
    .resize({ width: 150 + ((gallery.length * 37) % 400) })
    .linear(0.94, 6)
    .extend({ top: 20, left: 35, bottom: 60, right: 10, extendWith: 'copy' })
    .jpeg({ quality: 40 })
    .toBuffer();
  altered.push({ own: await describe({ ...drawn, pictures: [again] }), key: drawn.key });
}

/** The number of designs in the gallery that are more similar to the own design than this one. */
function rankOf(method: Method, own: Described, design: Described | undefined): number {
  const scoreOf = (other: Described) => {
    const pictures = own[method].map((variants) => ({ name: '', variants }));
    const vectors = other[method].flatMap((variants) => variants.slice(0, 1));
    return compareLooks({ key: own.key, pictures }, { key: other.key, vectors, pictures: [] })?.likeness ?? 0;
  };
  const score = design ? scoreOf(design) : 0;
  return gallery.filter((other) => other.key !== design?.key && scoreOf(other) >= score).length;
}

function rowOf(method: Method): string[] {
  const ranks = queries.map(({ own, later }) => tiers.map((tier) => rankOf(method, own, later[tier])));
  const ofTier = (tier: number) => ranks.map((each) => each[tier] ?? Number.POSITIVE_INFINITY);
  const within = (found: readonly number[], first: number) =>
    percent(found.filter((rank) => rank < first).length / found.length);
  const columns = tiers.map((_, tier) => `${within(ofTier(tier), 1)} / ${within(ofTier(tier), 10)}`);
  const isOther = ({ own, later }: (typeof queries)[number], tier: Tier) =>
    (own.style === 'line') !== (later[tier].style === 'line');
  const others = queries.flatMap((query, at) =>
    tiers.flatMap((tier, index) => (isOther(query, tier) ? [ranks[at]?.[index] ?? 0] : [])),
  );
  const looked = ofTier(0).toSorted((a, b) => a - b)[Math.ceil(ranks.length * 0.95) - 1] ?? 0;
  const precision = ranks.map((each) => each.toSorted((a, b) => a - b).map((rank, at) => (at + 1) / (at + 1 + rank)));
  const mean = precision.flat().reduce((sum, value) => sum + value, 0) / precision.flat().length;
  return [
    ...columns,
    (mean * 100).toFixed(1),
    String(Math.round((looked / gallery.length) * 1000) + 1),
    within(others, 10),
  ];
}

function percent(share: number): string {
  return (share * 100).toFixed(0);
}
