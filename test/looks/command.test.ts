import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { drawSheet, type Style } from '../../bench/looks/sheets.ts';
import { families, makeShape } from '../../src/sandbox/shapes/families.ts';
import { redesigned } from '../../src/sandbox/shapes/shape.ts';
import { Dice } from '../../src/sandbox/world/dice.ts';
import { runHere } from '../runHere.ts';

const folder = mkdtempSync(join(tmpdir(), 'looks-'));
const names = ['chair', 'bottle', 'lamp', 'cabinet', 'kettle', 'car'];

/** Each design as a register shows it; of the first two there is an own one, drawn in another style and from other sides. */
beforeAll(async () => {
  for (const [index, name] of names.entries()) {
    const family = families[name];
    if (family === undefined) throw new Error(`There is no family ${name}.`);
    const shape = makeShape(family, new Dice(name));
    await draw(join(folder, 'register', name), shape, 'line', 3);
    if (index < 2)
      await draw(join(folder, 'own', `our-${name}`), redesigned(shape, 'copy', new Dice('ours')), 'grey', 3);
  }
  writeFileSync(join(folder, 'register', 'lamp', 'broken.jpg'), 'no picture');
});

async function draw(path: string, shape: Parameters<typeof drawSheet>[0], style: Style, views: number): Promise<void> {
  mkdirSync(path, { recursive: true });
  const dice = new Dice(path.slice(folder.length));
  for (let view = 0; view < views; view++) {
    writeFileSync(join(path, `${view + 1}.jpg`), await drawSheet(shape, style, view, dice));
  }
}

const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('looks --like FOLDER --among FOLDER --json ranks the designs of one folder by likeness to each of the other', async () => {
  const ran = await runHere(['looks', '--like', 'own', '--among', 'register', '--top', '3', '--json'], { folder });
  expect(ran.code).toBe(0);
  const lines = linesOf(ran.stdout);
  expect(lines.map(({ own }) => own)).toEqual([...Array(3).fill('our-bottle'), ...Array(3).fill('our-chair')]);
  expect([lines[0]?.key, lines[3]?.key]).toEqual(['bottle', 'chair']);
  expect(Object.keys(lines[0] ?? {})).toEqual(['own', 'key', 'likeness', 'picture']);
  expect(lines[0]?.picture).toMatch(/^[123]\.jpg$/);
  const likeness = lines.slice(0, 3).map((line) => Number(line.likeness));
  expect(likeness).toEqual(likeness.toSorted((a, b) => b - a));
  expect(ran.stderr).toContain('Not compared: register/lamp/broken.jpg.');
});

it('looks --like takes the pictures of one design, too, and says how many were compared', async () => {
  const ran = await runHere(['looks', '--among', 'register', '--like', 'own/our-chair/1.jpg', 'own/our-chair/2.jpg'], {
    folder,
  });
  expect(ran.stdout).toMatch(/^OWN .*\n1\.jpg +chair +0\.\d\d/);
  expect(ran.stdout).toContain('6 of 6 designs compared');
});

it('a design without a picture, and what belongs to no design, is named', async () => {
  const among = join(folder, 'mixed');
  mkdirSync(join(among, 'chair'), { recursive: true });
  mkdirSync(join(among, 'empty'));
  cpSync(join(folder, 'register', 'chair'), join(among, 'chair'), { recursive: true });
  cpSync(join(folder, 'register', 'lamp', '1.jpg'), join(among, 'lamp.jpg'));
  const ran = await runHere(['looks', '--like', 'own', '--among', 'mixed'], { folder });
  expect(ran.stderr).toContain('Not compared: mixed/empty. There is no picture in it.');
  expect(ran.stderr).toContain('Not compared: mixed/lamp.jpg. It lies beside the folders of designs');
  expect(ran.stdout).toContain('1 of 2 designs compared');
});

it('looks A B compares two', async () => {
  const two = async (other: string) => {
    const ran = await runHere(['looks', 'own/our-chair', other, '--json'], { folder });
    return Number(linesOf(ran.stdout)[0]?.likeness);
  };
  expect(await two('register/chair')).toBeGreaterThan(await two('register/car'));
});

it('what cannot be looked at is an error that says so', async () => {
  const missing = await runHere(['looks', '--like', 'nowhere', '--among', 'register'], { folder });
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no picture and no folder nowhere'),
  });
  const broken = await runHere(['looks', '--like', 'register/lamp/broken.jpg', '--among', 'register'], { folder });
  expect(broken).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No picture of broken.jpg can be compared'),
  });
  expect(await runHere(['looks'], { folder })).toMatchObject({ code: 2 });
});
