import { fitted, type Point, type Shape } from './shape.ts';

/** Radius and height. */
export type Ring = readonly [number, number];

/** Number of sides of a round shape. */
export const ROUND = 28;

/** The elements of a shape. Each solid is a part of its own. */
export class Solids {
  readonly #corners: number[] = [];
  readonly #parts: number[] = [];
  readonly #colors: Point[] = [];

  /** Adds a box on height `y`, centered at `x`, `z`. */
  box([x, y, z]: Point, [wide, high, deep]: Point): void {
    const corner = (index: number): Point => [
      x + (index & 1 ? wide : -wide) / 2,
      y + (index & 2 ? high : 0),
      z + (index & 4 ? deep : -deep) / 2,
    ];
    const faces = ['0132', '4576', '0154', '2376', '0264', '1375'];
    this.#add(faces.flatMap((face) => quad([...face].map((index) => corner(Number(index))))));
  }

  /** Adds a body that is turned on a lathe around `x`, `z`, with these rings. */
  lathe([x, y, z]: Point, sides: number, ...rings: readonly Ring[]): void {
    const at = ([radius, height]: Ring, side: number): Point => {
      const angle = ((side + 0.5) / sides) * 2 * Math.PI;
      return [x + radius * Math.cos(angle), y + height, z + radius * Math.sin(angle)];
    };
    const triangles: number[] = [];
    rings.slice(1).forEach((ring, index) => {
      const below = rings[index] ?? ring;
      for (let side = 0; side < sides; side++) {
        triangles.push(...quad([at(below, side), at(below, side + 1), at(ring, side + 1), at(ring, side)]));
      }
    });
    this.#add(triangles);
  }

  /** Adds a round bar along the points. */
  tube(radius: number, ...points: readonly Point[]): void {
    const sides = 10;
    const triangles: number[] = [];
    points.slice(1).forEach((to, index) => {
      const from = points[index] ?? to;
      const [first, second] = crossAxes([to[0] - from[0], to[1] - from[1], to[2] - from[2]]);
      const at = (middle: Point, side: number): Point => {
        const angle = (side / sides) * 2 * Math.PI;
        const [cos, sin] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
        const along = (axis: 0 | 1 | 2) => middle[axis] + first[axis] * cos + second[axis] * sin;
        return [along(0), along(1), along(2)];
      };
      for (let side = 0; side < sides; side++) {
        triangles.push(...quad([at(from, side), at(from, side + 1), at(to, side + 1), at(to, side)]));
      }
    });
    this.#add(triangles);
  }

  shape(): Shape {
    const [corners, parts] = [Float32Array.from(this.#corners), Uint16Array.from(this.#parts)];
    return fitted({ corners, parts, colors: this.#colors });
  }

  #add(triangles: readonly number[]): void {
    const part = this.#colors.length;
    const tint = 0.35 + 0.6 * ((part * 0.618) % 1);
    this.#colors.push([tint, 1 - tint * 0.6, 0.4 + tint / 3]);
    for (const value of triangles) this.#corners.push(value);
    for (let at = 0; at < triangles.length; at += 9) this.#parts.push(part);
  }
}

function quad([a, b, c, d]: readonly Point[]): number[] {
  return [a, b, c, a, c, d].flatMap((point) => point ?? [0, 0, 0]);
}

/** Returns two unit vectors at right angles to `along` and to each other. */
function crossAxes(along: Point): [Point, Point] {
  const helper: Point = Math.abs(along[1]) > Math.hypot(along[0], along[2]) ? [1, 0, 0] : [0, 1, 0];
  const first = unit(cross(along, helper));
  return [first, unit(cross(along, first))];
}

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit([x, y, z]: Point): Point {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}
