import { afterAll } from 'vitest';
import { drawSheet, type Style } from '../../bench/looks/sheets.ts';
import { compareFinds } from '../../src/alike/compareFinds.ts';
import { openLooker } from '../../src/looks/lookAt.ts';
import { lookAtOwn } from '../../src/looks/ownLooks.ts';
import { lookAtStored } from '../../src/looks/storedLooks.ts';
import { families, makeShape } from '../../src/sandbox/shapes/families.ts';
import { redesigned, type Shape } from '../../src/sandbox/shapes/shape.ts';
import { Dice } from '../../src/sandbox/world/dice.ts';
import { keepPicture } from '../../src/snapshot/picturesTable.ts';
import { designHit } from '../check/hits.ts';
import type { Office } from '../check/office.ts';

export const looker = openLooker(2);
afterAll(() => looker.close());

export const similarTo = { registrations: ['DM/200 002'], classes: ['09-01'], top: 2 };
/** A watch that compares what it finds with a bottle. */
export const bottles = { id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival' }, similarTo };

/** A shape of each family. */
export const shapes: Readonly<Record<string, Shape>> = Object.fromEntries(
  Object.entries(families).map(([name, family]) => [name, makeShape(family, new Dice(name))]),
);
const nothing = makeShape(() => {}, new Dice(''));
/** The same shape as the own bottle. */
export const copy = redesigned(shapes.bottle ?? nothing, 'copy', new Dice('copied'));

export function pathsOf(number: number, version = ''): string[] {
  return [0, 1].map((view) => `/${number}${version}-${view}.jpg`);
}

/** The service shows a design with these pictures, in the place of what it showed of it before. */
export function show(office: Office, number: number, paths: readonly string[]): void {
  const data = paths.map((path) => ({ filename: path, url: `https://pictures.example${path}` }));
  const hit = designHit(number, { IMG: [], IMG_DATA: data });
  office.service.designs = [...office.service.designs.filter(({ ID }) => ID !== hit.ID), hit];
}

export async function pictureOf(shape: Shape | undefined, style: Style, view: number, seed: string): Promise<Buffer> {
  return drawSheet(shape ?? nothing, style, view, new Dice(seed));
}

/** Pictures are stored as the daemon would have stored them. */
export async function keep(
  office: Office,
  paths: readonly string[],
  shape: Shape | undefined,
  style: Style,
): Promise<void> {
  for (const [view, path] of paths.entries()) {
    const bytes = await pictureOf(shape, style, view, path);
    await keepPicture(office.store.db, path, { contentType: 'image/jpeg', bytes }, office.now.toISOString());
  }
}

/** A design with pictures of a shape; undefined: they have not come. */
export async function showDesign(
  office: Office,
  number: number,
  shape: Shape | undefined,
  style: Style,
): Promise<void> {
  show(office, number, pathsOf(number));
  if (shape !== undefined) await keep(office, pathsOf(number), shape, style);
}

/** What the daemon does beside the checks. */
export async function compare(office: Office, id = 'bottles'): Promise<void> {
  const { config, watches } = office.parts();
  const watch = watches.get(id);
  if (watch === undefined) throw new Error('There is no such watch.');
  await lookAtStored(office.store.db, looker);
  await lookAtOwn({ store: office.store, looker, now: office.now }, watch);
  await compareFinds({ store: office.store, config }, watch, office.now);
}

/** The own design of the watch is stored, and its first check is done. */
export async function begin(office: Office): Promise<void> {
  await showDesign(office, 2, shapes.bottle, 'line');
  await office.check();
  await office.newAlerts();
  office.pass(1);
}
