import type { Random } from './random.ts';
import type { Point } from './shape.ts';
import type { Solids } from './solids.ts';

// What several families of shapes have.

export function legs(solids: Solids, random: Random, [wide, high, deep]: Point): void {
  const [splay, thick, round] = [random.between(-0.02, 0.12), random.between(0.02, 0.06), random.chance(0.5)];
  for (const x of [-wide / 2, wide / 2]) {
    for (const z of [-deep / 2, deep / 2]) {
      const foot: Point = [x * (1 + splay), 0, z * (1 + splay)];
      if (round) solids.tube([foot, [x, high, z]], thick / 2);
      else solids.box([x, 0, z], [thick, high, thick]);
    }
  }
  if (random.chance(0.4)) solids.box([0, high * random.between(0.2, 0.5), 0], [wide, thick, thick]);
}

export function pedestal(solids: Solids, random: Random, high: number): void {
  const [foot, neck] = [random.between(0.15, 0.28), random.between(0.015, 0.05)];
  solids.lathe(
    [0, 0, 0],
    [
      [0, 0],
      [foot, 0],
      [foot * random.between(0.5, 1), 0.03],
      [neck, 0.06],
      [neck, high],
    ],
  );
}

/** Rings from below to above with radii that swing between two bounds. */
export function profile(
  random: Random,
  rings: number,
  high: number,
  [least, most]: readonly [number, number],
): [number, number][] {
  const radii = Array.from({ length: rings }, () => random.between(least, most));
  const steps = rings * 5;
  const smooth = (at: number) => {
    const [index, share] = [Math.min(rings - 2, Math.floor(at)), at - Math.min(rings - 2, Math.floor(at))];
    const eased = share * share * (3 - 2 * share);
    return (radii[index] ?? 0) * (1 - eased) + (radii[index + 1] ?? 0) * eased;
  };
  return Array.from({ length: steps + 1 }, (_, step) => [smooth((step / steps) * (rings - 1)), (step / steps) * high]);
}

export function handle(solids: Solids, random: Random, y: number, x: number): void {
  const [reach, size] = [random.between(0.08, 0.2), random.between(0.08, 0.2)];
  const arc = Array.from({ length: 9 }, (_, step): Point => {
    const angle = (step / 8 - 0.5) * Math.PI;
    return [x - 0.03 + reach * Math.cos(angle), y + size * Math.sin(angle), 0];
  });
  solids.tube(arc, random.between(0.012, 0.03));
}

export function wheel(solids: Solids, x: number, z: number, radius: number): void {
  const ring = Array.from({ length: 17 }, (_, step): Point => {
    const angle = (step / 16) * 2 * Math.PI;
    return [x + radius * 0.7 * Math.cos(angle), radius * (1 + 0.7 * Math.sin(angle)), z];
  });
  solids.tube(ring, radius * 0.3);
}
