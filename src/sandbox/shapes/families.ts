import { handle, legs, pedestal, profile, wheel } from './pieces.ts';
import type { Random } from './random.ts';
import type { Point, Shape } from './shape.ts';
import { Solids } from './solids.ts';

/** A kind of product: each call makes another one, as different as two makers' are. */
type Family = (solids: Solids, random: Random) => void;

/** Shapes of our own, for where there are no models. */
export const families: Readonly<Record<string, Family>> = {
  chair,
  table,
  bottle,
  cup,
  lamp,
  phone,
  cabinet,
  sofa,
  car,
  headphones,
  watch,
  kettle,
};

export function makeShape(family: Family, random: Random): Shape {
  const solids = new Solids();
  family(solids, random);
  return solids.shape();
}

function chair(solids: Solids, random: Random): void {
  const [wide, deep, seat, back] = [0.45, 0.42, random.between(0.35, 0.5), random.between(0.25, 0.6)];
  if (random.chance(0.3)) pedestal(solids, random, seat);
  else legs(solids, random, [wide - 0.04, seat, deep - 0.04]);
  solids.box([0, seat, 0], [wide, random.between(0.02, 0.1), deep]);
  const bars = random.pick([0, 0, 3, 4, 6]);
  const top = seat + back;
  if (bars === 0)
    solids.box([0, seat + random.between(0, 0.15), -deep / 2], [wide * random.between(0.7, 1.1), back, 0.04]);
  for (let bar = 0; bar < bars; bar++) {
    const x = (bar / (bars - 1) - 0.5) * (wide - 0.04);
    solids.tube(
      [
        [x, seat, -deep / 2],
        [x, top, -deep / 2 - 0.05],
      ],
      0.012,
    );
  }
  if (bars > 0) solids.box([0, top - 0.04, -deep / 2 - 0.05], [wide, random.between(0.04, 0.12), 0.03]);
  if (random.chance(0.4)) for (const x of [-wide / 2, wide / 2]) solids.box([x, seat + 0.2, 0], [0.05, 0.03, deep]);
}

function table(solids: Solids, random: Random): void {
  const [wide, high] = [random.between(0.6, 1.6), random.between(0.3, 0.8)];
  const deep = random.between(0.5, 0.8);
  if (random.chance(0.35)) pedestal(solids, random, high);
  else legs(solids, random, [wide * 0.9, high, deep * 0.9]);
  if (random.chance(0.4))
    solids.lathe(
      [0, high, 0],
      [
        [0, 0],
        [deep * 0.7, 0],
        [deep * 0.7, 0.04],
        [0, 0.04],
      ],
      40,
    );
  else solids.box([0, high, 0], [wide, random.between(0.02, 0.08), deep]);
  if (random.chance(0.4)) solids.box([0, high * random.between(0.2, 0.6), 0], [wide * 0.8, 0.03, deep * 0.8]);
}

function bottle(solids: Solids, random: Random): void {
  const [high, neck] = [random.between(0.5, 0.9), random.between(0.03, 0.09)];
  const sides = random.pick([28, 28, 6, 4, 8]);
  const body = profile(random, random.pick([3, 4, 5]), high, [0.1, 0.24]);
  solids.lathe([0, 0, 0], [[0, 0], ...body, [neck, high + random.between(0.02, 0.2)]], sides);
  const top = high + random.between(0.05, 0.25);
  solids.lathe(
    [0, high, 0],
    [
      [neck, 0],
      [neck, top - high],
    ],
  );
  const cap = neck * random.between(1, 1.6);
  solids.lathe(
    [0, top, 0],
    [
      [cap, 0],
      [cap, 0.08],
      [0, 0.08],
    ],
  );
  if (random.chance(0.3)) handle(solids, random, high * 0.5, 0.2);
}

function cup(solids: Solids, random: Random): void {
  const high = random.between(0.25, 0.6);
  const wall = profile(random, 3, high, [0.14, 0.3]);
  solids.lathe([0, 0, 0], [[0, 0], ...wall, ...wall.toReversed().map(([r, y]): [number, number] => [r * 0.93, y])]);
  if (random.chance(0.7)) handle(solids, random, high / 2, wall.at(-8)?.[0] ?? 0.2);
  if (random.chance(0.4))
    solids.lathe(
      [0, -0.03, 0],
      [
        [0, 0],
        [random.between(0.25, 0.45), 0.02],
        [0, 0.03],
      ],
    );
}

function lamp(solids: Solids, random: Random): void {
  const high = random.between(0.4, 1.2);
  pedestal(solids, random, high);
  const [low, top, size] = [random.between(0.15, 0.4), random.between(0.03, 0.3), random.between(0.15, 0.4)];
  const arm = random.chance(0.3) ? random.between(0.2, 0.5) : 0;
  if (arm > 0)
    solids.tube(
      [
        [0, high, 0],
        [arm, high + 0.15, 0],
      ],
      0.02,
    );
  solids.lathe(
    [arm, high - size / 3, 0],
    [
      [low, 0],
      [(low + top) / random.between(1.6, 2.4), size / 2],
      [top, size],
    ],
    random.pick([28, 28, 4, 6]),
  );
}

function phone(solids: Solids, random: Random): void {
  const [wide, high, deep] = [random.between(0.35, 0.8), 1, random.between(0.04, 0.15)];
  solids.box([0, 0, 0], [wide, high, deep]);
  solids.box([0, random.between(0.05, 0.3), deep / 2], [wide * 0.9, random.between(0.4, 0.65), 0.01]);
  const [columns, rows] = [random.pick([1, 2, 3]), random.pick([1, 2, 4])];
  const x0 = random.between(-0.3, 0.1) * wide;
  for (let key = 0; key < columns * rows; key++) {
    const x = x0 + (key % columns) * 0.09;
    solids.box(
      [x, 0.72 + Math.floor(key / columns) * 0.06, random.pick([deep / 2, deep / 2]) + 0.01],
      [0.06, 0.04, 0.02],
    );
  }
}

function cabinet(solids: Solids, random: Random): void {
  const [wide, high, deep] = [random.between(0.4, 1.4), random.between(0.4, 1.5), random.between(0.3, 0.5)];
  const foot = random.between(0, 0.15);
  if (foot > 0.05) legs(solids, random, [wide * 0.9, foot, deep * 0.9]);
  solids.box([0, foot, 0], [wide, high, deep]);
  const [columns, rows] = [random.pick([1, 2, 3]), random.pick([1, 2, 3, 4, 5])];
  for (let door = 0; door < columns * rows; door++) {
    const [x, y] = [((door % columns) + 0.5) / columns - 0.5, (Math.floor(door / columns) + 0.06) / rows];
    solids.box([x * wide, foot + y * high, deep / 2], [(wide / columns) * 0.88, (high / rows) * 0.88, 0.02]);
    solids.box([x * wide, foot + (y + 0.4 / rows) * high, deep / 2 + 0.02], [random.between(0.03, 0.1), 0.02, 0.03]);
  }
}

function sofa(solids: Solids, random: Random): void {
  const [wide, seat, arm] = [random.between(0.7, 2), random.between(0.3, 0.45), random.between(0.06, 0.2)];
  legs(solids, random, [wide * 0.9, 0.1, 0.6]);
  solids.box([0, 0.1, 0], [wide, seat - 0.1, 0.8]);
  solids.box([0, seat, -0.33], [wide, random.between(0.25, 0.55), random.between(0.1, 0.2)]);
  const armHigh = random.between(0.1, 0.3);
  for (const side of [-1, 1]) solids.box([(side * (wide - arm)) / 2, seat, 0], [arm, armHigh, 0.8]);
  const cushions = random.pick([1, 2, 3]);
  for (let at = 0; at < cushions; at++) {
    const x = ((at + 0.5) / cushions - 0.5) * (wide - 2 * arm);
    solids.box([x, seat, 0.05], [((wide - 2 * arm) / cushions) * 0.96, 0.12, 0.65]);
  }
}

function car(solids: Solids, random: Random): void {
  const [long, wide, radius] = [random.between(0.8, 1.4), random.between(0.35, 0.6), random.between(0.07, 0.14)];
  const [bonnet, roof] = [random.between(0.12, 0.25), random.between(0.1, 0.3)];
  solids.box([0, radius * 0.8, 0], [long, bonnet, wide]);
  solids.box(
    [random.between(-0.2, 0.2) * long, radius * 0.8 + bonnet, 0],
    [long * random.between(0.3, 0.75), roof, wide * 0.9],
  );
  for (const x of [-0.3, 0.3]) for (const z of [-0.5, 0.5]) wheel(solids, x * long, z * wide, radius);
  if (random.chance(0.4)) solids.box([-long * 0.45, radius + bonnet + 0.12, 0], [0.08, 0.02, wide]);
}

function headphones(solids: Solids, random: Random): void {
  const [span, high] = [random.between(0.3, 0.45), random.between(0.3, 0.5)];
  const band = Array.from({ length: 15 }, (_, step): Point => {
    const angle = (step / 14) * Math.PI;
    return [span * Math.cos(angle), high * Math.sin(angle), 0];
  });
  solids.tube(band, random.between(0.015, 0.05));
  const [size, deep] = [random.between(0.1, 0.2), random.between(0.05, 0.15)];
  for (const side of [-1, 1]) {
    if (random.chance(0.5)) solids.box([side * span, -size, 0], [deep, size * 1.6, size * 1.3]);
    else solids.lathe([side * span, -size, 0], profile(random, 3, size * 1.5, [deep * 0.6, deep * 1.3]));
  }
}

function watch(solids: Solids, random: Random): void {
  const [size, strap] = [random.between(0.14, 0.22), random.between(0.1, 0.2)];
  const isRound = random.chance(0.5);
  for (const side of [-1, 1]) solids.box([0, side > 0 ? size * 0.8 : -0.6, 0], [strap, 0.6 - size * 0.8, 0.03]);
  const links = random.pick([0, 3, 6]);
  for (let link = 0; link < links; link++) solids.box([0, size + link * 0.07, 0.02], [strap * 1.1, 0.04, 0.03]);
  if (isRound) {
    const rim = Array.from({ length: 25 }, (_, step): Point => {
      const angle = (step / 24) * 2 * Math.PI;
      return [size * Math.cos(angle), size * Math.sin(angle), 0.05];
    });
    solids.tube(rim, random.between(0.02, 0.06));
  } else solids.box([0, -size, 0.04], [size * random.between(1.5, 2.2), size * 2, 0.08]);
  solids.box([0, 0, 0.1], [0.01, size * 0.7, 0.01]);
  solids.box([size * 1.1, -0.02, 0.05], [0.06, 0.04, 0.04]);
}

function kettle(solids: Solids, random: Random): void {
  const high = random.between(0.35, 0.7);
  const body = profile(random, 4, high, [0.15, 0.32]);
  solids.lathe([0, 0, 0], [[0, 0], ...body, [0.06, high + 0.05], [0.02, high + 0.1], [0, high + 0.1]]);
  const spout = high * random.between(0.3, 0.8);
  solids.tube(
    [
      [-0.2, spout, 0],
      [-0.42, spout + random.between(0.05, 0.25), 0],
    ],
    random.between(0.02, 0.06),
  );
  if (random.chance(0.5)) handle(solids, random, high * 0.55, 0.24);
  else
    solids.tube(
      [
        [-0.18, high, 0],
        [-0.12, high + 0.3, 0],
        [0.12, high + 0.3, 0],
        [0.18, high, 0],
      ],
      0.02,
    );
}
