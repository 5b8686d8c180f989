import { families, makeShape } from '../../../sandbox/shapes/families.ts';
import { redesigned, type Shape, type Tier } from '../../../sandbox/shapes/shape.ts';
import { Dice } from '../../../sandbox/world/dice.ts';
import { readModels } from './models.ts';
import { drawSheet, randomStyle, type Style } from './sheets.ts';

/** Pictures of one design, and the style in which they are drawn. */
export interface Drawn {
  readonly key: string;
  readonly style: Style;
  readonly pictures: readonly Buffer[];
}

/** An own design, and similar designs that others registered later. */
export interface Query {
  readonly own: Drawn;
  readonly later: Readonly<Record<Tier, Drawn>>;
}

export const tiers: readonly Tier[] = ['copy', 'light', 'strong'];
const viewsOfOwn = 3;
const viewsOfOthers = 4;

/** Shapes that were not used for teaching: made up, or from the two libraries that are kept for testing. */
export function shapesFor(models: string | undefined, seed: string): Shape[] {
  if (models !== undefined) {
    const shapes = readModels(models, (library) => ['KatorLegaz', 'Scopia'].includes(library)).map(
      ({ shape }) => shape,
    );
    const dice = new Dice(`${seed} order`);
    return shapes
      .map((shape) => ({ shape, at: dice.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ shape }) => shape);
  }
  return Array.from({ length: ownShapes }, (_, index) => {
    const all = Object.values(families);
    return makeShape(all[index % all.length] ?? all[0] ?? never, new Dice(`${seed} shape ${index}`));
  });
}

const ownShapes = 180;

function never(): never {
  throw new Error('There is no family of shapes.');
}

export async function drawOther(shape: Shape, name: string, seed: string): Promise<Drawn> {
  const dice = new Dice(`${seed} ${name}`);
  return drawn(shape, name, randomStyle(dice), viewsOfOthers, seed);
}

export async function drawQuery(shape: Shape, name: string, seed: string): Promise<Query> {
  const dice = new Dice(`${seed} query ${name}`);
  const style: Style = dice.chance(0.5) ? 'color' : randomStyle(dice);
  const later: Partial<Record<Tier, Drawn>> = {};
  for (const tier of tiers) later[tier] = await drawOther(redesigned(shape, tier, dice), `${name} ${tier}`, seed);
  return { own: await drawn(shape, `${name} own`, style, viewsOfOwn, seed), later: later as Record<Tier, Drawn> };
}

async function drawn(shape: Shape, key: string, style: Style, views: number, seed: string): Promise<Drawn> {
  const dice = new Dice(`${seed} ${key} views`);
  const pictures: Buffer[] = [];
  for (let view = 0; view < views; view++) pictures.push(await drawSheet(shape, style, view, dice));
  return { key, style, pictures };
}
