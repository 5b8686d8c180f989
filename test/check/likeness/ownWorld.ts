import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';
import { compareFinds } from '../../../src/check/likeness/compareFinds.ts';
import { lookAtStored } from '../../../src/check/likeness/looksTable.ts';
import { lookAtOwn } from '../../../src/check/likeness/ownDesigns.ts';
import type { FigureLooks } from '../../../src/check/likeness/pictures/describePicture.ts';
import { type Looker, openLooker } from '../../../src/check/likeness/pictures/lookAt.ts';
import { watchesById } from '../../../src/config/config.ts';
import { keepPicture } from '../../../src/store/snapshot/recordsTable.ts';
import { designHit } from '../hits.ts';
import type { Office } from '../office.ts';

const opened = openLooker();
afterAll(() => opened.close());
const known = new Map<string, Promise<readonly FigureLooks[]>>();

/** Reads each picture once, because all tests share the same few pictures. */
export const looker: Looker = {
  ...opened,
  lookAt: (bytes) => {
    const key = Buffer.from(bytes).toString('latin1');
    const looks = known.get(key) ?? opened.lookAt(bytes);
    known.set(key, looks);
    return looks;
  },
};

export const similarTo = { registrations: ['DM/200 002'], classes: ['09-01'], top: 2 };
/** A watch that compares the designs it finds with a bottle. */
export const bottles = { id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival' }, similarTo };

/** What the pictures in `sheets/` show. `test/bench/drawSheets.ts` drew them. */
export const shapes = { bottle: 'bottle', car: 'car', phone: 'phone' } as const;
/** The same shape as the own bottle. */
export const copy = 'bottleCopy';
type Shape = (typeof shapes)[keyof typeof shapes] | typeof copy;
type Style = 'line' | 'gray' | 'color';

export function pathsOf(number: number, version = ''): string[] {
  return [0, 1].map((view) => `/${number}${version}-${view}.jpg`);
}

/** Makes the service return a design with these pictures, instead of what it returned of the design before. */
export function show(office: Office, number: number, paths: readonly string[]): void {
  const data = paths.map((path) => ({ filename: path, url: `https://pictures.example${path}` }));
  const hit = designHit(number, { IMG: [], IMG_DATA: data });
  office.service.designs = [...office.service.designs.filter(({ ID }) => ID !== hit.ID), hit];
}

/** Returns one of the two pictures of a shape. */
export function pictureOf(shape: Shape, style: Style, view: number): Buffer {
  return readFileSync(new URL(`./sheets/${shape}-${style}-${view}.jpg`, import.meta.url));
}

/** Stores pictures as the daemon would. */
export async function keep(office: Office, paths: readonly string[], shape: Shape, style: Style): Promise<void> {
  for (const [view, path] of paths.entries()) {
    const bytes = pictureOf(shape, style, view);
    await keepPicture(office.store.db, path, { contentType: 'image/jpeg', bytes }, office.now.toISOString());
  }
}

/** Makes the service return a design with pictures of a shape. With an undefined shape, no picture is stored. */
export async function showDesign(
  office: Office,
  number: number,
  shape: Shape | undefined,
  style: Style,
): Promise<void> {
  show(office, number, pathsOf(number));
  if (shape !== undefined) await keep(office, pathsOf(number), shape, style);
}

/** Runs the picture jobs of the daemon: looks at stored pictures, and compares the designs of a watch. */
export async function compare(office: Office, id = 'bottles'): Promise<void> {
  const { config } = office.parts();
  const watch = watchesById(config.watches).get(id);
  if (watch === undefined) throw new Error('There is no such watch.');
  await lookAtStored(office.store.db, looker);
  await lookAtOwn({ store: office.store, looker, now: office.now }, watch);
  await compareFinds({ store: office.store, config }, watch, office.now);
}

/** Stores the own design of the watch, and runs the first check. */
export async function begin(office: Office): Promise<void> {
  await showDesign(office, 2, shapes.bottle, 'line');
  await office.alertsOfCheck();
  office.pass(1);
}
