import type { Dice } from '../world/dice.ts';
import type { Point, Shape } from './shape.ts';
import { type Ring, ROUND, Solids } from './solids.ts';

/** Draws a kind of product. Each call draws a different one, as two makers would. */
type Family = (solids: Solids, dice: Dice) => void;

/** Generated shapes, for machines without 3D models. */
export const families: Readonly<Record<string, Family>> = Object.fromEntries(
  [chair, table, bottle, cup, lamp, phone, cabinet, sofa, car, headphones, watch, kettle].map((kind) => [
    kind.name,
    kind,
  ]),
);

export function makeShape(family: Family, dice: Dice): Shape {
  const solids = new Solids();
  family(solids, dice);
  return solids.shape();
}

function chair(solids: Solids, dice: Dice): void {
  const [wide, deep, seat, back] = [0.45, 0.42, dice.real(0.35, 0.5), dice.real(0.25, 0.6)];
  if (dice.chance(0.3)) pedestal(solids, dice, seat);
  else legs(solids, dice, [wide - 0.04, seat, deep - 0.04]);
  solids.box([0, seat, 0], [wide, dice.real(0.02, 0.1), deep]);
  const bars = dice.pick([0, 0, 3, 4, 6]);
  const top = seat + back;
  if (bars === 0) {
    solids.box([0, seat + dice.real(0, 0.15), -deep / 2], [wide * dice.real(0.7, 1.1), back, 0.04]);
  }
  for (let bar = 0; bar < bars; bar++) {
    const x = (bar / (bars - 1) - 0.5) * (wide - 0.04);
    solids.tube(0.012, [x, seat, -deep / 2], [x, top, -deep / 2 - 0.05]);
  }
  if (bars > 0) solids.box([0, top - 0.04, -deep / 2 - 0.05], [wide, dice.real(0.04, 0.12), 0.03]);
  if (dice.chance(0.4)) for (const x of [-wide / 2, wide / 2]) solids.box([x, seat + 0.2, 0], [0.05, 0.03, deep]);
}

function table(solids: Solids, dice: Dice): void {
  const [wide, high] = [dice.real(0.6, 1.6), dice.real(0.3, 0.8)];
  const deep = dice.real(0.5, 0.8);
  if (dice.chance(0.35)) pedestal(solids, dice, high);
  else legs(solids, dice, [wide * 0.9, high, deep * 0.9]);
  if (dice.chance(0.4)) solids.lathe([0, high, 0], 40, [0, 0], [deep * 0.7, 0], [deep * 0.7, 0.04], [0, 0.04]);
  else solids.box([0, high, 0], [wide, dice.real(0.02, 0.08), deep]);
  if (dice.chance(0.4)) solids.box([0, high * dice.real(0.2, 0.6), 0], [wide * 0.8, 0.03, deep * 0.8]);
}

function bottle(solids: Solids, dice: Dice): void {
  const [high, neck] = [dice.real(0.5, 0.9), dice.real(0.03, 0.09)];
  const sides = dice.pick([28, 28, 6, 4, 8]);
  const body = profile(dice, dice.pick([3, 4, 5]), high, [0.1, 0.24]);
  solids.lathe([0, 0, 0], sides, [0, 0], ...body, [neck, high + dice.real(0.02, 0.2)]);
  const top = high + dice.real(0.05, 0.25);
  solids.lathe([0, high, 0], ROUND, [neck, 0], [neck, top - high]);
  const cap = neck * dice.real(1, 1.6);
  solids.lathe([0, top, 0], ROUND, [cap, 0], [cap, 0.08], [0, 0.08]);
  if (dice.chance(0.3)) handle(solids, dice, high * 0.5, 0.2);
}

function cup(solids: Solids, dice: Dice): void {
  const high = dice.real(0.25, 0.6);
  const wall = profile(dice, 3, high, [0.14, 0.3]);
  const inside = wall.toReversed().map(([radius, y]): Ring => [radius * 0.93, y]);
  solids.lathe([0, 0, 0], ROUND, [0, 0], ...wall, ...inside);
  if (dice.chance(0.7)) handle(solids, dice, high / 2, wall.at(-8)?.[0] ?? 0.2);
  if (dice.chance(0.4)) solids.lathe([0, -0.03, 0], ROUND, [0, 0], [dice.real(0.25, 0.45), 0.02], [0, 0.03]);
}

function lamp(solids: Solids, dice: Dice): void {
  const high = dice.real(0.4, 1.2);
  pedestal(solids, dice, high);
  const [low, top, size] = [dice.real(0.15, 0.4), dice.real(0.03, 0.3), dice.real(0.15, 0.4)];
  const arm = dice.chance(0.3) ? dice.real(0.2, 0.5) : 0;
  if (arm > 0) solids.tube(0.02, [0, high, 0], [arm, high + 0.15, 0]);
  const middle = (low + top) / dice.real(1.6, 2.4);
  solids.lathe([arm, high - size / 3, 0], dice.pick([28, 28, 4, 6]), [low, 0], [middle, size / 2], [top, size]);
}

function phone(solids: Solids, dice: Dice): void {
  const [wide, high, deep] = [dice.real(0.35, 0.8), 1, dice.real(0.04, 0.15)];
  solids.box([0, 0, 0], [wide, high, deep]);
  solids.box([0, dice.real(0.05, 0.3), deep / 2], [wide * 0.9, dice.real(0.4, 0.65), 0.01]);
  const [columns, rows] = [dice.pick([1, 2, 3]), dice.pick([1, 2, 4])];
  const x0 = dice.real(-0.3, 0.1) * wide;
  for (let key = 0; key < columns * rows; key++) {
    const x = x0 + (key % columns) * 0.09;
    const y = 0.72 + Math.floor(key / columns) * 0.06;
    // Draws one number that has no effect, so that the generated shapes stay the same.
    solids.box([x, y, dice.pick([deep / 2, deep / 2]) + 0.01], [0.06, 0.04, 0.02]);
  }
}

function cabinet(solids: Solids, dice: Dice): void {
  const [wide, high, deep] = [dice.real(0.4, 1.4), dice.real(0.4, 1.5), dice.real(0.3, 0.5)];
  const foot = dice.real(0, 0.15);
  if (foot > 0.05) legs(solids, dice, [wide * 0.9, foot, deep * 0.9]);
  solids.box([0, foot, 0], [wide, high, deep]);
  const [columns, rows] = [dice.pick([1, 2, 3]), dice.pick([1, 2, 3, 4, 5])];
  for (let door = 0; door < columns * rows; door++) {
    const [x, y] = [((door % columns) + 0.5) / columns - 0.5, (Math.floor(door / columns) + 0.06) / rows];
    solids.box([x * wide, foot + y * high, deep / 2], [(wide / columns) * 0.88, (high / rows) * 0.88, 0.02]);
    solids.box([x * wide, foot + (y + 0.4 / rows) * high, deep / 2 + 0.02], [dice.real(0.03, 0.1), 0.02, 0.03]);
  }
}

function sofa(solids: Solids, dice: Dice): void {
  const [wide, seat, arm] = [dice.real(0.7, 2), dice.real(0.3, 0.45), dice.real(0.06, 0.2)];
  legs(solids, dice, [wide * 0.9, 0.1, 0.6]);
  solids.box([0, 0.1, 0], [wide, seat - 0.1, 0.8]);
  solids.box([0, seat, -0.33], [wide, dice.real(0.25, 0.55), dice.real(0.1, 0.2)]);
  const armHigh = dice.real(0.1, 0.3);
  for (const side of [-1, 1]) solids.box([(side * (wide - arm)) / 2, seat, 0], [arm, armHigh, 0.8]);
  const cushions = dice.pick([1, 2, 3]);
  for (let at = 0; at < cushions; at++) {
    const x = ((at + 0.5) / cushions - 0.5) * (wide - 2 * arm);
    solids.box([x, seat, 0.05], [((wide - 2 * arm) / cushions) * 0.96, 0.12, 0.65]);
  }
}

function car(solids: Solids, dice: Dice): void {
  const [long, wide, radius] = [dice.real(0.8, 1.4), dice.real(0.35, 0.6), dice.real(0.07, 0.14)];
  const [bonnet, roof] = [dice.real(0.12, 0.25), dice.real(0.1, 0.3)];
  solids.box([0, radius * 0.8, 0], [long, bonnet, wide]);
  const x = dice.real(-0.2, 0.2) * long;
  solids.box([x, radius * 0.8 + bonnet, 0], [long * dice.real(0.3, 0.75), roof, wide * 0.9]);
  for (const at of [-0.3, 0.3]) for (const z of [-0.5, 0.5]) wheel(solids, at * long, z * wide, radius);
  if (dice.chance(0.4)) solids.box([-long * 0.45, radius + bonnet + 0.12, 0], [0.08, 0.02, wide]);
}

function headphones(solids: Solids, dice: Dice): void {
  const [span, high] = [dice.real(0.3, 0.45), dice.real(0.3, 0.5)];
  const band = arc(14, 0, Math.PI, (x, y) => [span * x, high * y, 0]);
  solids.tube(dice.real(0.015, 0.05), ...band);
  const [size, deep] = [dice.real(0.1, 0.2), dice.real(0.05, 0.15)];
  for (const side of [-1, 1]) {
    if (dice.chance(0.5)) solids.box([side * span, -size, 0], [deep, size * 1.6, size * 1.3]);
    else solids.lathe([side * span, -size, 0], ROUND, ...profile(dice, 3, size * 1.5, [deep * 0.6, deep * 1.3]));
  }
}

function watch(solids: Solids, dice: Dice): void {
  const [size, strap] = [dice.real(0.14, 0.22), dice.real(0.1, 0.2)];
  const isRound = dice.chance(0.5);
  for (const side of [-1, 1]) solids.box([0, side > 0 ? size * 0.8 : -0.6, 0], [strap, 0.6 - size * 0.8, 0.03]);
  const links = dice.pick([0, 3, 6]);
  for (let link = 0; link < links; link++) solids.box([0, size + link * 0.07, 0.02], [strap * 1.1, 0.04, 0.03]);
  if (isRound) {
    const rim = arc(24, 0, 2 * Math.PI, (x, y) => [size * x, size * y, 0.05]);
    solids.tube(dice.real(0.02, 0.06), ...rim);
  } else solids.box([0, -size, 0.04], [size * dice.real(1.5, 2.2), size * 2, 0.08]);
  solids.box([0, 0, 0.1], [0.01, size * 0.7, 0.01]);
  solids.box([size * 1.1, -0.02, 0.05], [0.06, 0.04, 0.04]);
}

function kettle(solids: Solids, dice: Dice): void {
  const high = dice.real(0.35, 0.7);
  const body = profile(dice, 4, high, [0.15, 0.32]);
  solids.lathe([0, 0, 0], ROUND, [0, 0], ...body, [0.06, high + 0.05], [0.02, high + 0.1], [0, high + 0.1]);
  const spout = high * dice.real(0.3, 0.8);
  const end: Point = [-0.42, spout + dice.real(0.05, 0.25), 0];
  solids.tube(dice.real(0.02, 0.06), [-0.2, spout, 0], end);
  if (dice.chance(0.5)) handle(solids, dice, high * 0.55, 0.24);
  else solids.tube(0.02, [-0.18, high, 0], [-0.12, high + 0.3, 0], [0.12, high + 0.3, 0], [0.18, high, 0]);
}

// Elements that several families share.

function legs(solids: Solids, dice: Dice, [wide, high, deep]: Point): void {
  const [splay, thick, round] = [dice.real(-0.02, 0.12), dice.real(0.02, 0.06), dice.chance(0.5)];
  for (const x of [-wide / 2, wide / 2]) {
    for (const z of [-deep / 2, deep / 2]) {
      const foot: Point = [x * (1 + splay), 0, z * (1 + splay)];
      if (round) solids.tube(thick / 2, foot, [x, high, z]);
      else solids.box([x, 0, z], [thick, high, thick]);
    }
  }
  if (dice.chance(0.4)) solids.box([0, high * dice.real(0.2, 0.5), 0], [wide, thick, thick]);
}

function pedestal(solids: Solids, dice: Dice, high: number): void {
  const [foot, neck] = [dice.real(0.15, 0.28), dice.real(0.015, 0.05)];
  const rim = foot * dice.real(0.5, 1);
  solids.lathe([0, 0, 0], ROUND, [0, 0], [foot, 0], [rim, 0.03], [neck, 0.06], [neck, high]);
}

/** Returns rings from bottom to top whose radii vary between two bounds. */
function profile(dice: Dice, rings: number, high: number, [least, most]: readonly [number, number]): Ring[] {
  const radii = Array.from({ length: rings }, () => dice.real(least, most));
  const steps = rings * 5;
  const smooth = (at: number) => {
    const [index, share] = [Math.min(rings - 2, Math.floor(at)), at - Math.min(rings - 2, Math.floor(at))];
    const eased = share * share * (3 - 2 * share);
    return (radii[index] ?? 0) * (1 - eased) + (radii[index + 1] ?? 0) * eased;
  };
  return Array.from({ length: steps + 1 }, (_, step) => [smooth((step / steps) * (rings - 1)), (step / steps) * high]);
}

function handle(solids: Solids, dice: Dice, y: number, x: number): void {
  const [reach, size] = [dice.real(0.08, 0.2), dice.real(0.08, 0.2)];
  const bow = arc(8, -Math.PI / 2, Math.PI, (dx, dy) => [x - 0.03 + reach * dx, y + size * dy, 0]);
  solids.tube(dice.real(0.012, 0.03), ...bow);
}

function wheel(solids: Solids, x: number, z: number, radius: number): void {
  const tyre = arc(16, 0, 2 * Math.PI, (dx, dy) => [x + radius * 0.7 * dx, radius * (1 + 0.7 * dy), z]);
  solids.tube(radius * 0.3, ...tyre);
}

/** Returns points along a circle, from an angle on, by `turn`. @param at converts cosine and sine to a point */
function arc(steps: number, from: number, turn: number, at: (cos: number, sin: number) => Point): Point[] {
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = from + (step / steps) * turn;
    return at(Math.cos(angle), Math.sin(angle));
  });
}
