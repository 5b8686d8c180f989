import type { Dice } from '../world/dice.ts';

export type Point = readonly [number, number, number];

/** A solid of triangles. The y axis points up, and the longest side is 1. */
export interface Shape {
  /** Nine numbers per triangle. */
  readonly corners: Float32Array;
  readonly parts: Uint16Array;
  /** Red, green and blue of each part, from 0 to 1. */
  readonly colors: readonly Point[];
}

/** How much a new registration differs from the design that it resembles. */
export type Tier = 'copy' | 'light' | 'strong';

/** Largest difference in each proportion between a design and one drawn after it. */
const strengths = { near: 0.05, light: 0.12, strong: 0.28 } as const;

/** Centers a shape and scales its longest side to 1. */
export function fitted({ corners, parts, colors }: Shape): Shape {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  corners.forEach((value, index) => {
    least[index % 3] = Math.min(least[index % 3] ?? 0, value);
    most[index % 3] = Math.max(most[index % 3] ?? 0, value);
  });
  const longest = Math.max(...most.map((value, axis) => value - (least[axis] ?? 0)), 1e-9);
  const middle = most.map((value, axis) => (value + (least[axis] ?? 0)) / 2);
  return { corners: corners.map((value, index) => (value - (middle[index % 3] ?? 0)) / longest), parts, colors };
}

/** Returns the same shape in other colors (`copy`), or one that somebody drew after it. */
export function redesigned(shape: Shape, tier: Tier | 'near', dice: Dice): Shape {
  if (tier === 'copy') return recolored(shape, dice);
  const strength = strengths[tier];
  const scale = [0, 1, 2].map(() => 1 + dice.real(-strength, strength));
  const [taper, wave] = [dice.real(-1, 1) * strength, dice.real(0, 0.25) * strength];
  const [bend, phase] = [tier === 'strong' ? dice.real(-0.5, 0.5) * strength : 0, dice.real(0, 6)];
  const corners = new Float32Array(shape.corners.length);
  for (let at = 0; at < corners.length; at += 3) {
    const [x = 0, y = 0, z = 0] = shape.corners.subarray(at, at + 3);
    const narrow = 1 + taper * y;
    corners[at] = x * (scale[0] ?? 1) * narrow + wave * Math.sin(y * 9 + phase) + bend * y * y;
    corners[at + 1] = y * (scale[1] ?? 1) + (wave / 2) * Math.sin(x * 7 + phase);
    corners[at + 2] = z * (scale[2] ?? 1) * narrow;
  }
  const moved = { ...shape, corners };
  return fitted(recolored(tier === 'strong' ? withoutOnePart(moved, dice) : moved, dice));
}

function recolored(shape: Shape, dice: Dice): Shape {
  const colors = shape.colors.map((): Point => [dice.real(0.1, 1), dice.real(0.1, 1), dice.real(0.1, 1)]);
  return { ...shape, colors };
}

/** Removes one part that is neither almost all of the shape nor almost nothing. */
function withoutOnePart(shape: Shape, dice: Dice): Shape {
  const sizes = new Map<number, number>();
  for (const part of shape.parts) sizes.set(part, (sizes.get(part) ?? 0) + 1);
  const total = shape.parts.length;
  const droppable = [...sizes].filter(([, size]) => size > total * 0.02 && size < total * 0.35).map(([part]) => part);
  const [first, ...others] = droppable;
  if (first === undefined) return shape;
  const dropped = dice.pick([first, ...others]);
  const kept = [...shape.parts.keys()].filter((triangle) => shape.parts[triangle] !== dropped);
  return {
    corners: Float32Array.from(kept.flatMap((triangle) => [...shape.corners.subarray(triangle * 9, triangle * 9 + 9)])),
    parts: Uint16Array.from(kept.map((triangle) => shape.parts[triangle] ?? 0)),
    colors: shape.colors,
  };
}
