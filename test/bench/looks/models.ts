import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { unzipSync } from 'fflate';
import { fitted, type Point, type Shape } from '../../../sandbox/shapes/shape.ts';

/** A model, with the name of its library. */
export interface Model {
  readonly library: string;
  readonly name: string;
  readonly shape: Shape;
}

const largestObjBytes = 3_000_000;

/** Reads the furniture libraries (`.sh3f`, a zip of OBJ files) in a folder whose names are wanted. */
export function readModels(folder: string, wanted: (library: string) => boolean = () => true): Model[] {
  const libraries = readdirSync(folder).filter((file) => file.endsWith('.sh3f') && wanted(basename(file, '.sh3f')));
  return libraries.sort().flatMap((file) => readLibrary(join(folder, file), basename(file, '.sh3f')));
}

function readLibrary(file: string, library: string): Model[] {
  const files = unzipSync(readFileSync(file), { filter: ({ name }) => /\.(obj|mtl)$/i.test(name) });
  const text = (name: string) => new TextDecoder().decode(files[name]);
  return Object.keys(files)
    .filter((name) => /\.obj$/i.test(name) && (files[name]?.length ?? 0) <= largestObjBytes)
    .sort()
    .map((name) => {
      const materials = name.replace(/\.obj$/i, '.mtl');
      return { library, name: basename(name), shape: parseObj(text(name), files[materials] ? text(materials) : '') };
    })
    .filter(({ shape }) => shape.parts.length > 10);
}

function parseObj(obj: string, mtl: string): Shape {
  const colorOf = colorsOf(mtl);
  const points: Point[] = [];
  const names: string[] = [];
  const corners: number[] = [];
  const parts: number[] = [];
  for (const line of obj.split('\n')) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === 'v') points.push([Number(rest[0]), Number(rest[1]), Number(rest[2])]);
    if (word === 'usemtl' && names.at(-1) !== rest.join(' ')) names.push(rest.join(' '));
    if (word !== 'f') continue;
    const face = rest.map((corner) => pointAt(points, corner));
    const [first = origin] = face;
    for (let at = 2; at < face.length; at++) {
      corners.push(...first, ...(face[at - 1] ?? origin), ...(face[at] ?? origin));
      parts.push(Math.max(0, names.length - 1));
    }
  }
  const colors = names.map((name): Point => colorOf.get(name) ?? [0.7, 0.7, 0.7]);
  return fitted({ corners: Float32Array.from(corners), parts: Uint16Array.from(parts), colors });
}

const origin: Point = [0, 0, 0];

/** `12/4/7` is point 12, counted from 1. Negative numbers count from the end. */
function pointAt(points: readonly Point[], corner: string): Point {
  const number = Number.parseInt(corner, 10);
  return points[number > 0 ? number - 1 : points.length + number] ?? origin;
}

function colorsOf(mtl: string): Map<string, Point> {
  const colors = new Map<string, Point>();
  let name = '';
  for (const line of mtl.split('\n')) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === 'newmtl') name = rest.join(' ');
    if (word === 'Kd') colors.set(name, [Number(rest[0]), Number(rest[1]), Number(rest[2])]);
  }
  return colors;
}
